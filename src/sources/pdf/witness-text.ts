import { areaOf, grown, intersectionOf, type PageBox, pageBox, unionOf } from '../../evidence/boxes.js';
import { BoxGrid } from './box-grid.js';
import type { EnclosingForm, PageObject } from './page-objects.js';
import { concat, type Matrix, mapRect } from './page-space.js';
import type { Pdfium } from './pdfium.js';
import { textString } from './text-string.js';

/** What PDFium puts in place of a hyphen that parts a word at the end of a line. */
const LINE_END_HYPHEN = 2;
/** Text lies over other text where they share this much of the smaller one's box. */
const MIN_COMMON = 0.3;
/** What begins this near to other text may be its copy (pt). */
const NEAR_PT = 1;
/** Layers of text that are read apart; more than two is a file that plays tricks. */
const MAX_LAYERS = 8;
/** Characters read of one page; a page of a printed dictionary has 15,000. */
const MAX_CHARS = 100_000;
/** Bytes of one /ActualText that are read; it stands for a word or a line. */
const MAX_ACTUAL_TEXT_BYTES = 3_584;

export interface ReadChar {
  readonly unicode: string;
  readonly origin: readonly [x: number, y: number];
  readonly box: PageBox;
  /** Area that a square of one em takes on the page (pt²). */
  readonly emPt2: number;
}

export interface ActualText {
  readonly text: string;
  /** Names the marked content: texts inside the same one share it. */
  readonly group: number;
}

/**
 * The characters of every text object, by pointer. Blanks are left out, and so is all that PDFium adds by itself. Of text
 * at one place PDFium gives out what it takes for copies once: text that lies over other text is read apart from it.
 */
export function charsOf(
  pdfium: Pdfium,
  page: number,
  toPage: Matrix,
  objects: readonly PageObject[],
  area: PageBox,
): Map<number, ReadChar[]> {
  const { fn } = pdfium;
  const byObject = new Map<number, ReadChar[]>();
  const layers = layersOf(pdfium, objects, area);
  for (const layer of layers) {
    for (const other of layers) if (other !== layer) setActive(pdfium, other, false);
    const textPage = fn.FPDFText_LoadPage(page);
    if (textPage !== 0) {
      const count = Math.min(fn.FPDFText_CountChars(textPage), MAX_CHARS);
      readChars(pdfium, textPage, count, toPage, byObject);
      fn.FPDFText_ClosePage(textPage);
    }
    for (const other of layers) if (other !== layer) setActive(pdfium, other, true);
  }
  return byObject;
}

function setActive(pdfium: Pdfium, objects: readonly PageObject[], active: boolean): void {
  for (const { pointer } of objects) pdfium.fn.FPDFPageObj_SetIsActive(pointer, active ? 1 : 0);
}

/** Text objects so that in each layer none lies over another of the same font. */
function layersOf(pdfium: Pdfium, objects: readonly PageObject[], area: PageBox): PageObject[][] {
  const { fn } = pdfium;
  const layers: PageObject[][] = [];
  const grid = new BoxGrid<PlacedText>(area);
  for (const object of objects) {
    if (object.kind !== 'text') continue;
    const font = fn.FPDFTextObj_GetFont(object.pointer);
    const start = startOf(pdfium, object);
    const box = grown(unionOf([object.box, pageBox(...start, ...start)]) as PageBox, NEAR_PT);
    const taken = new Set<number>();
    for (const other of grid.near(box)) {
      if (other.font === font && mayBeCopies(object.box, start, other)) taken.add(other.layer);
    }
    let layer = 0;
    while (taken.has(layer) && layer < MAX_LAYERS - 1) layer += 1;
    grid.add({ box, text: object.box, start, font, layer });
    (layers[layer] ??= []).push(object);
  }
  return layers.length === 0 ? [] : Array.from(layers, (layer) => layer ?? []);
}

interface PlacedText {
  /** Around its ink and its start. */
  readonly box: PageBox;
  readonly text: PageBox;
  readonly start: readonly [x: number, y: number];
  readonly font: number;
  readonly layer: number;
}

/** Whether PDFium may take some character of a text for a copy of one of another: by where they begin, or by their boxes. */
function mayBeCopies(text: PageBox, [x, y]: readonly [number, number], other: PlacedText): boolean {
  if (Math.hypot(x - other.start[0], y - other.start[1]) <= NEAR_PT) return true;
  // Specks have boxes of next to no area.
  const [a, b] = [text, other.text].map((box) => (areaOf(box) < NEAR_PT ** 2 ? grown(box, NEAR_PT) : box)) as [
    PageBox,
    PageBox,
  ];
  const common = intersectionOf(a, b);
  return common !== null && areaOf(common) >= MIN_COMMON * Math.min(areaOf(a), areaOf(b));
}

/** Where a text's first glyph stands on the page. */
function startOf(pdfium: Pdfium, { pointer, toPage }: PageObject): [number, number] {
  const { fn, scratch } = pdfium;
  if (!fn.FPDFPageObj_GetMatrix(pointer, scratch)) return [0, 0];
  const [, , , , e, f] = concat(pdfium.floats(6) as unknown as Matrix, toPage);
  return Number.isFinite(e + f) ? [e, f] : [0, 0];
}

