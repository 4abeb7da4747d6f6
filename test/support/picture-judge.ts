import sharp from 'sharp';
import { MAX_BASE64 } from './matrix-pictures.js';
import { bodyOf, listening } from './servers.js';

/** How a model takes pictures: by the beginning of its name. `lies` is said to see, and does not. */
export const MODELS = ['text-only', 'vision', 'vision, not in tool results', 'metadata lies'] as const;
export type ModelKind = (typeof MODELS)[number];

interface Shown {
  readonly inTool: boolean;
  readonly base64: string;
  readonly isForeign: boolean;
}

export interface Judge {
  readonly url: string;
  /** The last request of each model. */
  readonly last: Map<string, string>;
  /** What each model refused. */
  readonly refusals: Map<string, string[]>;
}

/**
 * An API before models of every kind, which looks for pictures by itself: it knows nothing of the gateway's code. One that sees
 * decodes what it is shown, and refuses what real ones refuse.
 */
export async function pictureJudge(): Promise<Judge> {
  const judge = { last: new Map<string, string>(), refusals: new Map<string, string[]>() };
  const url = await listening(async (request, response) => {
    const body = await bodyOf(request);
    const document = JSON.parse(body);
    const model = String(document.model);
    judge.last.set(model, body);
    response.setHeader('content-type', 'application/json');
    const refusal = await refusalOf(model, shownIn(document));
    if (refusal !== null) {
      judge.refusals.set(model, [...(judge.refusals.get(model) ?? []), refusal]);
      return response
        .writeHead(400)
        .end(JSON.stringify({ error: { message: refusal, type: 'invalid_request_error' } }));
    }
    response.end(
      JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'ok' } }], output: [], content: [] }),
    );
  });
  return { url, ...judge };
}

async function refusalOf(model: string, shown: readonly Shown[]): Promise<string | null> {
  const foreign = shown.find(({ isForeign }) => isForeign);
  if (foreign !== undefined) return 'messages[0]: unknown variant `capture`, expected one of `text`, `image_url`';
  if (shown.length === 0) return null;
  if (model.startsWith('text-only') || model.startsWith('metadata lies')) {
    return 'messages[0]: unknown variant `image_url`, expected `text` at line 1 column 48';
  }
  if (model.startsWith('vision, not') && shown.some(({ inTool }) => inTool)) {
    return 'images in tool results are not supported by this model';
  }
  if (shown.length > 20) return `${shown.length} images; at most 20 are allowed`;
  for (const { base64 } of shown) {
    const fault = faults.get(base64) ?? faultOf(base64);
    faults.set(base64, fault);
    const known = await fault;
    if (known !== null) return known;
  }
  return null;
}

/** Pictures come again and again: each is looked at once. */
const faults = new Map<string, Promise<string | null>>();

async function faultOf(base64: string): Promise<string | null> {
  if (base64.length > MAX_BASE64) return 'image exceeds the maximum';
  const facts = await sharp(Buffer.from(base64, 'base64'), { animated: true })
    .stats()
    .then(() => sharp(Buffer.from(base64, 'base64')).metadata())
    .catch(() => null);
  if (facts === null || facts.format === 'svg') return 'could not process image';
  return (facts.pages ?? 1) > 1 ? 'animated images are not allowed' : null;
}

/** Every picture that a document shows a model, by the shapes of APIs. */
export function shownIn(document: unknown, inTool = false): Shown[] {
  if (Array.isArray(document)) return document.flatMap((it) => shownIn(it, inTool));
  if (typeof document !== 'object' || document === null) return [];
  // biome-ignore lint/suspicious/noExplicitAny: shapes of four APIs
  const part = document as any;
  const here = inTool || part.role === 'tool' || /tool_result|_output$|toolResponse/.test(part.type ?? '');
  const url = part.image_url?.url ?? part.image_url;
  if (typeof url === 'string') return [{ inTool: here, base64: url.replace(/^data:.*?,/, ''), isForeign: false }];
  const data = part.type === 'image' ? (part.source?.data ?? part.data) : undefined;
  if (typeof data === 'string') return [{ inTool: here, base64: data, isForeign: false }];
  if (part.type === 'capture') return [{ inTool: here, base64: '', isForeign: true }];
  return Object.values(part).flatMap((it) => shownIn(it, here));
}
