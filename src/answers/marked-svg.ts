import { grown, heightOf, type PageBox, widthOf } from '../evidence/boxes.js';

/** What is shown of a place: the value that an answer stands on, the labels that name it, or where one is sent to look. */
type MarkKind = 'value' | 'label' | 'look';

export interface Mark {
  readonly kind: MarkKind;
  readonly box: PageBox;
  /** Places of the citations that it stands for. */
  readonly citations: readonly number[];
}

/** How a mark is drawn: a line alone, so that the print in it keeps its colours. Styles of the page around it may say otherwise. */
const STROKE: Readonly<Record<MarkKind, string>> = { value: '#c2410c', label: '#2563c9', look: '#c2410c' };
/** The veil over what is not cited leaves enough of a chart to know it by. */
const VEIL_OPACITY = 0.6;
/** Thickness of a line, as a share of the longer side of the view. */
const LINE_SHARE = 1 / 500;
/** Room between glyphs and the line around them, as a share of their height; of large boxes at most some widths of the line. */
const ROOM_SHARE = 0.22;
const MAX_ROOM_LINES = 4;

/**
 * A page, or a part of it, with marks over it: what bears out an answer stays as it is printed, the rest is dimmed.
 *
 * @param svg as the page stage or `regionSvg` wrote it @param page size of the whole page
 * @param view the part that is seen, page space
 */
export function markedSvg(
  svg: string,
  page: { readonly width: number; readonly height: number },
  view: PageBox,
  marks: readonly Mark[],
): string {
  const content = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  const linePt = Math.max(widthOf(view), heightOf(view)) * LINE_SHARE;
  const rects = marks.map(({ kind, box, citations }) => {
    const named = `class="${kind}" data-citations="${citations.join(' ')}"`;
    const thick = kind === 'value' ? 2 : 1;
    return `<rect ${named} ${rectOf(box, linePt)} fill="#fff" fill-opacity="0" stroke="${STROKE[kind]}" stroke-width="${round(thick * linePt)}"/>`;
  });
  const [width, height] = [round(widthOf(view)), round(heightOf(view))];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${round(view[0])} ${round(view[1])} ${width} ${height}" ` +
    `width="${width}" height="${height}" overflow="hidden">${content}${veil(page, marks, linePt)}` +
    `<g id="marks">${rects.join('')}</g></svg>`
  );
}

/** White over everything but the marks; a mask, because holes may overlap. */
function veil(
  { width, height }: { readonly width: number; readonly height: number },
  marks: readonly Mark[],
  linePt: number,
): string {
  const holes = marks.filter(({ kind }) => kind !== 'look').map(({ box }) => `<rect ${rectOf(box, linePt)}/>`);
  if (holes.length === 0) return '';
  const whole = `width="${width}" height="${height}"`;
  return (
    `<mask id="but-marks" maskUnits="userSpaceOnUse" x="0" y="0" ${whole}><rect ${whole} fill="#fff"/>${holes.join('')}</mask>` +
    `<rect id="veil" ${whole} fill="#fff" fill-opacity="${VEIL_OPACITY}" mask="url(#but-marks)"/>`
  );
}

function rectOf(box: PageBox, linePt: number): string {
  const wanted = Math.min(widthOf(box), heightOf(box)) * ROOM_SHARE;
  const room = Math.min(Math.max(linePt, wanted), MAX_ROOM_LINES * linePt);
  const [x0, y0, x1, y1] = grown(box, room);
  return `x="${round(x0)}" y="${round(y0)}" width="${round(x1 - x0)}" height="${round(y1 - y0)}" rx="${round(room)}"`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
