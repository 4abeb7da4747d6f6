import { areaOf, intersectionOf, type PageBox, pageBox, unionOf } from '../../evidence/boxes.js';

/** A part of the page, and which of the contents it was made around. */
export interface Tile {
  readonly box: PageBox;
  /** Indices of the contents, ascending; empty only on a page without any. */
  readonly members: readonly number[];
}

/** A cut may shave this much (pt) off a content box, or this share of its side: boxes around letters overlap a little. */
const MAX_SHAVED_PT = 3;
const MAX_SHAVED_SHARE = 0.2;

/**
 * Grows boxes to tiles that cover a page and do not overlap: the page is cut from edge to edge, through the middle of
 * the widest free room, until each box has a tile. Boxes that no such cut parts share one.
 */
export function coverPage(width: number, height: number, contents: readonly PageBox[]): Tile[] {
  const page = pageBox(0, 0, width, height);
  const inside = contents.map((box) => clampTo(box, page));
  return cut(
    page,
    inside.map((box, index): Group => ({ box, members: [index] })),
  ).map(({ box, members }) => ({ box, members: [...members].sort((a, b) => a - b) }));
}

interface Group {
  readonly box: PageBox;
  readonly members: readonly number[];
}

interface Cut {
  readonly axis: 0 | 1;
  readonly at: number;
  /** Free room around the cut, pt; negative for what it shaves off. */
  readonly room: number;
}

function cut(area: PageBox, groups: readonly Group[]): Tile[] {
  const done: Tile[] = [];
  // A stack of its own: a page of thousands of boxes would be too deep for the call stack.
  const todo: { area: PageBox; groups: readonly Group[] }[] = [{ area, groups }];
  for (let job = todo.pop(); job; job = todo.pop()) {
    if (job.groups.length <= 1) {
      done.push({ box: job.area, members: job.groups[0]?.members ?? [] });
      continue;
    }
    const best = [...cutsAlong(job.groups, job.area, 0), ...cutsAlong(job.groups, job.area, 1)].reduce<Cut | null>(
      (found, other) => (found === null || other.room > found.room ? other : found),
      null,
    );
    if (best === null) {
      todo.push({ area: job.area, groups: mergeClosest(job.groups) });
      continue;
    }
    const [low, high] = halves(job.area, best);
    const isLow = ({ box }: Group): boolean => (box[best.axis] + box[best.axis + 2]!) / 2 < best.at;
    const side = (part: PageBox, members: readonly Group[]): void => {
      todo.push({ area: part, groups: members.map((group) => ({ ...group, box: clampTo(group.box, part) })) });
    };
    side(
      high,
      job.groups.filter((group) => !isLow(group)),
    );
    side(low, job.groups.filter(isLow));
  }
  return done;
}

/** Cuts across one axis between neighbours that overlap by no more than may be shaved off. */
function cutsAlong(groups: readonly Group[], area: PageBox, axis: 0 | 1): Cut[] {
  const low = (group: Group): number => group.box[axis];
  const high = (group: Group): number => group.box[axis + 2] as number;
  const sorted = [...groups].sort((a, b) => low(a) + high(a) - (low(b) + high(b)));
  const shaved = sorted.map((group) => Math.min(MAX_SHAVED_PT, MAX_SHAVED_SHARE * (high(group) - low(group))));
  // Ends of all before, and starts of all after, each taken as far as a cut may shave.
  const startsAfter: { hard: number; soft: number }[] = new Array(sorted.length);
  let [hard, soft] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = sorted.length - 1; i >= 0; i--) {
    const group = sorted[i] as Group;
    hard = Math.min(hard, low(group));
    soft = Math.min(soft, low(group) + (shaved[i] as number));
    startsAfter[i] = { hard, soft };
  }
  const cuts: Cut[] = [];
  let [endHard, endSoft] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i + 1 < sorted.length; i++) {
    const group = sorted[i] as Group;
    endHard = Math.max(endHard, high(group));
    endSoft = Math.max(endSoft, high(group) - (shaved[i] as number));
    const next = startsAfter[i + 1] as { hard: number; soft: number };
    if (endSoft > next.soft) continue;
    const room = next.hard - endHard;
    const at =
      room >= 0 ? (endHard + next.hard) / 2 : Math.min(Math.max((endHard + next.hard) / 2, endSoft), next.soft);
    const rounded = Math.round(at * 100) / 100;
    if (rounded > area[axis] && rounded < (area[axis + 2] as number)) cuts.push({ axis, at: rounded, room });
  }
  return cuts.filter(({ at }) => splits(sorted, axis, at));
}

/** Both sides of a cut hold something, by the middle of the boxes. */
function splits(groups: readonly Group[], axis: 0 | 1, at: number): boolean {
  const before = groups.filter(({ box }) => (box[axis] + (box[axis + 2] as number)) / 2 < at).length;
  return before > 0 && before < groups.length;
}

function halves(area: PageBox, { axis, at }: Cut): [PageBox, PageBox] {
  const [x0, y0, x1, y1] = area;
  return axis === 0
    ? [pageBox(x0, y0, at, y1), pageBox(at, y0, x1, y1)]
    : [pageBox(x0, y0, x1, at), pageBox(x0, at, x1, y1)];
}

/** More boxes than this with no cut between any of them are one heap; they would be compared all with all. */
const MAX_COMPARED = 150;

/** The two groups that overlap most, else those whose union adds least, become one. */
function mergeClosest(groups: readonly Group[]): Group[] {
  if (groups.length > MAX_COMPARED) {
    return [
      { box: unionOf(groups.map(({ box }) => box)) as PageBox, members: groups.flatMap(({ members }) => members) },
    ];
  }
  let best: { i: number; j: number; cost: number } | null = null;
  for (let i = 0; i < groups.length; i++) {
    for (let j = i + 1; j < groups.length; j++) {
      const [a, b] = [(groups[i] as Group).box, (groups[j] as Group).box];
      const common = intersectionOf(a, b);
      const added = areaOf(unionOf([a, b]) as PageBox) - areaOf(a) - areaOf(b);
      const cost =
        common === null ? Math.max(0, added) + 1e-3 : -areaOf(common) / Math.max(1e-6, Math.min(areaOf(a), areaOf(b)));
      if (best === null || cost < best.cost) best = { i, j, cost };
    }
  }
  const { i, j } = best as { i: number; j: number };
  const [a, b] = [groups[i] as Group, groups[j] as Group];
  const merged = { box: unionOf([a.box, b.box]) as PageBox, members: [...a.members, ...b.members] };
  return [...groups.filter((_, k) => k !== i && k !== j), merged];
}

function clampTo(box: PageBox, area: PageBox): PageBox {
  const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
  return pageBox(
    clamp(box[0], area[0], area[2]),
    clamp(box[1], area[1], area[3]),
    clamp(box[2], area[0], area[2]),
    clamp(box[3], area[1], area[3]),
  );
}
