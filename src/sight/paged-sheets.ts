import { type Box, box, intersectionOf, pageBox } from '../evidence/boxes.js';
import type { PagedSource, PageInfo, Span } from '../sources/source.js';
import { paperSize } from './paper-size.js';
import type { SightSettings } from './settings.js';
import type { Sheet, SheetBox, SheetObject } from './sheet.js';

/** Points to the millimetre: a PDF's page is the paper. */
const UNITS_PER_MM = 72 / 25.4;
/** Capitals are about this much of the font's size in drawing lettering and in most text faces. */
const CAPITAL = 0.7;
/** Page units of a `dpi` of 72. */
const PAGE_DPI = 72;

/** The pages of a PDF or an image as sheets, in page order. */
export function pagedSheets(source: PagedSource, settings: SightSettings): Sheet[] {
  const limit = source.kind === 'pdf' && settings.pdfMaxPages > 0 ? settings.pdfMaxPages : source.pages.length;
  return source.pages.slice(0, limit).map((info, index) => pagedSheet(source, info, index));
}

function pagedSheet(source: PagedSource, info: PageInfo, index: number): Sheet {
  const isImage = source.kind === 'image';
  let objects: Promise<readonly SheetObject[]> | undefined;
  return {
    number: index + 1,
    sourceKind: source.kind,
    width: info.width,
    height: info.height,
    unitsPerMm: isImage ? null : UNITS_PER_MM,
    size: isImage ? null : paperSize(info.width / UNITS_PER_MM, info.height / UNITS_PER_MM),
    scale: null,
    maxZoom: isImage ? 1 : null,
    pageIndex: index,
    pageLabel: info.label,
    limitations: source.warnings
      .filter(({ page_index }) => page_index === null || page_index === index)
      .map(({ message }) => message),
    skippedEntities: {},
    objects: () => (objects ??= isImage ? Promise.resolve([]) : pageObjects(source, info, index)),
    border: [],
    pixels: (zoom) => source.pixels(index, zoom * PAGE_DPI),
    render: (window, zoom) => source.render(index, { crop: toPage(window), dpi: zoom * PAGE_DPI }),
    frame: 'page',
    toSource: toPage,
    fromSource: (b) => relabelled(b),
  };
}

const toPage = (b: SheetBox): Box<'page'> => pageBox(b[0], b[1], b[2], b[3]);
const relabelled = (b: Box<'page'> | Box<'world'>): SheetBox => box('sheet', b[0], b[1], b[2], b[3]);

async function pageObjects(source: PagedSource, info: PageInfo, index: number): Promise<SheetObject[]> {
  const { spans, graphics } = await source.page(index);
  const page = pageBox(0, 0, info.width, info.height);
  const texts = spans
    .filter((span) => !span.hidden && span.text.trim() !== '' && intersectionOf(span.box, page) !== null)
    .map(textObject);
  const drawn = graphics.map(
    ({ kind, box }): SheetObject => ({
      kind: kind === 'image' ? 'image' : 'line',
      box: relabelled(box),
      text: null,
      textHeight: null,
      handle: null,
    }),
  );
  return [...texts, ...drawn];
}

const textObject = (span: Span): SheetObject => ({
  kind: 'text',
  box: relabelled(span.box),
  text: span.text,
  textHeight: span.sizePt * CAPITAL,
  handle: null,
});
