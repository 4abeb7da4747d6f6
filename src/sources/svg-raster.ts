import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import { GroundglassError } from '../evidence/errors.js';
import type { Limits } from './limits.js';

export interface RawPicture {
  /** RGBA, 8 bits each, rows from the top. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The built entry of the process that draws, as in package.json `imports`. */
const PROCESS_ENTRY = '#processes/svg';
/** Room for the line of JSON before the pixels. */
const HEADER_BYTES = 1024;
const BYTES_PER_PIXEL = 4;

export interface RasterOptions {
  /** Pixels a unit of the drawing; 1 where nothing is said. */
  readonly scale?: number;
  /** Whether it has text to be set in this computer's fonts. Our own page SVGs have none. */
  readonly hasText?: boolean;
  /** A font file that all text is set in, whatever it asks for: the same on every computer. */
  readonly font?: string;
}

/**
 * Draws an SVG on white, in a process of its own: a drawing of a few lines can make the native renderer overflow its
 * stack, ask for terabytes (which aborts the process) or never end, and none of that can be stopped from within.
 * @param markup must refer to nothing outside itself; its size times the scale was checked against `limits.maxPixels`
 * @throws GroundglassError `too_slow` (past `limits.pageTimeoutMs`), `too_deep`, `file_damaged`
 */
export async function rasterSvg(markup: string, limits: Limits, options: RasterOptions = {}): Promise<RawPicture> {
  const [picture] = await rasterSvgs([{ markup }], limits, options);
  return picture as RawPicture;
}

/** One drawing, and the part of its picture that is wanted, in px; all of it where none is named. */
export interface SvgInput {
  readonly markup: string;
  readonly crop?: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

/** Draws several in one process, in their order; all of them together are held to the limits of one page's time. */
export function rasterSvgs(
  inputs: readonly SvgInput[],
  limits: Limits,
  { scale = 1, hasText = false, font }: RasterOptions = {},
): Promise<RawPicture[]> {
  const options = {
    background: '#ffffff',
    // Looking through the system's fonts takes longer than drawing.
    font: { loadSystemFonts: hasText, ...(font === undefined ? {} : { fontFiles: [font] }) },
    logLevel: 'off',
    ...(scale === 1 ? {} : { fitTo: { mode: 'zoom', value: scale } }),
  };
  const entry = createRequire(import.meta.url).resolve(PROCESS_ENTRY);
  const [program, args] = withMemoryLimit([process.execPath, entry, JSON.stringify(options)]);
  const draw = (): Promise<RawPicture[]> =>
    new Promise((resolve, reject) => {
      const child = execFile(
        program,
        args,
        {
          encoding: 'buffer',
          maxBuffer: inputs.length * (limits.maxPixels * BYTES_PER_PIXEL + HEADER_BYTES),
          timeout: limits.pageTimeoutMs,
          killSignal: 'SIGKILL',
          windowsHide: true,
          // No secrets and no NODE_OPTIONS; fonts are looked for under these.
          env: { HOME: process.env.HOME, SystemRoot: process.env.SystemRoot, LOCALAPPDATA: process.env.LOCALAPPDATA },
        },
        (error, stdout, stderr) => {
          if (error) reject(failure(error, stderr.toString('utf8'), limits));
          else resolve(rawPictures(stdout));
        },
      );
      // A child that dies early closes the pipe; its exit is what gets reported.
      child.stdin?.on('error', () => child.kill('SIGKILL'));
      child.stdin?.end(JSON.stringify(inputs));
    });
  return inProcess(draw);
}

/** Drawings under way at once: each is a process with memory of its own, and hostile ones use all that they may. */
const MAX_DRAWINGS = 2;
const inProcess = pLimit(MAX_DRAWINGS);
/** Memory of one drawing, KiB. The largest picture allowed by default takes 48 MB; layers and masks add copies of it. */
const MAX_MEMORY_KIB = 1_000_000;

/** The command with its memory bounded where the system's shell can do that; elsewhere it is bounded by time alone. */
function withMemoryLimit(command: readonly [string, ...string[]]): [program: string, args: string[]] {
  const [program, ...args] = command;
  if (process.platform === 'win32') return [program, args];
  return ['/bin/sh', ['-c', `ulimit -d ${MAX_MEMORY_KIB} 2>/dev/null; exec "$0" "$@"`, program, ...args]];
}

function rawPictures(output: Buffer): RawPicture[] {
  const pictures: RawPicture[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const { width, height } = JSON.parse(output.toString('utf8', at, end)) as { width: number; height: number };
    const next = end + 1 + width * height * BYTES_PER_PIXEL;
    pictures.push({ pixels: output.subarray(end + 1, next), width, height });
    at = next;
  }
  return pictures;
}

function failure(error: { killed?: boolean; signal?: unknown }, message: string, limits: Limits): GroundglassError {
  const nextStep = 'Such a drawing is broken or hostile; use another one.';
  if (error.killed) {
    return new GroundglassError('too_slow', `Drawing the SVG took over ${limits.pageTimeoutMs} ms.`, nextStep, {
      page_timeout_ms: limits.pageTimeoutMs,
    });
  }
  if (message.includes('nodes limit')) {
    return new GroundglassError('too_deep', 'The SVG nests too deep, or refers to itself.', nextStep);
  }
  const why = error.signal ? `the renderer ended with ${error.signal}` : message;
  return new GroundglassError('file_damaged', `The SVG can't be drawn: ${why}.`, nextStep, {}, { cause: error });
}
