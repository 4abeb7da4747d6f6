import { isMark } from './scripts.js';
import { type Draft, directionKey, SAME_BASELINE_EM, SCRIPT_SIZE, textOf } from './word-drafts.js';

/** How far above and below its host's baseline a script's own may be, in host sizes. */
const RAISED_EM: readonly [number, number] = [0.1, 0.8];
const LOWERED_EM: readonly [number, number] = [0.06, 0.4];
/** A script begins this close to the end of its host, in host sizes. */
const SCRIPT_GAP_EM: readonly [number, number] = [-0.2, 0.3];

/** Small raised and lowered text joins the word before it, or becomes its mark; then the word may go on behind it. */
export function attachScripts(drafts: readonly Draft[]): void {
  const starts = new Zones(drafts, (draft) => draft.start);
  const ends = new Zones(drafts, (draft) => draft.end);
  // Along the baseline, so that CO and its 2 are one before what follows is looked at.
  for (const script of [...drafts].sort((a, b) => a.start - b.start)) {
    if (script.letters.length > MAX_SCRIPT_LETTERS || script.absorbed) continue;
    const least = script.run.sizePt / SCRIPT_SIZE;
    const host = ends.find(script.start, script.across, script, least, (other) => placeAt(other, script) !== null);
    if (host) attach(host, script, starts, ends);
    else {
      const after = starts.find(script.end, script.across, script, least, (other) => isBefore(script, other));
      if (after && isMark('', textOf(script.letters))) {
        script.isMark = true;
        script.lineAcross = after.across;
      }
    }
  }
}

/** Nothing longer is an exponent, a mark, or an ordinal's ending. */
const MAX_SCRIPT_LETTERS = 8;

function attach(host: Draft, script: Draft, starts: Zones, ends: Zones): void {
  const place = placeAt(host, script) as 'raised' | 'lowered';
  const text = textOf(script.letters);
  const apart = host.blankAfter || script.blankBefore;
  script.absorbed = true;
  if (place === 'raised' && isMark(textOf(host.letters), text)) {
    host.marks.push(script);
    host.end = Math.max(host.end, script.end);
    ends.add(host, host.end);
    return;
  }
  if (apart || (place === 'lowered' && text.length > MAX_SUBSCRIPT_LETTERS)) {
    script.absorbed = false;
    return;
  }
  host.letters.push(...script.letters.map(({ atom }) => ({ atom, place })));
  host.end = Math.max(host.end, script.end);
  if (script.blankAfter) {
    host.blankAfter = true;
    ends.add(host, host.end);
    return;
  }
  const rest = starts.find(host.end, host.across, host, 0, (other) => {
    const gap = (other.start - host.end) / host.run.sizePt;
    return (
      !other.blankBefore &&
      Math.abs(other.across - host.across) <= SAME_BASELINE_EM * host.run.sizePt &&
      Math.abs(other.run.sizePt - host.run.sizePt) <= 0.05 * host.run.sizePt &&
      gap > -0.2 &&
      gap < 0.15
    );
  });
  if (rest) {
    rest.absorbed = true;
    host.letters.push(...rest.letters);
    host.end = Math.max(host.end, rest.end);
    host.blankAfter = rest.blankAfter;
  }
  ends.add(host, host.end);
}

const MAX_SUBSCRIPT_LETTERS = 6;

/** Whether `script` stands raised or lowered right behind `host`. */
function placeAt(host: Draft, script: Draft): 'raised' | 'lowered' | null {
  const size = host.run.sizePt;
  if (host === script || host.absorbed || script.run.sizePt > SCRIPT_SIZE * size) return null;
  if (directionKey(host.run) !== directionKey(script.run)) return null;
  const gap = (script.start - host.end) / size;
  if (gap < SCRIPT_GAP_EM[0] || gap > SCRIPT_GAP_EM[1]) return null;
  const rise = (host.across - script.across) / size;
  if (rise >= RAISED_EM[0] && rise <= RAISED_EM[1]) return 'raised';
  return -rise >= LOWERED_EM[0] && -rise <= LOWERED_EM[1] && gap <= 0.1 ? 'lowered' : null;
}

/** Whether `script` stands raised right before `text`, as the mark of a note does. */
function isBefore(script: Draft, text: Draft): boolean {
  const size = text.run.sizePt;
  const rise = (text.across - script.across) / size;
  const gap = (text.start - script.end) / size;
  return (
    script.run.sizePt <= SCRIPT_SIZE * size && rise >= RAISED_EM[0] && rise <= RAISED_EM[1] && gap > -0.2 && gap < 1
  );
}

/** Finds drafts by the place of one of their ends, so that a page of thousands is not compared all with all. */
class Zones {
  /** By direction, then by column and row. */
  readonly #cells = new Map<string, Map<number, Map<number, Zone>>>();

  constructor(drafts: readonly Draft[], end: (draft: Draft) => number) {
    for (const draft of drafts) this.add(draft, end(draft));
  }

  add(draft: Draft, along: number): void {
    const columns = entry(this.#cells, directionKey(draft.run), () => new Map<number, Map<number, Zone>>());
    const rows = entry(columns, zoneOf(along), () => new Map<number, Zone>());
    const zone = entry(rows, zoneOf(draft.across), (): Zone => ({ drafts: [], largestPt: 0 }));
    zone.drafts.push(draft);
    zone.largestPt = Math.max(zone.largestPt, draft.run.sizePt);
  }

  /**
   * The first wanted draft in the direction of `like` that ends (or begins) within a cell or so of a place.
   * @param leastPt no smaller one is wanted: most cells hold none, and are passed over
   */
  find(
    along: number,
    across: number,
    like: Draft,
    leastPt: number,
    wanted: (draft: Draft) => boolean,
  ): Draft | undefined {
    const columns = this.#cells.get(directionKey(like.run));
    const [column, row] = [zoneOf(along), zoneOf(across)];
    for (let i = -1; i <= 1; i++) {
      const rows = columns?.get(column + i);
      for (let j = -1; rows && j <= 1; j++) {
        const zone = rows.get(row + j);
        if (!zone || zone.largestPt < leastPt * (1 - 1e-9)) continue;
        const found = zone.drafts.find((draft) => !draft.absorbed && wanted(draft));
        if (found) return found;
      }
    }
    return undefined;
  }
}

interface Zone {
  readonly drafts: Draft[];
  largestPt: number;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

const zoneOf = (place: number): number => Math.floor(place / ZONE_PT);
/** Scripts lie within this of their hosts' ends, up to hosts of 60 pt. */
const ZONE_PT = 48;
