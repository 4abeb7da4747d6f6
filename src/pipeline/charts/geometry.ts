/** A printed value, and what its mark shows of it. */
export interface Measured {
  readonly value: number;
  /** Length of a bar, pt, sweep of a slice, degrees, height of a marker, pt. */
  readonly extent: number;
  /** Half a unit of the last printed digit: what rounding may hide. */
  readonly roundingError: number;
}

/** A mark shows its value this well, as a share of the chart's largest: lines have a width, people draw by hand. */
const FITS = 0.02;
/** Off by more than this, a value is another mark's. */
const GROSS = 0.055;
/** A scale holds where this share of the marks is on it. */
const MAJORITY = 0.6;
/** More marks than this tell no more about the scale. */
const MAX_TRIED = 60;
/** A share that a slice's angle shows, in percentage points. */
const SHARE_POINTS = 1.2;

/** Whether a printed percentage is the share of a circle, in percent, as near as charts are drawn. */
export function agreesWithShare(value: string, share: number): boolean {
  const decimals = value.split('.')[1]?.length ?? 0;
  return Math.abs(Number(value) - share) <= SHARE_POINTS + 0.5 * 10 ** -decimals;
}

/**
 * Which values grossly contradict their marks, by the scale that most others share. Where there is no such scale (a cut or
 * a logarithmic axis), values must at least grow as their marks do; else all contradict.
 *
 * @param zero whether the scale begins at nothing, as of slices and bars; a marker's height has any origin
 */
export function contradictions(points: readonly Measured[], zero: boolean): boolean[] {
  const none = points.map(() => false);
  if (points.length < 2) return none;
  const signed = zero && points.every(({ extent }) => extent >= 0) ? points.map(absolute) : points;
  if (zero) {
    const scale = bestScale(signed, scalesThroughZero(signed));
    if (scale !== null) return signed.map((point) => errorOf(point, scale) > GROSS);
  }
  if (points.length >= (zero ? 4 : 3)) {
    const scale = bestScale(signed, scalesThroughPairs(signed));
    if (scale !== null) return signed.map((point) => errorOf(point, scale) > GROSS);
  }
  return grows(signed) ? none : points.map(() => true);
}

/** A test for values on the scale that most of some have; null where they have none in common. */
export function fittingScale(known: readonly Measured[], zero: boolean): ((point: Measured) => boolean) | null {
  const scale = commonScale(known, zero);
  return scale === null ? null : (point) => errorOf(point, scale) <= GROSS;
}

/** The scale that most of some values are on; null where they have none in common. */
export function commonScale(known: readonly Measured[], zero: boolean): Scale | null {
  if (known.length < (zero ? 2 : 3)) return null;
  return (
    (zero ? bestScale(known, scalesThroughZero(known)) : null) ??
    (known.length >= 4 || !zero ? bestScale(known, scalesThroughPairs(known)) : null)
  );
}

/** Whether a value is right at its mark by a scale, as near as people draw. */
export const isOnScale = (point: Measured, scale: Scale): boolean => errorOf(point, scale) <= FITS;

/** How far a value is from what a scale says of an extent, in units of the value. */
export const offScale = ({ value, extent }: Measured, { origin, factor }: Scale): number =>
  Math.abs(value - origin - factor * extent);

/** Half a unit of a decimal string's last digit. */
export const roundingOf = (value: string): number => 0.5 * 10 ** -(value.split('.')[1]?.length ?? 0);

/** Values along a chart: `origin` and `factor` a pt, or a degree. */
export interface Scale {
  readonly origin: number;
  readonly factor: number;
  /** The largest value that the chart shows, from the origin. */
  readonly span: number;
}

const absolute = (point: Measured): Measured => ({ ...point, value: Math.abs(point.value) });

/** How far a value is from what its mark shows, as a share of the scale's span; rounding forgiven. */
function errorOf({ value, extent, roundingError }: Measured, { origin, factor, span }: Scale): number {
  return Math.max(0, Math.abs(value - origin - factor * extent) - roundingError) / span;
}

function scalesThroughZero(points: readonly Measured[]): Scale[] {
  const longest = Math.max(...points.map(({ extent }) => Math.abs(extent)));
  return points.slice(0, MAX_TRIED).flatMap(({ value, extent }): Scale[] => {
    const factor = value / extent;
    if (!(factor > 0) || !Number.isFinite(factor)) return [];
    return [{ origin: 0, factor, span: factor * longest }];
  });
}

function scalesThroughPairs(points: readonly Measured[]): Scale[] {
  const tried = points.slice(0, MAX_TRIED);
  const reach = Math.max(...points.map(({ extent }) => extent)) - Math.min(...points.map(({ extent }) => extent));
  return tried.flatMap((a, i) =>
    tried.slice(i + 1).flatMap((b): Scale[] => {
      const factor = (b.value - a.value) / (b.extent - a.extent);
      if (!(factor > 0) || !Number.isFinite(factor) || Math.abs(b.extent - a.extent) < 0.15 * reach) return [];
      return [{ origin: a.value - factor * a.extent, factor, span: factor * reach }];
    }),
  );
}

/** The scale that most points are on, of equal ones the closest; null where too few are. */
function bestScale(points: readonly Measured[], scales: readonly Scale[]): Scale | null {
  let best: { scale: Scale; fits: number; error: number } | null = null;
  for (const scale of scales) {
    const errors = points.map((point) => errorOf(point, scale));
    const fits = errors.filter((error) => error <= FITS).length;
    const error = errors.reduce((sum, one) => sum + Math.min(one, GROSS), 0);
    if (best === null || fits > best.fits || (fits === best.fits && error < best.error)) best = { scale, fits, error };
  }
  return best !== null && best.fits >= Math.max(2, Math.ceil(MAJORITY * points.length)) ? best.scale : null;
}

/** Longer marks have larger values. */
function grows(points: readonly Measured[]): boolean {
  const extents = points.map(({ extent }) => extent);
  const slack = FITS * (Math.max(...extents) - Math.min(...extents, 0));
  const sorted = [...points].sort((a, b) => a.extent - b.extent);
  return sorted.every((point, i) =>
    sorted
      .slice(i + 1)
      .every(
        (longer) =>
          longer.extent - point.extent <= slack ||
          longer.value + longer.roundingError >= point.value - point.roundingError,
      ),
  );
}
