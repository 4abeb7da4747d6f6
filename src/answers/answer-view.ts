import { extname } from 'node:path';
import type { AskReply } from '../evidence/wire/ask.js';
import type { AskRequest } from '../evidence/wire/requests.js';
import { titleOf } from '../library/documents.js';
import type { Library } from '../library/library.js';
import { type OutputOptions, Outputs } from '../library/outputs.js';
import { encodePng } from '../sources/picture-budget.js';
import { rasterSvg } from '../sources/svg-raster.js';
import { answerHtml } from './answer-html.js';
import { type AnswerPlace, placeOf } from './answer-place.js';
import { ask } from './ask.js';
import { markedSvg } from './marked-svg.js';
import type { MemberOptions } from './members.js';

export interface AnswerFiles extends OutputOptions {
  /** Where to write the answer: `.png` the cited place as a picture, else a page for a browser. */
  readonly output?: string;
}

/** Long side of the picture of a cited place: beyond it vision models scale down. */
const LONG_SIDE_PX = 1568;

/**
 * Answers a question, and where that is asked for shows the answer to people: in one HTML file that loads nothing, with the
 * page and what is cited lit up on it, or as a picture of the cited place alone.
 */
export async function askAndShow(
  library: Library,
  { inline = false, ...request }: AskRequest,
  options: AnswerFiles & MemberOptions = {},
): Promise<AskReply> {
  const { documents } = await library.snapshots.current();
  const outputs = new Outputs(library, documents, options);
  outputs.check(options.output);
  const reply = await ask(library, request, options);
  if (options.output === undefined && !inline) return reply;
  const place = await placeOf(library, reply);
  if (options.output !== undefined && extname(options.output).toLowerCase() === '.png') {
    const png = place === null ? null : await pictureOf(library, place);
    const file = png === null ? null : await outputs.write(options.output, png);
    return { ...reply, view: { file, html: null, bytes: png?.byteLength ?? 0 } };
  }
  const titles = new Map(documents.map((entry) => [entry.digest, titleOf(library, entry) ?? entry.document]));
  const html = answerHtml({ reply, place, titles, language: library.options.language ?? 'en' });
  const file = await outputs.write(options.output, html);
  return { ...reply, view: { file, html: inline ? html : null, bytes: Buffer.byteLength(html) } };
}

/** The place as it is seen first, dimmed and marked. */
async function pictureOf(library: Library, { svg, size, view, marks }: AnswerPlace): Promise<Uint8Array> {
  const longSide = Math.max(view[2] - view[0], view[3] - view[1]);
  const options = { scale: LONG_SIDE_PX / longSide };
  const drawn = await rasterSvg(markedSvg(svg, size, view, marks), library.limits, options);
  return encodePng(drawn.pixels, drawn.width, drawn.height, 4);
}
