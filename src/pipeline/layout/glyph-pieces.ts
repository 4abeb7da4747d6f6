import { areaOf, holdsPoint, middleOf, type PageBox, pageBox } from '../../evidence/boxes.js';
import type { GlyphRun, PaintedElement, PaintedPage } from '../../sources/painted.js';
import { modeFills, modeStrokes } from '../../sources/text-mode.js';
import { median } from '../median.js';

/** One visible glyph, in the frame of its baseline: `along` runs with the text, `across` from the baseline downwards. */
export interface Atom {
  readonly run: GlyphRun;
  /** Index into `run.glyphs`. */
  readonly index: number;
  readonly text: string;
  /** The advance's interval along the baseline, pt. */
  readonly start: number;
  readonly end: number;
  readonly across: number;
  readonly ink: PageBox;
}

/** Glyphs of one run with no gap between words in them. */
export interface Piece {
  readonly run: GlyphRun;
  readonly atoms: readonly Atom[];
  readonly start: number;
  readonly end: number;
  readonly across: number;
  /** A blank was painted right before, or right after: what stands there is another word, however close. */
  readonly blankBefore: boolean;
  readonly blankAfter: boolean;
  /** Room that letters of this run leave between them (tracking), pt; 0 for most. */
  readonly trackingPt: number;
}

/** A gap wider than this many font sizes parts words: above kerning, below the narrowest blank of justified print. */
const WORD_GAP_EM = 0.15;
/** Chinese and Japanese are spread to fill a line; only more than this parts them. */
const CJK_GAP_EM = 0.5;
/** What overlaps by more than this many font sizes does not go on: it is painted over. */
const OVERLAP_EM = 0.5;
/** Letters that touch are one word even where the font's widths say that a gap is between. */
const TOUCHING_EM = 0.08;
/** Ink farther apart than this is two words even where the widths say that nothing is between. */
const INK_GAP_EM = 0.6;
const STOP_GAP_EM = 0.3;
/** Letters set apart by up to this are tracked; farther apart, they are single letters. */
const MAX_TRACKING_EM = 0.6;
const MIN_TRACKING_EM = 0.08;
/** Fewer letters than this say nothing about tracking. */
const MIN_TRACKED = 4;
/** This many dots in a row lead from an entry to its value, and are a word of their own. */
const LEADER_MIN = 4;
/** A copy of a run, moved by less than this, makes it bold or gives it a shadow. */
const COPY_OFFSET_EM = 0.15;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uff65]/u;

/** The visible text of a page as pieces, in painting order. */
export function piecesOf(page: PaintedPage): Piece[] {
  const runs = withoutCopies(withoutWhiteOnWhite(page).filter(isVisibleRun));
  const widths = widthsOf(runs);
  return runs.flatMap((run) => piecesOfRun(run, page, widths));
}

/** A run whose operator leaves paint on the page, as far as the operator itself tells. */
export function isVisibleRun(element: PaintedElement): element is GlyphRun {
  if (element.kind !== 'text' || element.layerHidden || !(element.sizePt > 0) || element.sizePt === Infinity)
    return false;
  const { mode, fillAlpha, strokeAlpha } = element;
  return (modeFills(mode) && fillAlpha > 0) || (modeStrokes(mode) && strokeAlpha > 0);
}

/** Whether `b` goes on with the word of `a`, which stands before it along the baseline. */
export function joins(a: Atom, b: Atom, sizePt: number, trackingPt: number): boolean {
  const gap = Math.max(b.start - a.end, a.start - b.end);
  if (gap < -OVERLAP_EM * sizePt) return false;
  // What follows a full stop in Chinese touches it, and is another sentence.
  if (/^[。！？]$/u.test(a.text) && !/^[”’」』）】》。！？]$/u.test(b.text)) return false;
  const inkGap = inkGapOf(a, b);
  if (CJK.test(a.text) || CJK.test(b.text)) return gap <= CJK_GAP_EM * sizePt;
  // A full stop is often set a little apart.
  if (/^[.,;:]$/u.test(b.text) && gap <= STOP_GAP_EM * sizePt) return true;
  if (inkGap <= TOUCHING_EM * sizePt) return gap <= sizePt;
  return gap - trackingPt <= WORD_GAP_EM * sizePt && (inkGap - trackingPt <= INK_GAP_EM * sizePt || trackingPt > 0);
}

/**
 * The tracking that gaps between neighbouring letters show, pt. Digits apart are figures by themselves, unless commas
 * make one number of them.
 */
export function trackingOf(gaps: readonly number[], text: string, sizePt: number): number {
  if (gaps.length < MIN_TRACKED - 1 || !(/\p{L}/u.test(text) || GROUPED_NUMBER.test(text.replace(/\s/gu, ''))))
    return 0;
  const middle = median(gaps);
  return middle >= MIN_TRACKING_EM * sizePt && middle <= MAX_TRACKING_EM * sizePt ? middle : 0;
}

