import { areaOf, contains, grown, intersectionOf, type PageBox, pageBox, unionOf } from '../evidence/boxes.js';
import type { AskReply } from '../evidence/wire/ask.js';
import type { Locator, WireBox } from '../evidence/wire/locator.js';
import type { Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import { regionSvg } from '../pipeline/region-svg.js';
import type { PaintedElement } from '../sources/painted.js';
import type { Mark } from './marked-svg.js';
import { chartsOn, storedPage, tablesOn } from './page-stages.js';

/** The page that an answer stands on, or that one is sent to look at. */
export interface AnswerPlace {
  readonly locator: Locator;
  /** The page as SVG, or the part of it in view where the whole is large. */
  readonly svg: string;
  readonly isWhole: boolean;
  readonly size: { readonly width: number; readonly height: number };
  /** What is seen first: the chart, the table, or the surroundings of a figure in a text. Page space. */
  readonly view: PageBox;
  readonly marks: readonly Mark[];
}

/** A page of pictures can have many megabytes; what is larger is shown in part. */
const MAX_PAGE_CHARS = 3_000_000;
/** A view is widened to labels outside the chart as long as the chart still fills most of it. */
const MAX_WIDENING = 1.7;
/** Surroundings of the value in a running text, as a share of the page's longer side. */
const SURROUNDINGS = 0.12;
/** Margin of a view, as a share of the page's longer side. */
const MARGIN = 0.015;

/** Null where there is nothing to show: nothing was found, or not in a PDF. */
export async function placeOf(library: Library, reply: AskReply): Promise<AnswerPlace | null> {
  // All citations of an answer are of one chart, table or text, and so of one page.
  const [citation] = reply.citations;
  const seek = reply.look?.candidates[0];
  const locator = citation?.locator ?? seek?.locator;
  if (locator === undefined || locator.page_index === null) return null;
  const entry = await library.find(locator.digest);
  if (entry.kind !== 'pdf') return null;
  const { painted } = await storedPage(library, entry, locator.page_index);
  const marks = citation === undefined ? lookMark(locator.box) : citedMarks(reply, painted.elements);
  const page = pageBox(0, 0, painted.width, painted.height);
  const wanted =
    citation === undefined
      ? (asBox(seek?.suggested_crop ?? null) ?? page)
      : viewOf(marks, await regionOf(library, entry, locator), page);
  const view = intersectionOf(grown(wanted, MARGIN * Math.max(painted.width, painted.height)), page) ?? page;
  const isWhole = painted.svg.length <= MAX_PAGE_CHARS;
  return {
    locator,
    svg: isWhole ? painted.svg : regionSvg(painted, view),
    isWhole,
    size: { width: painted.width, height: painted.height },
    view,
    marks,
  };
}

const asBox = (box: WireBox | null): PageBox | null => (box === null ? null : pageBox(...box));

const lookMark = (box: WireBox | null): Mark[] =>
  box === null ? [] : [{ kind: 'look', box: pageBox(...box), citations: [] }];

/** One mark a place, around its glyphs: a cell is larger than its print. Inputs of a computation share their labels. */
function citedMarks({ citations, computation }: AskReply, elements: readonly PaintedElement[]): Mark[] {
  const values = new Set(computation?.inputs.map(({ citation }) => citation) ?? [0]);
  const runs = new Map(elements.flatMap((element) => (element.kind === 'text' ? [[element.id, element]] : [])));
  const marks = new Map<string, Mark>();
  citations.forEach(({ occurrence }, i) => {
    const inks = occurrence.flatMap(({ element_id, from, to }) =>
      (runs.get(element_id)?.glyphs.slice(from, to) ?? []).flatMap(({ ink }) => (ink === null ? [] : [ink])),
    );
    const box = unionOf(inks);
    if (box === null) return;
    const known = marks.get(box.join());
    marks.set(box.join(), {
      kind: values.has(i) || known?.kind === 'value' ? 'value' : 'label',
      box,
      citations: [...(known?.citations ?? []), i],
    });
  });
  // The values are drawn last: what lies over them would hide their line.
  return [...marks.values()].sort((a, b) => Number(a.kind === 'value') - Number(b.kind === 'value'));
}

function viewOf(marks: readonly Mark[], region: PageBox | null, page: PageBox): PageBox {
  const cited = unionOf(marks.map(({ box }) => box)) ?? page;
  if (region === null) return grown(cited, SURROUNDINGS * Math.max(page[2], page[3]));
  const both = unionOf([region, cited]) ?? region;
  return areaOf(both) <= MAX_WIDENING * areaOf(region) ? both : region;
}

/** The chart or the table that the value is of; null for a text. */
async function regionOf(library: Library, entry: SnapshotEntry, locator: Locator): Promise<PageBox | null> {
  const [pageIndex, value] = [locator.page_index as number, asBox(locator.box)];
  if (value === null) return null;
  const { charts } = await chartsOn(library, entry, pageIndex);
  const { tables } = await tablesOn(library, entry, pageIndex);
  const around = [...charts, ...tables].map(({ box }) => box).filter((box) => contains(box, value, 1));
  return around.sort((a, b) => areaOf(a) - areaOf(b))[0] ?? null;
}
