import { GroundglassError, toGroundglassError } from '../../evidence/errors.js';

/** What is used of `@mlightcad/libredwg-web`; handles of its objects are pointers into its memory. */
export interface LibreDwg {
  /** The drawing as DXF; null where it can't be read. */
  dwg_write_dxf(bytes: Uint8Array): Uint8Array | null;
  /** @param kind 0 for DWG */
  dwg_read_data(bytes: Uint8Array, kind: 0): number | undefined;
  dwg_getall_LAYER(data: number): number[];
  dwg_dynapi_entity_value(object: number, field: string): { readonly data?: unknown };
  dwg_free(data: number): void;
}

/** The package and the version that Groundglass is tested with. */
const PEER = '@mlightcad/libredwg-web';
const PEER_VERSION = '0.7.14';

/** The optional peer that reads DWG. @throws GroundglassError `engine_missing` where it is not installed */
export async function loadLibreDwg(): Promise<LibreDwg> {
  // A name in a variable: neither the compiler nor the bundler may look for what is not a dependency.
  const name: string = PEER;
  try {
    const { LibreDwg } = (await import(name)) as { LibreDwg: { create(): Promise<LibreDwg> } };
    return await LibreDwg.create();
  } catch (thrown) {
    const { code } = toGroundglassError(thrown);
    if (code !== 'engine_missing') throw thrown;
    throw new GroundglassError(
      'engine_missing',
      'DWG files are read by LibreDWG, which is not installed: it is under the GPL, and no part of Groundglass.',
      `Install it beside Groundglass (npm install ${PEER}@${PEER_VERSION}), or save the drawing as DXF.`,
      { package: PEER, version: PEER_VERSION },
      { cause: thrown },
    );
  }
}
