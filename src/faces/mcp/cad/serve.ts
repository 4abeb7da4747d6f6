import { box } from '../../../evidence/boxes.js';
import { GroundglassError } from '../../../evidence/errors.js';
import { drawCad } from '../../../sources/cad/draw/draw-cad.js';
import { markDxf } from '../../../sources/cad/mark-dxf.js';
import { openCad } from '../../../sources/cad/open-cad.js';
import { readInputFile } from '../../../sources/input-file.js';
import type { Limits } from '../../../sources/limits.js';
import { checkOutput, writeOutput } from '../../../store/output-file.js';
import { serveMcpOverStdio } from '../stdio.js';
import { type CadServerOptions, createCadMcpServer } from './server.js';

export interface CadServing {
  readonly version: string;
  readonly limits: Limits;
  /** Where a DXF copy with the review marks is kept, written anew whenever they change; the drawing itself never is. */
  readonly marksCopy?: string;
}

/**
 * Serves one drawing over MCP on stdin and stdout, till the client goes away.
 * @throws GroundglassError what reading the file finds; `bad_argument` for a copy that can't be written, `unsupported_operation`
 *   for one of a DWG
 */
export async function serveCadMcp(file: string, { version, limits, marksCopy }: CadServing): Promise<void> {
  const bytes = await readInputFile(file, limits);
  const drawing = await openCad(bytes, limits);
  const spared = { files: [file], folders: [] };
  if (marksCopy !== undefined) {
    checkOutput(marksCopy, spared);
    if (drawing.format !== 'dxf') {
      throw new GroundglassError(
        'unsupported_operation',
        'Marks are saved to a copy of a DXF only, and this is a DWG.',
        'Save the drawing as DXF, or leave the copy out: marks are kept while the server runs.',
      );
    }
  }
  const options: CadServerOptions = {
    version,
    draw: (marked, window, widthPx, heightPx) => {
      const [model] = marked.layouts;
      if (model === undefined) throw new RangeError('a drawing without model space');
      return drawCad(marked, model, window, widthPx, heightPx, { limits });
    },
    onMarks: async (marks, textHeight) => {
      if (marksCopy === undefined) return;
      const placed = marks.map(({ box: b, text }) => ({ layout: 'Model', box: box('world', ...b), text, textHeight }));
      await writeOutput(marksCopy, placed.length === 0 ? bytes : markDxf(bytes, placed), spared);
    },
  };
  await serveMcpOverStdio(() => createCadMcpServer(drawing, options));
}
