import { type ErrorCode, type GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { ImageItem } from '../evidence/wire/images.js';
import type { ImageTakeReply } from '../evidence/wire/take.js';
import { isMuchSmaller } from './keep-picture.js';
import { changeRow, checkRow } from './queries-file.js';

/** Where a picture goes, and the row of a batch that waits for it. */
export interface Destination {
  /** A checked name. */
  readonly filename: string;
  readonly folder: string;
  readonly manifestPath: string;
  readonly batch?: string | undefined;
}

/** What happens to one picture, and not to the request: the row that waits for it goes on waiting. */
const OF_THE_PICTURE: ReadonlySet<ErrorCode> = new Set([
  'image_gate_failed',
  'license_changed',
  'upstream_refused',
  'rate_limited',
  'address_refused',
]);
const MAX_REASON = 500;

/**
 * Takes one picture and says how it went, in the reply and in the row of the batch that waits for it.
 * @param missed the status where the picture could not be taken
 * @throws GroundglassError for what is no fault of the picture
 */
export async function takeFor(
  { batch, filename }: Destination,
  missed: 'Needs-Selection' | 'Failed',
  take: () => Promise<ImageItem>,
): Promise<ImageTakeReply> {
  if (batch !== undefined) checkRow(batch, filename);
  try {
    const item = await take();
    if (batch !== undefined) {
      const { provider, license_tier } = item;
      await changeRow(batch, filename, (row) => ({
        ...row,
        status: 'Sourced',
        provider: provider === 'manual' ? null : provider,
        license_tier,
        last_error: null,
      }));
    }
    return { status: 'Sourced', item, warnings: isMuchSmaller(item) ? [smaller(item)] : [], error: null };
  } catch (thrown) {
    const error = toGroundglassError(thrown);
    if (!OF_THE_PICTURE.has(error.code)) throw thrown;
    if (batch !== undefined) {
      await changeRow(batch, filename, (row) => ({ ...row, last_error: reason(error) }));
    }
    return { status: missed, item: null, warnings: [], error: error.toWire() };
  }
}

const reason = ({ message, nextStep }: GroundglassError): string => `${message} ${nextStep}`.slice(0, MAX_REASON);

const smaller = ({ filename, width, height, metadata_dimensions: claimed }: ImageItem): string =>
  `${filename} has ${width} × ${height} px; its source claims ${claimed?.width} × ${claimed?.height}.`;
