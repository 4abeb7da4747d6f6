import { GroundglassError } from '../../evidence/errors.js';

/** Turns a DWG into the bytes of a DXF. */
export async function dwgToDxf(_bytes: Uint8Array): Promise<Uint8Array> {
  throw new GroundglassError('engine_missing', 'x', 'y');
}