/** White text shows where something else was painted before it; on bare paper it is not there. */
function withoutWhiteOnWhite({ elements }: PaintedPage): PaintedElement[] {
  const grounds: PageBox[] = [];
  return elements.filter((element) => {
    if (element.kind !== 'text') {
      if (
        element.kind !== 'path' ||
        (element.fill !== null && !WHITE.test(element.fill)) ||
        element.strokeWidthPt > 3
      ) {
        if (grounds.length < MAX_COMPARED) grounds.push(element.box);
      }
      return true;
    }
    if (!WHITE.test(element.fill ?? '') || element.stroke !== null || grounds.length >= MAX_COMPARED) return true;
    const middle = middleOf(element.box);
    return grounds.some((box) => holdsPoint(box, middle));
  });
}

const WHITE = /^#f[c-f]f[c-f]f[c-f]$/i;

const GROUPED_NUMBER = /^\D{0,2}\d{1,3}(?:[,.]\d{3})+(?:[.,]\d{1,2})?\D{0,2}$/u;

/** Fake bold and shadows paint a run twice: the copy painted last is the one that is seen. */
function withoutCopies(runs: readonly GlyphRun[]): GlyphRun[] {
  const kept = new Set(runs);
  for (const same of runsByText(runs)) {
    const largestPt = same.reduce((largest, { sizePt }) => Math.max(largest, sizePt), MIN_COPY_SIZE_PT);
    // No copy is farther from its run than the next cell.
    const cellPt = COPY_OFFSET_EM * largestPt;
    const cells = new Map<string, Slot[]>();
    same.forEach((run, order) => {
      const [x, y] = (run.glyphs[0]?.origin ?? [0, 0]).map((at) => Math.floor(at / cellPt)) as [number, number];
      let copied: Slot | null = null;
      for (let i = x - 1; i <= x + 1; i++)
        for (let j = y - 1; j <= y + 1; j++)
          for (const slot of cells.get(`${i} ${j}`) ?? [])
            if ((copied === null || slot.order < copied.order) && kept.has(slot.run) && isCopy(slot.run, run))
              copied = slot;
      if (copied) kept.delete(copied.run);
      const cell = cells.get(`${x} ${y}`) ?? [];
      if (cell.length < MAX_COMPARED) cell.push({ order: copied?.order ?? order, run });
      cells.set(`${x} ${y}`, cell);
    });
  }
  return runs.filter((run) => kept.has(run));
}

/** A run, and the place of the first that it is a copy of. */
interface Slot {
  readonly order: number;
  readonly run: GlyphRun;
}

function runsByText(runs: readonly GlyphRun[]): Iterable<GlyphRun[]> {
  const groups = new Map<string, GlyphRun[]>();
  for (const run of runs) {
    const group = groups.get(run.text);
    if (group) group.push(run);
    else groups.set(run.text, [run]);
  }
  return groups.values();
}

/** Keeps the cells of the smallest print from being smaller than the rounding of coordinates. */
const MIN_COPY_SIZE_PT = 1;
/** Equal runs at one place that are compared with each other; a hostile page has more, a printed one fewer. */
const MAX_COMPARED = 500;

function isCopy(a: GlyphRun, b: GlyphRun): boolean {
  const [first, second] = [a.glyphs[0], b.glyphs[0]];
  if (!first || !second || a.rotationDeg !== b.rotationDeg || Math.abs(a.sizePt - b.sizePt) > 0.05 * a.sizePt)
    return false;
  const limit = COPY_OFFSET_EM * a.sizePt;
  return (
    Math.abs(first.origin[0] - second.origin[0]) <= limit &&
    Math.abs(first.origin[1] - second.origin[1]) <= limit &&
    Math.abs(a.box[2] - b.box[2]) <= limit
  );
}

/**
 * The narrowest advance of each character of a font at a size: an advance includes the spacing that was set, and where
 * it is wider than usual the rest is a gap.
 */
function widthsOf(runs: readonly GlyphRun[]): Widths {
  const widths = new Map<string, Map<number, number>>();
  for (const run of runs) {
    const own = widths.get(widthKey(run)) ?? new Map<number, number>();
    widths.set(widthKey(run), own);
    for (const { charCode, advance } of run.glyphs) {
      if (!(advance > 0)) continue;
      own.set(charCode, Math.min(own.get(charCode) ?? Number.POSITIVE_INFINITY, advance));
    }
  }
  return widths;
}

/** By font and size, then by character. */
type Widths = ReadonlyMap<string, ReadonlyMap<number, number>>;
const widthKey = (run: GlyphRun): string => `${run.font} ${run.sizePt.toFixed(1)}`;

