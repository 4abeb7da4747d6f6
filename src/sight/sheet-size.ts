/** A series by its sides in mm, short side first (ISO 216; GB/T 14689). */
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  A0: [841, 1189],
  A1: [594, 841],
  A2: [420, 594],
  A3: [297, 420],
  A4: [210, 297],
};
/** Millimetres that a page may be off: plotters and PDF printers round to points and pixels. */
const TOLERANCE_MM = 3;
/** Lengthened sheets: the short side several times (GB/T 14689), or quarters added to the long side (GB/T 50001). */
const MOST_TIMES = 5;
const MOST_QUARTERS = 8;

/** A0 to A4, or a lengthened form such as A3x3 or A1+1/4; null for any other paper. */
export function sheetSize(widthMm: number, heightMm: number): string | null {
  const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
  const is = (a: number, b: number): boolean =>
    Math.abs(short - a) <= TOLERANCE_MM && Math.abs(long - b) <= TOLERANCE_MM;
  for (const [name, [a, b]] of Object.entries(SIZES)) if (is(a, b)) return name;
  for (const [name, [a, b]] of Object.entries(SIZES)) {
    for (let times = 3; times <= MOST_TIMES; times++) if (is(b, a * times)) return `${name}x${times}`;
    for (let quarters = 1; quarters <= MOST_QUARTERS; quarters++) {
      if (is(a, b * (1 + quarters / 4))) return `${name}+${fraction(quarters)}`;
    }
  }
  return null;
}

/** Quarters as drawings write them: 1/4, 1/2, 3/4, 1, 5/4… */
function fraction(quarters: number): string {
  if (quarters % 4 === 0) return String(quarters / 4);
  return quarters % 2 === 0 ? `${quarters / 2}/2` : `${quarters}/4`;
}
