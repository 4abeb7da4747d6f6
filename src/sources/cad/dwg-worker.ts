import { GroundglassError } from '../../evidence/errors.js';
import { serveThread } from '../engine-thread-entry.js';
import { loadLibreDwg } from './libredwg.js';

/** The calls that the thread answers. */
export const dwgCalls = {
  convert: async (bytes: Uint8Array) => {
    const libre = await loadLibreDwg();
    const dxf = libre.dwg_write_dxf(bytes);
    if (dxf === null) {
      throw new GroundglassError(
        'file_damaged',
        'The DWG can’t be read: it is cut off, damaged, or of a version that LibreDWG does not know.',
        'Open it in a CAD program, audit it, and save it as DXF.',
      );
    }
    return { value: { dxf, layersOff: layersOff(libre, bytes) }, transfer: [dxf.buffer as ArrayBuffer] };
  },
};

function layersOff(libre: Awaited<ReturnType<typeof loadLibreDwg>>, bytes: Uint8Array): string[] {
  const data = libre.dwg_read_data(bytes, 0);
  if (data === undefined) return [];
  try {
    const field = (layer: number, name: string): unknown => libre.dwg_dynapi_entity_value(layer, name).data;
    return libre
      .dwg_getall_LAYER(data)
      .filter((layer) => field(layer, 'off') === 1)
      .map((layer) => String(field(layer, 'name')));
  } finally {
    libre.dwg_free(data);
  }
}

serveThread(dwgCalls);
