import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FakeGoosed, fakeGoosed } from './support/fake-goosed.js';
import { guardBefore } from './support/guard-gateway.js';
import { MAX_BASE64, type Sample, samples } from './support/matrix-pictures.js';
import { type Judge, MODELS, type ModelKind, pictureJudge, shownIn } from './support/picture-judge.js';

/**
 * Every place of a picture × everything that may be wrong with it × every kind of model × every dialect: the turn and the next
 * plain one succeed, what the person said stays, and each picture is shown or has a sentence in its stead.
 */
const DIALECTS = ['OpenAI chat', 'OpenAI responses', 'Anthropic', 'goose'] as const;
type DialectName = (typeof DIALECTS)[number];
const PLACES = [
  'user part',
  'tool result',
  'nested in a tool result',
  'path in text',
  'data URI in text',
  'unknown part',
] as const;
type Place = (typeof PLACES)[number];

const SAID = '请看 look at this ①';
const NEXT = 'and a plain turn ②';
const folder = mkdtempSync(join(tmpdir(), 'guard-matrix-'));

let judge: Judge;
let gateway: string;
let goose: { readonly url: string; readonly goosed: FakeGoosed };
beforeAll(async () => {
  judge = await pictureJudge();
  const models = { textOnly: ['text-only*'], vision: ['vision*', 'metadata lies*'], maxBase64: MAX_BASE64 };
  gateway = (await guardBefore(judge.url, models)).url;
  const { url, goosed } = await fakeGoosed({ version: '1.31', llm: `${judge.url}/v1`, tools: [] });
  goose = { url: (await guardBefore(url, { dialect: 'goose', ...models })).url, goosed };
});

interface Cell {
  readonly place: Place;
  readonly sample: Sample;
  readonly model: ModelKind;
  readonly dialect: DialectName;
}

/** Why there is nothing to try. */
function notApplicable({ place, model, dialect }: Cell): string | null {
  if (place === 'path in text' && dialect !== 'goose') return 'only goose loads files by their path';
  if (dialect === 'goose' && model === 'vision, not in tool results') {
    return 'goose hands pictures of tools on as those of a user';
  }
  return null;
}

let runs = 0;
async function tried(cell: Cell): Promise<string> {
  const why = notApplicable(cell);
  if (why !== null) return `n/a: ${why}`;
  const model = `${cell.model} ${(runs += 1)}`;
  const faults = isStateless(cell) ? await stateless(cell, model) : await inSession(cell, model);
  // Hundreds of bodies of megabytes are more than need be kept.
  judge.last.delete(model);
  return faults.length === 0 ? '✓' : `✗ ${faults.join('; ')}`;
}

type StatelessCell = Cell & { readonly dialect: keyof typeof WRITERS };
const isStateless = (cell: Cell): cell is StatelessCell => cell.dialect !== 'goose';