function readChars(
  pdfium: Pdfium,
  textPage: number,
  count: number,
  toPage: Matrix,
  byObject: Map<number, ReadChar[]>,
): void {
  const { fn, scratch } = pdfium;
  let placeBefore: readonly number[] = [];
  for (let i = 0; i < count; i++) {
    if (fn.FPDFText_IsGenerated(textPage, i)) continue;
    const code = fn.FPDFText_GetUnicode(textPage, i);
    if (code === 10 || code === 13) continue;
    let unicode = character(code);
    const object = fn.FPDFText_GetTextObject(textPage, i);
    if (object === 0) continue;
    // The second half of a surrogate pair belongs to the glyph of the first.
    const low = i + 1 < count ? fn.FPDFText_GetUnicode(textPage, i + 1) : 0;
    if (isHigh(code) && isLow(low)) {
      unicode += String.fromCharCode(low);
      i += 1;
    }
    if (unicode !== '' && unicode.trim() === '') continue;
    fn.FPDFText_GetCharOrigin(textPage, i, scratch, scratch + 8);
    const [a, b, c, d, e, f] = toPage;
    const [ox, oy] = [pdfium.f64(scratch), pdfium.f64(scratch + 8)];
    const origin = [a * ox + c * oy + e, b * ox + d * oy + f] as const;
    fn.FPDFText_GetCharBox(textPage, i, scratch, scratch + 8, scratch + 16, scratch + 24);
    const edges = [pdfium.f64(scratch), pdfium.f64(scratch + 16), pdfium.f64(scratch + 8), pdfium.f64(scratch + 24)];
    const box = mapRect(toPage, ...(edges as [number, number, number, number]));
    if (box === null || !Number.isFinite(origin[0] + origin[1])) continue;
    const chars = byObject.get(object);
    // A ligature comes as several characters, all at its place.
    const place = [object, ox, oy, ...edges];
    const before = chars?.at(-1);
    if (chars && before && place.every((value, k) => value === placeBefore[k]))
      chars[chars.length - 1] = { ...before, unicode: before.unicode + unicode };
    else if (chars) chars.push({ unicode, origin, box, emPt2: chars[0]?.emPt2 ?? 0 });
    else byObject.set(object, [{ unicode, origin, box, emPt2: emArea(pdfium, textPage, i, toPage) }]);
    placeBefore = place;
  }
}

/**
 * Reads every /ActualText around text objects, and takes these marks off the loaded page: PDFium would give out that text
 * in place of the glyphs' own. The file does not change.
 */
export function takeActualTexts(pdfium: Pdfium, objects: readonly PageObject[]): Map<number, ActualText[]> {
  const { fn } = pdfium;
  const groups = new Map<number, ActualText | null>();
  const found = new Map<number, ActualText[]>();
  const marksOf = (pointer: number): { mark: number; actual: ActualText }[] => {
    const marks: { mark: number; actual: ActualText }[] = [];
    const count = Math.max(0, fn.FPDFPageObj_CountMarks(pointer));
    for (let i = 0; i < count; i++) {
      const mark = fn.FPDFPageObj_GetMark(pointer, i);
      if (!groups.has(mark)) {
        const text = stringParameter(pdfium, mark, 'ActualText');
        groups.set(mark, text === null ? null : { text, group: groups.size });
      }
      const actual = groups.get(mark);
      if (actual) marks.push({ mark, actual });
    }
    return marks;
  };
  const toRemove: [object: number, mark: number][] = [];
  for (const { kind, pointer, form } of objects) {
    if (kind !== 'text') continue;
    const own = marksOf(pointer);
    for (const { mark } of own) toRemove.push([pointer, mark]);
    const all = own.map(({ actual }) => actual);
    for (let around: EnclosingForm | null = form; around !== null; around = around.form) {
      all.push(...marksOf(around.pointer).map(({ actual }) => actual));
    }
    if (all.length > 0) found.set(pointer, all);
  }
  for (const [object, mark] of toRemove) fn.FPDFPageObj_RemoveMark(object, mark);
  return found;
}

/** A text value of a mark's property list; null where it has none. */
function stringParameter(pdfium: Pdfium, mark: number, key: string): string | null {
  const { fn, scratch } = pdfium;
  const lengthAt = scratch + MAX_ACTUAL_TEXT_BYTES;
  return pdfium.withCString(key, (cKey) => {
    // The call for texts takes every string for UTF-8.
    if (!fn.FPDFPageObjMark_GetParamBlobValue(mark, cKey, scratch, MAX_ACTUAL_TEXT_BYTES, lengthAt)) return null;
    const length = pdfium.u32(lengthAt);
    // Longer than the buffer: nothing was written. It can't be held against the glyphs, so it counts as differing.
    if (length > MAX_ACTUAL_TEXT_BYTES) return '\ufffd';
    return textString(pdfium.bytes(scratch, length).slice());
  });
}

function emArea(pdfium: Pdfium, textPage: number, char: number, toPage: Matrix): number {
  const { fn, scratch } = pdfium;
  fn.FPDFText_GetMatrix(textPage, char, scratch);
  const [a = 1, b = 0, c = 0, d = 1] = pdfium.floats(4);
  const unit = Math.abs(toPage[0] * toPage[3] - toPage[1] * toPage[2]);
  const area = Math.abs(a * d - b * c) * fn.FPDFText_GetFontSize(textPage, char) ** 2 * unit;
  return Number.isFinite(area) ? area : 0;
}

/** '' for a glyph without a Unicode value. */
function character(code: number): string {
  if (code === LINE_END_HYPHEN) return '-';
  if (code === 0 || code === 0xfffd || code === 0xfffe || code > 0x10ffff) return '';
  return code <= 0xffff ? String.fromCharCode(code) : String.fromCodePoint(code);
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;
