import { drawCad } from '../../../sources/cad/draw/draw-cad.js';
import { openCad } from '../../../sources/cad/open-cad.js';
import { readInputFile } from '../../../sources/input-file.js';
import type { Limits } from '../../../sources/limits.js';
import { serveMcpOverStdio } from '../stdio.js';
import { createCadMcpServer } from './server.js';

/**
 * Serves one drawing over MCP on stdin and stdout, till the client goes away.
 * @throws GroundglassError what reading the file finds
 */
export async function serveCadMcp(file: string, version: string, limits: Limits): Promise<void> {
  const drawing = await openCad(await readInputFile(file, limits), limits);
  const draw: Parameters<typeof createCadMcpServer>[1]['draw'] = (marked, window, widthPx, heightPx) => {
    const [model] = marked.layouts;
    if (model === undefined) throw new RangeError('a drawing without model space');
    return drawCad(marked, model, window, widthPx, heightPx, { limits });
  };
  await serveMcpOverStdio(() => createCadMcpServer(drawing, { version, draw }));
}
