/** Beyond this a coordinate means "far off the page"; it keeps single-precision renderers out of trouble. */
const FAR = 1e7;
const CENTS: readonly string[] = Array.from({ length: 100 }, (_, i) =>
  i === 0 ? '' : `.${String(i).padStart(2, '0').replace(/0$/, '')}`,
);

/** A coordinate or length in pt with at most two decimals: finer is noise, and the same on every machine. */
export function num(value: number): string {
  const cents = Math.round(clamp(value) * 100);
  if (cents >= 0) return Math.floor(cents / 100) + (CENTS[cents % 100] as string);
  const whole = Math.floor(-cents / 100);
  const part = CENTS[-cents % 100] as string;
  return `-${whole}${part}`;
}

/** A matrix entry, alpha or other factor: seven significant digits, which single precision can hold. */
export function factor(value: number): string {
  return String(Number(clamp(value).toPrecision(7)));
}

export const matrixAttribute = (m: readonly number[]): string => `matrix(${m.map(factor).join(' ')})`;

export const round2 = (value: number): number => Math.round(value * 100) / 100;

export const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;

function clamp(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(FAR, Math.max(-FAR, value));
}
