/** A sheet of the A series (GB/T 14689, ISO 216) and its lengthened forms, lying: the long side first, mm. */
export interface SheetForm {
  readonly name: string;
  readonly longMm: number;
  readonly shortMm: number;
}

const BASE: readonly (readonly [name: string, shortMm: number, longMm: number])[] = [
  ['A0', 841, 1189],
  ['A1', 594, 841],
  ['A2', 420, 594],
  ['A3', 297, 420],
  ['A4', 210, 297],
];
/** Times of the short side (A3x3), and quarters of the long side (A1+1/4, GB/T 50001), up to about 2.5 m. */
const TIMES: Readonly<Record<string, readonly number[]>> = {
  A0: [2, 3],
  A1: [3, 4],
  A2: [3, 4, 5],
  A3: [3, 4, 5, 6, 7],
  A4: [3, 4, 5, 6, 7, 8, 9],
};
const MOST_QUARTERS = 10;
const LONGEST_MM = 2_550;

/** Both ways to name a form round their lengths their own way. */
const ROUNDING_MM = 2;

/** All forms, plain ones first; a form that has two names has the one by times of its short side. */
export const SHEET_FORMS: readonly SheetForm[] = forms();

function forms(): SheetForm[] {
  const all: SheetForm[] = BASE.map(([name, shortMm, longMm]) => ({ name, shortMm, longMm }));
  const add = (form: SheetForm) => {
    const isKnown = all.some(
      ({ shortMm, longMm }) => shortMm === form.shortMm && Math.abs(longMm - form.longMm) <= ROUNDING_MM,
    );
    if (!isKnown && form.longMm <= LONGEST_MM) all.push(form);
  };
  for (const [name, shortMm, longMm] of BASE)
    for (const times of TIMES[name] ?? []) add({ name: `${name}x${times}`, shortMm: longMm, longMm: shortMm * times });
  for (const [name, shortMm, longMm] of BASE)
    for (let quarters = 1; quarters <= MOST_QUARTERS; quarters++)
      add({ name: `${name}+${fraction(quarters)}`, shortMm, longMm: Math.round(longMm * (1 + quarters / 4)) });
  return all;
}

/** Quarters as drawings write them: 1/4, 1/2, 3/4, 1, 5/4… */
function fraction(quarters: number): string {
  if (quarters % 4 === 0) return String(quarters / 4);
  return quarters % 2 === 0 ? `${quarters / 2}/2` : `${quarters}/4`;
}

/** Plot scales that drawings are made at (GB/T 14690 and practice): drawing mm for one mm of paper. */
const PLOT_SCALES: readonly number[] = [
  ...[1, 100, 50, 200, 20, 10, 5, 2, 500, 1000, 150, 25, 250, 300, 75, 30, 40, 60, 15, 400, 2000, 5000, 10_000],
  ...[1.5, 2.5, 3, 4, 6, 0.5, 0.2, 0.25, 0.1, 0.4],
];

export interface SheetMatch {
  readonly form: SheetForm;
  /** Drawing mm for one mm of paper. */
  readonly plotScale: number;
  /** How far the sides are off, as a part of them. */
  readonly error: number;
}

/** Sides may be off by this part: a frame drawn by hand, a sheet of 840 for 841. */
const SIDE_TOLERANCE = 0.004;

/**
 * What sheets a frame of these sides (mm of the drawing) may be, the best first. A2 at 1:200 is nearly A0 at 1:100, so that there
 * may be several: their errors differ by little, and other evidence has to decide.
 */
export function matchSheets(widthMm: number, heightMm: number): SheetMatch[] {
  const [long, short] = [Math.max(widthMm, heightMm), Math.min(widthMm, heightMm)];
  const matches: SheetMatch[] = [];
  for (const form of SHEET_FORMS) {
    for (const plotScale of PLOT_SCALES) {
      const error = Math.max(
        Math.abs(long / (form.longMm * plotScale) - 1),
        Math.abs(short / (form.shortMm * plotScale) - 1),
      );
      if (error <= SIDE_TOLERANCE) matches.push({ form, plotScale, error });
    }
  }
  // A stable sort: of equal errors the plainer form and the more usual scale comes first.
  return matches.sort((a, b) => Math.round((a.error - b.error) * 1e5));
}