function piecesOfRun(run: GlyphRun, page: PaintedPage, widths: Widths): Piece[] {
  const atoms = atomsOf(run, page, widths);
  const solid = atoms.filter((atom): atom is Atom => atom !== null);
  const gaps = solid.slice(1).map((atom, i) => {
    const previous = solid[i] as Atom;
    return Math.max(atom.start - previous.end, previous.start - atom.end);
  });
  const trackingPt = trackingOf(gaps, run.text, run.sizePt);
  const groups: { atoms: Atom[]; blankBefore: boolean; blankAfter: boolean }[] = [];
  let open: (typeof groups)[number] | undefined;
  let blank = false;
  atoms.forEach((atom) => {
    if (atom === null) {
      if (open) open.blankAfter = true;
      blank = true;
      return;
    }
    const previous = open?.atoms.at(-1);
    if (open && previous && !blank && joins(previous, atom, run.sizePt, trackingPt)) open.atoms.push(atom);
    else groups.push((open = { atoms: [atom], blankBefore: blank, blankAfter: false }));
    blank = false;
  });
  return groups.flatMap(splitLeaders).map((group) => ({
    ...group,
    run,
    trackingPt,
    start: Math.min(...group.atoms.map((atom) => atom.start)),
    end: Math.max(...group.atoms.map((atom) => atom.end)),
    across: (group.atoms[0] as Atom).across,
  }));
}

/** Null for a blank; glyphs that leave no paint on the page are left out. */
function atomsOf(run: GlyphRun, page: PaintedPage, widths: Widths): (Atom | null)[] {
  const angle = (run.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const narrowest = widths.get(widthKey(run));
  return run.glyphs.flatMap((glyph, index): (Atom | null)[] => {
    const { origin, advance, unicode, ink } = glyph;
    if (!Number.isFinite(origin[0] + origin[1] + advance)) return [];
    if (isBlank(unicode) && (ink === null || unicode !== '')) return [null];
    if (ink === null || !isOnPage(ink, run.clip, page)) return [];
    const start = origin[0] * cos + origin[1] * sin;
    const width = Math.min(advance, narrowest?.get(glyph.charCode) ?? advance);
    return [
      {
        run,
        index,
        text: glyphText(unicode),
        start: Math.min(start, start + width),
        end: Math.max(start, start + width),
        across: origin[1] * cos - origin[0] * sin,
        ink,
      },
    ];
  });
}

const isBlank = (unicode: string): boolean => /^[\s\u00a0\u200b\u2060\ufeff]*$/u.test(unicode);
/** What a glyph with ink is read as. */
export const glyphText = (unicode: string): string => (UNEXPLAINED.test(unicode) ? '\ufffd' : unicode);

/** No letter stands for these: where one has ink, the file does not say what it is. */
const UNEXPLAINED = /^[\p{Cc}\u200b-\u200f\u2060\ufeff]*$/u;

/** The middle of the ink lies on the page and inside the clip. */
function isOnPage(ink: PageBox, clip: PageBox | null, page: PaintedPage): boolean {
  const middle = middleOf(ink);
  if (!holdsPoint(pageBox(0, 0, page.width, page.height), middle)) return false;
  return clip === null || (areaOf(clip) > 0 && holdsPoint(clip, middle));
}

function inkGapOf(a: Atom, b: Atom): number {
  const angle = (a.run.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [a0, a1] = extent(a.ink, cos, sin);
  const [b0, b1] = extent(b.ink, cos, sin);
  return Math.max(b0 - a1, a0 - b1);
}

/** A box's interval along a direction. */
function extent([x0, y0, x1, y1]: PageBox, cos: number, sin: number): [number, number] {
  const [mid, half] = [
    ((x0 + x1) * cos + (y0 + y1) * sin) / 2,
    (Math.abs((x1 - x0) * cos) + Math.abs((y1 - y0) * sin)) / 2,
  ];
  return [mid - half, mid + half];
}

function splitLeaders<G extends { atoms: Atom[]; blankBefore: boolean; blankAfter: boolean }>(group: G): G[] {
  const leads = group.atoms.map((_, i) => inLeader(group.atoms, i));
  if (!leads.includes(true) || !leads.includes(false)) return [group];
  const parts: G[] = [];
  group.atoms.forEach((atom, i) => {
    if (i > 0 && leads[i] === leads[i - 1]) parts.at(-1)?.atoms.push(atom);
    else parts.push({ ...group, atoms: [atom], blankBefore: i > 0 || group.blankBefore, blankAfter: true });
  });
  (parts.at(-1) as G).blankAfter = group.blankAfter;
  return parts;
}

function inLeader(atoms: readonly Atom[], i: number): boolean {
  const text = (atoms[i] as Atom).text;
  if (!/^[.·․…_]$/u.test(text)) return false;
  let [from, to] = [i, i];
  while (i - from < LEADER_MIN && atoms[from - 1]?.text === text) from -= 1;
  while (to - i < LEADER_MIN && atoms[to + 1]?.text === text) to += 1;
  return to - from + 1 >= LEADER_MIN;
}
