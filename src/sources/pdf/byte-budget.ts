import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';
import { type BudgetRequest, checkBytes } from '../picture-budget.js';

/** Suggestions tried before the last is given as it is. Each takes two renderings smaller than the one refused. */
const MAX_TRIES = 6;
/** By how much a try that is still too large raises the estimate: lines shrink with the side, not with the area. */
const STEP = 1.4;

/**
 * Holds an encoded rendering against `limits.maxPictureBytes`. What the error suggests was tried: the encoded size
 * follows the area too loosely to be foretold.
 * @param encodedBytes size of the PNG for another request on the same page
 * @throws GroundglassError `too_many_bytes`, naming a DPI and a crop that fit
 */
export async function checkEncoded(
  bytes: number,
  request: BudgetRequest,
  limits: Limits,
  encodedBytes: (crop: PageBox | null, dpi: number) => Promise<number>,
): Promise<void> {
  const refusal = refusalOf(bytes, request, limits);
  if (refusal === null) return;
  let suggestion = refusal;
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    const { dpi_that_fits: dpi, crop_that_fits: crop } = suggestion.details as {
      dpi_that_fits: number;
      crop_that_fits: number[];
    };
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = crop;
    const smaller = await encodedBytes(request.crop, dpi);
    const part = await encodedBytes(pageBox(x0, y0, x1, y1), request.dpi);
    if (Math.max(smaller, part) <= limits.maxPictureBytes) break;
    suggestion = refusalOf(bytes * STEP ** tries, request, limits) ?? suggestion;
  }
  throw new GroundglassError(refusal.code, refusal.message, suggestion.nextStep, { ...suggestion.details, bytes });
}

function refusalOf(bytes: number, request: BudgetRequest, limits: Limits): GroundglassError | null {
  try {
    checkBytes(bytes, request, limits);
    return null;
  } catch (error) {
    if (error instanceof GroundglassError) return error;
    throw error;
  }
}
