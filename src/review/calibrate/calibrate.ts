import { z } from 'zod';
import { GroundglassError } from '../../evidence/errors.js';
import type { CalibrateReply } from '../../evidence/wire/calibrate.js';
import type { ChatService } from '../../models/chat-service.js';
import { converse } from '../../models/conversation.js';
import { jsonIn } from '../../models/json-in.js';
import { visionServiceFrom } from '../../models/vision-endpoint.js';
import { type Limits, limitsFrom } from '../../sources/limits.js';
import { type Lettering, linePicture, pngOf, type TestPicture, targetPicture, textPicture } from './test-pictures.js';

/** Heights of capitals that are tried, the largest first: where one is not read, smaller ones are not tried. */
export const TEXT_SIZES_PX = [24, 20, 16, 12, 10, 8, 6, 5, 4] as const;
/** Gaps between two lines that are tried, likewise. */
export const LINE_GAPS_PX = [12, 10, 8, 6, 5, 4, 3, 2] as const;
/** Texts without words, so that nothing can be guessed; no two signs of one text are mistaken for each other by design. */
export const TEXTS = ['K7X3RV', '4HWN9T', 'E2YA6P', 'V3MK8C', 'R9T4HX', 'W6NP2E'];
/** Places of planted targets, as fractions of the picture. */
export const TARGETS = [
  [0.22, 0.31],
  [0.71, 0.18],
  [0.36, 0.77],
  [0.88, 0.64],
] as const;
const MAX_ROUNDS = 10;

const INSTRUCTIONS = {
  text: 'You are shown a picture with one line of capital letters and digits. Copy it exactly: {"answer": "…"}. Answer with that JSON object and nothing else; where you can’t read it, answer {"answer": ""}.',
  line: 'You are shown a picture with either one horizontal line, or two close to each other. Answer {"answer": "one"} or {"answer": "two"} and nothing else.',
  target:
    'You are shown a picture with circles and one cross. Say where to zoom to see the cross: {"answer": "x,y"}, its middle as fractions of the picture’s width and height from the top left, such as "0.25,0.5". Answer with that JSON object and nothing else.',
} as const;

const answerSchema = z.strictObject({ answer: z.string() });

/**
 * Tries out how small a vision model reads: text in filled and in stroked letters, one line against two, each black on white and
 * white on black, and how far off it names a place. A size counts where it was read right in all rounds.
 *
 * @throws GroundglassError `bad_argument` where no model is named, `upstream_refused` where it can't be asked
 */
export async function calibrate(
  environment: NodeJS.ProcessEnv,
  { model, rounds, signal }: { readonly model?: string; readonly rounds: number; readonly signal?: AbortSignal },
): Promise<CalibrateReply> {
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS) {
    throw new GroundglassError(
      'bad_argument',
      `--rounds is ${rounds}.`,
      `Give a whole number from 1 to ${MAX_ROUNDS}.`,
    );
  }
  const service = visionServiceFrom(
    model === undefined ? environment : { ...environment, GROUNDGLASS_VISION_MODEL: model },
  );
  if (service === null) {
    throw new GroundglassError(
      'bad_argument',
      'No vision model is named, so there is none to try out.',
      'Set GROUNDGLASS_VISION_URL and GROUNDGLASS_VISION_MODEL.',
    );
  }
  const examiner = new Examiner(service, limitsFrom(environment), signal);
  const ofText = (lettering: Lettering) =>
    smallest(TEXT_SIZES_PX, rounds, (size, round) => {
      const text = TEXTS[(round + size) % TEXTS.length] as string;
      return examiner.reads('text', textPicture(text, lettering, size), (answer) => plain(answer) === text);
    });
  const text_px = { filled: await ofText('filled'), stroked: await ofText('stroked') };
  const line_px = await smallest(LINE_GAPS_PX, rounds, async (gap) => {
    const one = await examiner.reads('line', linePicture(1, gap), (answer) => plain(answer) === 'ONE');
    return one && examiner.reads('line', linePicture(2, gap), (answer) => plain(answer) === 'TWO');
  });
  const errors: number[] = [];
  for (const target of TARGETS) {
    const place = placeIn(await examiner.ask('target', targetPicture(target), false));
    if (place !== null) errors.push(Math.hypot(place[0] - target[0], place[1] - target[1]));
  }
  const grounding_error =
    errors.length === 0 ? null : Math.round((errors.reduce((a, b) => a + b) / errors.length) * 1_000) / 1_000;
  return { model: service.model, text_px, line_px, grounding_error, pictures: examiner.pictures };
}

const plain = (answer: string): string => answer.normalize('NFKC').replace(/\s/gu, '').toUpperCase();

function placeIn(answer: string): readonly [number, number] | null {
  const [x = Number.NaN, y = Number.NaN] = answer.split(/[,，\s]+/u).map(Number);
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? [x, y] : null;
}

/** The smallest size that is read in every round; sizes fall, and the first that is not read ends it. */
async function smallest(
  sizes: readonly number[],
  rounds: number,
  isRead: (size: number, round: number) => Promise<boolean>,
): Promise<number | null> {
  let read: number | null = null;
  for (const size of sizes) {
    for (let round = 0; round < rounds; round += 1) if (!(await isRead(size, round))) return read;
    read = size;
  }
  return read;
}

class Examiner {
  pictures = 0;

  constructor(
    private readonly service: ChatService,
    private readonly limits: Limits,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Whether the answer is right for the picture and for its negative. */
  async reads(
    task: keyof typeof INSTRUCTIONS,
    picture: TestPicture,
    isRight: (answer: string) => boolean,
  ): Promise<boolean> {
    for (const inverted of [false, true]) if (!isRight(await this.ask(task, picture, inverted))) return false;
    return true;
  }

  /** '' for an answer that is none. */
  async ask(task: keyof typeof INSTRUCTIONS, picture: TestPicture, inverted: boolean): Promise<string> {
    this.pictures += 1;
    const png = await pngOf(picture, inverted, this.limits);
    const { text } = await converse(
      this.service,
      {
        instructions: INSTRUCTIONS[task],
        messages: [{ by: 'us', text: 'The picture.', pictures: [{ label: 'test', png }] }],
        tools: [],
        shape: { name: task, schema: answerSchema },
      },
      this.signal,
    );
    return answerSchema.safeParse(jsonIn(text ?? '')).data?.answer ?? '';
  }
}
