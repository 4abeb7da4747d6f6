import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type CalibrateReply, calibrateReplySchema } from '../../evidence/wire/calibrate.js';
import { writeOutput } from '../../store/output-file.js';

/** What models were found to read, by their names: in the library folder. */
const FILE = 'calibrations.json';
const fileSchema = z.record(z.string(), calibrateReplySchema);

/** Keeps what a model reads, in place of what was found before. @throws GroundglassError `bad_argument` */
export async function keepCalibration(folder: string, calibration: CalibrateReply): Promise<void> {
  const all = { ...calibrationsIn(folder), [calibration.model]: calibration };
  await writeOutput(join(folder, FILE), `${JSON.stringify(all, null, 1)}\n`, { files: [], folders: [] });
}

/**
 * The settings with the sizes that the vision model in force reads, where it was calibrated and the user sets none. Text comes filled
 * and stroked, so that the larger of both counts.
 */
export function withCalibration(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const model = environment.GROUNDGLASS_VISION_MODEL;
  const found = model ? calibrationsIn(folder)[model] : undefined;
  if (found === undefined) return environment;
  const { filled, stroked } = found.text_px;
  const text = filled === null || stroked === null ? null : Math.max(filled, stroked);
  return {
    ...(text === null ? {} : { GROUNDGLASS_TEXT_READABLE_PX: String(text) }),
    ...(found.line_px === null ? {} : { GROUNDGLASS_LINE_READABLE_PX: String(found.line_px) }),
    ...environment,
  };
}

/** Nothing where there is no such file, or it holds something else. */
function calibrationsIn(folder: string): Readonly<Record<string, CalibrateReply>> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
  } catch {
    return {};
  }
}
