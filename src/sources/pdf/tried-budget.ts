import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';

/** Suggestions tried before the last is given as it is; for bytes each takes two renderings. */
const MAX_TRIES = 8;

/**
 * Makes a check against a budget suggest only what was tried: pixels are rounded, and encoded bytes follow the area too
 * loosely to be foretold.
 * @param check throws the budget's error, as if the picture were `factor` times as large
 * @param step by how much a suggestion that does not fit raises the next `factor`
 * @param fits whether another request on the same page stays inside the budget
 * @throws GroundglassError that of `check`, naming a DPI and a crop that fit
 */
export async function checkTried(
  check: (factor: number) => void,
  step: number,
  request: { readonly crop: PageBox | null; readonly dpi: number },
  fits: (crop: PageBox | null, dpi: number) => boolean | Promise<boolean>,
): Promise<void> {
  const refusal = thrownBy(() => check(1));
  if (refusal === null) return;
  let suggestion = refusal;
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    const { dpi_that_fits: dpi, crop_that_fits: crop } = suggestion.details as {
      dpi_that_fits: number;
      crop_that_fits: readonly [number, number, number, number];
    };
    if ((await fits(request.crop, dpi)) && (await fits(pageBox(...crop), request.dpi))) break;
    suggestion = thrownBy(() => check(step ** tries)) ?? suggestion;
  }
  const { dpi_that_fits, crop_that_fits } = suggestion.details;
  const details = { ...refusal.details, dpi_that_fits, crop_that_fits };
  throw new GroundglassError(refusal.code, refusal.message, suggestion.nextStep, details);
}

function thrownBy(check: () => void): GroundglassError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof GroundglassError) return error;
    throw error;
  }
}
