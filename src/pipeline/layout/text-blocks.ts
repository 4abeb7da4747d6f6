import { type PageBox, unionOf } from '../../evidence/boxes.js';
import { common, type Extent, extentOf, length } from './direction.js';
import { Rules } from './rules.js';
import { BULLET, type TextLine } from './text-lines.js';

/** Lines below each other in one column, of one size: a paragraph, a heading, a label of several lines. */
export interface TextBlock {
  readonly lines: readonly TextLine[];
  readonly box: PageBox;
  readonly sizePt: number;
  readonly bold: boolean;
  /** It begins with a bullet or a number, as the entry of a list does. */
  readonly bullet: boolean;
}

/** Baselines farther apart than this many font sizes begin another block. */
const MAX_LEADING_EM = 1.85;
/** In a block whose leading is known, lines this much farther apart are not its own. */
const LEADING_SLACK = 1.2;
const SAME_SIZE = 0.12;
/** Lines of one block share this much of the shorter one's length. */
const MIN_COMMON = 0.3;

interface Open {
  /** Place among the blocks of its direction, in the order in which they begin. */
  readonly order: number;
  readonly lines: TextLine[];
  extent: Extent;
  leading: number | null;
  width: readonly [number, number];
}

/**
 * Lines as blocks, in no order yet.
 *
 * @param rules level rules and edges of panels, asked across the lines: no block goes on behind one
 */
export function textBlocksOf(lines: readonly TextLine[], rules = new Rules([], 'across')): TextBlock[] {
  const directions = new Set(lines.map(({ rotationDeg }) => rotationDeg));
  return [...directions].flatMap((deg) => {
    const own = lines.filter(({ rotationDeg }) => rotationDeg === deg).sort((a, b) => a.baseline - b.baseline);
    const done: Open[] = [];
    const active = new Strips(own.map((line) => extentOf(line.box, deg).along));
    for (const line of own) {
      const extent = extentOf(line.box, deg);
      const above = active
        .at(extent.along, (block) => line.baseline - lastOf(block).baseline <= FORGOTTEN_EM * lastOf(block).sizePt)
        .filter((block) => common(block.extent.along, extent.along) > 0 && lastOf(block).baseline < line.baseline)
        .sort(
          (a, b) =>
            lastOf(b).baseline - lastOf(a).baseline ||
            common(b.extent.along, extent.along) - common(a.extent.along, extent.along) ||
            a.order - b.order,
        )[0];
      if (above && goesOn(above, line, extent, rules)) {
        above.leading ??= line.baseline - lastOf(above).baseline;
        above.width = [Math.min(above.width[0], extent.along[0]), Math.max(above.width[1], extent.along[1])];
        above.extent = extent;
        above.lines.push(line);
        active.add(above);
      } else {
        const fresh: Open = { order: done.length, lines: [line], extent, leading: null, width: extent.along };
        active.add(fresh);
        done.push(fresh);
      }
    }
    return done.map((block) => blockOf(block.lines));
  });
}

/** Open blocks by where they lie along the lines, so that a line is not compared with all that stand beside it. */
class Strips {
  readonly #strips: readonly Set<Open>[];
  readonly #from: number;
  readonly #step: number;

  /** @param extents of all lines that will be asked for */
  constructor(extents: readonly (readonly [number, number])[]) {
    const [from, to] = extents.reduce<readonly [number, number]>(
      (range, [start, end]) => [Math.min(range[0], start), Math.max(range[1], end)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    this.#from = from;
    this.#step = Math.max((to - from) / STRIPS, 1e-6);
    this.#strips = Array.from({ length: STRIPS }, () => new Set<Open>());
  }

  add(block: Open): void {
    for (const strip of this.#under(block.extent.along)) strip.add(block);
  }

  /** Those that may lie over an extent; what `isOpen` denies is forgotten for good. */
  at(along: readonly [number, number], isOpen: (block: Open) => boolean): Open[] {
    const found = new Set<Open>();
    for (const strip of this.#under(along))
      for (const block of strip) {
        if (isOpen(block)) found.add(block);
        else strip.delete(block);
      }
    return [...found];
  }

  #under([from, to]: readonly [number, number]): readonly Set<Open>[] {
    const at = (place: number): number => Math.floor((place - this.#from) / this.#step);
    return this.#strips.slice(Math.max(0, at(from)), at(to) + 1);
  }
}

/** Wide enough that a line of a column lies in ten or so. */
const STRIPS = 64;

/** Blocks that ended this many font sizes above are not asked any more. */
const FORGOTTEN_EM = 3;

function blockOf(lines: readonly TextLine[]): TextBlock {
  const weight = new Map<number, number>();
  for (const line of lines) weight.set(line.sizePt, (weight.get(line.sizePt) ?? 0) + line.text.length);
  const sizePt = [...weight].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
  const boldChars = lines.filter(({ bold }) => bold).reduce((sum, { text }) => sum + text.length, 0);
  return {
    lines,
    box: unionOf(lines.map(({ box }) => box)) as PageBox,
    sizePt,
    bold: boldChars * 2 > lines.reduce((sum, { text }) => sum + text.length, 0),
    bullet: startsWithBullet(lines[0] as TextLine),
  };
}

const lastOf = (block: Open): TextLine => block.lines.at(-1) as TextLine;

const startsWithBullet = ({ words }: TextLine): boolean =>
  words.length > 1 && BULLET.test((words[0] as TextLine['words'][number]).text);

function goesOn(block: Open, line: TextLine, extent: Extent, rules: Rules): boolean {
  const last = lastOf(block);
  const distance = line.baseline - last.baseline;
  const size = Math.max(last.sizePt, line.sizePt);
  if (Math.abs(last.sizePt - line.sizePt) > SAME_SIZE * size || last.vertical !== line.vertical) return false;
  if (distance > MAX_LEADING_EM * size || (block.leading !== null && distance > LEADING_SLACK * block.leading))
    return false;
  if (startsWithBullet(line) || looksOther(last, line)) return false;
  if (common(block.width, extent.along) < MIN_COMMON * Math.min(length(block.width), length(extent.along)))
    return false;
  // A short line in the middle over a full one is the label of something above, or a heading.
  const short = length(block.width) < 0.4 * length(extent.along) && block.width[0] - extent.along[0] > 2 * size;
  if (short && block.lines.length === 1) return false;
  return !isParted(rules, last, line);
}

/** Bold or coloured throughout, over a line that is not at all. */
function looksOther(a: TextLine, b: TextLine): boolean {
  const differ = (of: (word: TextLine['words'][number]) => unknown): boolean => {
    const [first, second] = [a, b].map(({ words }) => new Set(words.filter(({ mark }) => !mark).map(of)));
    return first?.size === 1 && second?.size === 1 && [...first][0] !== [...second][0];
  };
  return differ(({ bold }) => bold) || differ(({ color }) => color);
}

/** A rule that lies between two lines, under more than half of the shorter one. Right under the letters it underlines them. */
function isParted(rules: Rules, above: TextLine, below: TextLine): boolean {
  const deg = above.rotationDeg;
  const [a, b] = [extentOf(above.box, deg), extentOf(below.box, deg)];
  const shorter = Math.min(length(a.along), length(b.along));
  return rules
    .between(deg, above.baseline + UNDERLINE_EM * above.sizePt, below.baseline - 0.5 * below.sizePt)
    .some((rule) => Math.min(common(rule.along, a.along), common(rule.along, b.along)) > 0.5 * shorter);
}

const UNDERLINE_EM = 0.25;