async function stateless(cell: StatelessCell, model: string): Promise<string[]> {
  const faults: string[] = [];
  for (const body of bodiesOf(cell)) {
    const sent = Buffer.from(body.replace(ANY_MODEL, model));
    const reply = await fetch(`${gateway}${WRITERS[cell.dialect].path}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: sent,
    });
    if (reply.status !== 200) faults.push((await reply.text()).slice(0, 160));
  }
  return [...faults, ...lost(cell, model)];
}

const ANY_MODEL = 'ANY MODEL';
let written: { readonly key: string; readonly bodies: readonly string[] } = { key: '', bodies: [] };

/** The turn and the next one; models that come one after the other get the same. */
function bodiesOf(cell: StatelessCell): readonly string[] {
  const { turn, request, plain } = WRITERS[cell.dialect];
  const key = [cell.dialect, cell.place, cell.sample.name].join();
  if (written.key !== key) {
    const first = turn(cell);
    written = { key, bodies: [first, [...first, ...plain]].map((it) => JSON.stringify(request(ANY_MODEL, it))) };
  }
  return written.bodies;
}

async function inSession(cell: Cell, model: string): Promise<string[]> {
  const { sample, place } = cell;
  const images = sample.base64.map((data) => ({ type: 'image', data, mimeType: sample.mediaType }));
  const session = goose.goosed.start(GOOSE_HISTORIES[place]?.(images) ?? []);
  session.model_config = { model_name: model };
  const faults: string[] = [];
  const turns = [
    [{ type: 'text', text: SAID }, ...(GOOSE_PARTS[place]?.(sample, images) ?? [])],
    [{ type: 'text', text: NEXT }],
  ];
  for (const content of turns) {
    const body = JSON.stringify({ session_id: session.id, user_message: { role: 'user', created: 1, content } });
    const headers = { 'x-secret-key': 'sesame', ...JSON_TYPE };
    const stream = await (await fetch(`${goose.url}/reply`, { method: 'POST', headers, body })).text();
    if (/"type":"Error"/.test(stream)) faults.push(stream.slice(0, 160));
  }
  return [...faults, ...lost(cell, model)];
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** What the last request lacks of what it must hold. */
function lost({ sample, place, dialect, model: kind }: Cell, model: string): string[] {
  const body = judge.last.get(model) ?? '';
  const faults = [SAID, NEXT].filter((it) => !body.includes(it)).map((it) => `lost ${JSON.stringify(it)}`);
  const seen = shownIn(JSON.parse(body || '{}')).length;
  const bytes = sample.base64.filter((it) => body.includes(it)).length;
  const sentences = body.match(/is not shown to this model/g)?.length ?? 0;
  // Of one that is said to see nothing else is known until it refuses; a data URI in a text it may take for text.
  const isBlind = kind === 'text-only' || (kind === 'metadata lies' && judge.refusals.has(model));
  if (kind === 'metadata lies' && seen > 0) faults.push(`${seen} pictures shown to it`);
  if (isBlind && bytes + seen > 0) faults.push(`${bytes} pictures reached it`);
  // goose loads one picture of a text at most, and none that does not begin as one; a path that it does not load is a word.
  if (place === 'path in text' && dialect === 'goose') return faults;
  const kept = Math.max(seen, bytes);
  if (kept + sentences < sample.base64.length) {
    faults.push(`${sample.base64.length} pictures, ${kept} shown, ${sentences} sentences`);
  }
  return faults;
}

type Part = Record<string, unknown>;
const dataUri = (mediaType: string, base64: string): string => `data:${mediaType};base64,${base64}`;
const inText = ({ mediaType, base64 }: Sample): string =>
  `${SAID} ${base64.map((it) => dataUri(mediaType, it)).join(' ')}`;
/** A web page is "called PNG" by its media type; all else tells by its bytes. */
const foreign = ({ name, mediaType, base64 }: Sample): Part[] =>
  base64.map((bytes) => ({
    type: 'capture',
    payload: { ...(name === 'HTML called PNG' ? { mime_type: mediaType } : {}), bytes },
  }));
/** What an agent writes that hands the result of an MCP tool on as text. */
const mcpText = ({ mediaType, base64 }: Sample): string =>
  JSON.stringify({ content: base64.map((data) => ({ type: 'image', data, mimeType: mediaType })) });

const chatPart =
  (mediaType: string) =>
  (base64: string): Part => ({
    type: 'image_url',
    image_url: { url: dataUri(mediaType, base64) },
  });
const responsesPart =
  (mediaType: string) =>
  (base64: string): Part => ({
    type: 'input_image',
    image_url: dataUri(mediaType, base64),
  });
const anthropicPart =
  (mediaType: string) =>
  (base64: string): Part => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: base64 },
  });

const WRITERS = {
  'OpenAI chat': {
    path: '/v1/chat/completions',
    request: (model: string, messages: unknown[]) => ({ model, messages }),
    plain: [
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: NEXT },
    ],
    turn: ({ place, sample }: Cell): unknown[] => {
      const parts = sample.base64.map(chatPart(sample.mediaType));
      const user = (...content: unknown[]) => ({ role: 'user', content: [{ type: 'text', text: SAID }, ...content] });
      const tool = (content: unknown) => [
        user(),
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content },
      ];
      if (place === 'tool result') return tool(parts);
      if (place === 'nested in a tool result') return tool(mcpText(sample));
      if (place === 'data URI in text') return [{ role: 'user', content: inText(sample) }];
      return [user(...(place === 'unknown part' ? foreign(sample) : parts))];
    },
  },
  'OpenAI responses': {
    path: '/v1/responses',
    request: (model: string, input: unknown[]) => ({ model, input }),
    plain: [
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: NEXT },
    ],
    turn: ({ place, sample }: Cell): unknown[] => {
      const parts = sample.base64.map(responsesPart(sample.mediaType));
      const user = (...content: unknown[]) => ({
        role: 'user',
        content: [{ type: 'input_text', text: SAID }, ...content],
      });
      const tool = (output: unknown) => [
        user(),
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output },
      ];
      if (place === 'tool result') return tool(parts);
      if (place === 'nested in a tool result') return tool(mcpText(sample));
      if (place === 'data URI in text') return [{ role: 'user', content: inText(sample) }];
      return [user(...(place === 'unknown part' ? foreign(sample) : parts))];
    },
  },
  Anthropic: {
    path: '/v1/messages',
    request: (model: string, messages: unknown[]) => ({ model, max_tokens: 9, messages }),
    plain: [
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: NEXT },
    ],
    turn: ({ place, sample }: Cell): unknown[] => {
      const parts = sample.base64.map(anthropicPart(sample.mediaType));
      const user = (...content: unknown[]) => ({ role: 'user', content: [{ type: 'text', text: SAID }, ...content] });
      const tool = (content: unknown) => [
        user(),
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] },
      ];
      if (place === 'tool result') return tool(parts);
      if (place === 'nested in a tool result') {
        return tool([{ type: 'document', source: { type: 'content', content: parts } }]);
      }
      if (place === 'data URI in text') return [{ role: 'user', content: inText(sample) }];
      return [user(...(place === 'unknown part' ? foreign(sample) : parts))];
    },
  },
};

const gooseTool = (value: unknown) => [
  { role: 'user' as const, created: 1, content: [{ type: 'text', text: 'before' }] },
  {
    role: 'assistant' as const,
    created: 1,
    content: [{ type: 'toolRequest', id: 'c', toolCall: { status: 'success', value: { name: 'f', arguments: {} } } }],
  },
  {
    role: 'user' as const,
    created: 1,
    content: [{ type: 'toolResponse', id: 'c', toolResult: { status: 'success', value } }],
  },
  { role: 'assistant' as const, created: 1, content: [{ type: 'text', text: 'ok' }] },
];

const GOOSE_HISTORIES: Partial<Record<Place, (images: Part[]) => ReturnType<typeof gooseTool>>> = {
  'tool result': (images) => gooseTool(images),
  'nested in a tool result': (images) => gooseTool({ content: images, isError: false }),
};

const GOOSE_PARTS: Partial<Record<Place, (sample: Sample, images: Part[]) => Part[]>> = {
  'user part': (_, images) => images,
  'unknown part': (sample) => foreign(sample),
  'data URI in text': (sample) => [{ type: 'text', text: inText(sample) }],
  'path in text': ({ name, base64 }) => {
    const paths = base64.map((it, i) => {
      const path = join(folder, `${name.replaceAll(' ', '-')}-${i}.png`);
      writeFileSync(path, Buffer.from(it, 'base64'));
      return path;
    });
    return [{ type: 'text', text: `see ${paths.join(' ')} please` }];
  },
};

describe('pictures in every place, of every kind, before every model, in every dialect', () => {
  it('fail no turn, now or later, and go nowhere without a word', async () => {
    const columns = DIALECTS.flatMap((dialect) => MODELS.map((model) => ({ dialect, model })));
    const rows: string[][] = [];
    const reasons = new Set<string>();
    for (const place of PLACES) {
      for (const sample of await samples()) {
        const cells: string[] = [];
        for (const column of columns) cells.push(await tried({ place, sample, ...column }));
        for (const it of cells) if (it.startsWith('n/a')) reasons.add(it);
        rows.push([place, sample.name, ...cells.map((it) => it.replace(/^n\/a:.*/, 'n/a'))]);
      }
    }
    const faults = rows.flatMap(([place, name, ...cells]) =>
      cells.flatMap((it, i) =>
        it.startsWith('✗') ? [`${place}, ${name}, ${columns[i]?.dialect}, ${columns[i]?.model}: ${it}`] : [],
      ),
    );
    expect(faults).toEqual([]);
    await expect(document(columns, rows, [...reasons])).toMatchFileSnapshot('../docs/guard-matrix.md');
  }, 300_000);
});

function document(
  columns: readonly Pick<Cell, 'dialect' | 'model'>[],
  rows: readonly string[][],
  reasons: string[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const tables = DIALECTS.flatMap((dialect) => {
    const chosen = columns.flatMap((column, i) => (column.dialect === dialect ? [i + 2] : []));
    const head = ['place', 'picture', ...MODELS];
    const body = rows.map((row) => line([row[0] ?? '', row[1] ?? '', ...chosen.map((i) => row[i] ?? '')]));
    return [`## ${dialect}`, '', line(head), line(head.map(() => '---')), ...body, ''];
  });
  return [
    '# What was tried of the guard',
    '',
    'Written by `test/guard-matrix.test.ts`, which fails where a cell does. ✓: over real HTTP, the turn with the picture and the',
    'next plain turn succeed; what the person said arrives; no picture reaches a model that takes none there; each picture is shown,',
    'or a sentence stands in its place. "metadata lies": the model is configured to see, and refuses; until it has refused one, a data',
    'URI in a text goes to it as the text that it is. "HTML called PNG": by its media type. The API behind the gateway',
    'decodes what it is shown, and refuses what is broken, too large, animated or too many.',
    '',
    ...reasons.map((it) => `- ${it}`),
    '',
    ...tables,
  ].join('\n');
}
