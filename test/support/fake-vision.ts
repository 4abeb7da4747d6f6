import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A picture that a fake vision model was sent, under the label before it. */
interface SeenPicture {
  readonly label: string;
  readonly png: Uint8Array;
  readonly sha256: string;
}

/** One request to a fake vision model. */
export interface Asked {
  readonly system: string;
  /** Texts of the user's messages, in order. */
  readonly texts: readonly string[];
  readonly pictures: readonly SeenPicture[];
  /** Replies of tools so far. */
  readonly toolReplies: readonly string[];
  /** Names of the tools that it may call. */
  readonly tools: readonly string[];
  /** Name of the shape that is demanded; null where it may call tools. */
  readonly shape: string | null;
  readonly body: string;
}

/** What it answers: JSON or words, calls of tools, or a failure. */
export type Answer =
  | string
  | object
  | { readonly calls: readonly { readonly name: string; readonly arguments: unknown }[] }
  | { readonly status: number }
  | 'hang';

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/** An OpenAI-compatible vision endpoint on this machine that says what `answer` says. */
export async function fakeVision(
  answer: (asked: Asked, call: number) => Answer,
): Promise<{ url: string; asked: Asked[]; environment: Record<string, string> }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = askedIn(Buffer.concat(chunks).toString('utf8'));
      asked.push(one);
      const said = answer(one, asked.length);
      if (said === 'hang') return;
      if (typeof said === 'object' && 'status' in said) {
        response.writeHead(said.status as number).end();
        return;
      }
      const isCalls = typeof said === 'object' && 'calls' in said;
      const message = isCalls
        ? {
            content: null,
            tool_calls: (said.calls as { name: string; arguments: unknown }[]).map((call, i) => ({
              id: `call_${asked.length}_${i}`,
              type: 'function',
              function: {
                name: call.name,
                arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
              },
            })),
          }
        : { content: typeof said === 'string' ? said : JSON.stringify(said) };
      response.end(JSON.stringify({ choices: [{ message, finish_reason: isCalls ? 'tool_calls' : 'stop' }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, asked, environment: { GROUNDGLASS_VISION_URL: url, GROUNDGLASS_VISION_MODEL: 'fake-eye' } };
}

function askedIn(body: string): Asked {
  const { messages, tools, response_format } = JSON.parse(body);
  const parts: Part[] = messages
    .filter(({ role }: { role: string }) => role === 'user')
    .flatMap(({ content }: { content: string | Part[] }) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    );
  const pictures = parts.flatMap(({ image_url }, i) => {
    if (image_url === undefined) return [];
    const png = Buffer.from(image_url.url.split(',')[1] as string, 'base64');
    const label = /^Picture (.*):$/.exec(parts[i - 1]?.text ?? '')?.[1] ?? '';
    return [{ label, png, sha256: createHash('sha256').update(png).digest('hex') }];
  });
  return {
    system: messages[0].content,
    texts: parts.flatMap(({ text }) => (text === undefined ? [] : [text])),
    pictures,
    toolReplies: messages
      .filter(({ role }: { role: string }) => role === 'tool')
      .map(({ content }: { content: string }) => content),
    tools: (tools ?? []).map(({ function: { name } }: { function: { name: string } }) => name),
    shape: response_format?.json_schema?.name ?? null,
    body,
  };
}
