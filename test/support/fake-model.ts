import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { sentenceFor } from '../../src/pipeline/charts/proposal.js';

/** A line of lettering as a model is told of it. */
export interface Line {
  readonly text: string;
  readonly element_ids: readonly string[];
}

/** One call that a fake model got. */
export interface Call {
  /** `chart`, `description` or `plan`. */
  readonly name: string;
  /** The whole request, for what must not be in it. */
  readonly body: string;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** What it says: the content of a message, or something else that servers do. */
export type Said =
  | string
  | { readonly status: number }
  | { readonly raw: string }
  | { readonly finish: string }
  | 'hang';

/** An OpenAI-compatible endpoint on this machine that says what `answer` says. */
export async function fakeModel(answer: (call: Call) => Said): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { messages, response_format } = JSON.parse(body);
      const [, { content }] = messages;
      const text = typeof content === 'string' ? content : content[0].text;
      const call = { name: response_format.json_schema.name, body, text, headers: request.headers };
      calls.push(call);
      const said = answer(call);
      if (said === 'hang') return;
      if (typeof said === 'object' && 'status' in said) response.writeHead(said.status).end();
      else if (typeof said === 'object' && 'raw' in said) response.end(said.raw);
      else {
        const finish_reason = typeof said === 'object' ? said.finish : 'stop';
        const message = { content: typeof said === 'object' ? '{"grammar": "bar", "points": [' : said };
        response.end(JSON.stringify({ choices: [{ message, finish_reason }] }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls };
}

export const linesOf = ({ text }: Pick<Call, 'text'>): Line[] => JSON.parse(text).lines;

/** A citation of a whole line. */
export function cite(lines: readonly Line[], text: string) {
  const line = lines.find((one) => one.text === text);
  if (line === undefined) throw new Error(`no line ${JSON.stringify(text)}`);
  return { text, element_ids: [...line.element_ids] };
}
type Cited = ReturnType<typeof cite>;

interface FakePoint {
  series: Cited | null;
  category: Cited | null;
  period: Cited | null;
  unit: string | null;
  unit_source: Cited | null;
  value: string;
  printed: Cited;
}
export interface FakeChart {
  grammar: string;
  title: Cited | null;
  period: Cited | null;
  points: FakePoint[];
}
export interface FakeDescription {
  sentences: { text: string; element_ids: string[] }[];
}

const DOTS = [
  ['North', '41.5', '18.2'],
  ['South', '36.0', '25.4'],
  ['West', '52.3', '30.1'],
] as const;

/** What a good model says of the dot plot of `report.ts`. */
export function dotChart(lines: readonly Line[]): FakeChart {
  const title = cite(lines, 'Orders received (EUR m)');
  return {
    grammar: 'unknown',
    title,
    period: null,
    points: DOTS.flatMap(([name, domestic, abroad]) =>
      [['Domestic', domestic] as const, ['Abroad', abroad] as const].map(([series, value]) => ({
        series: cite(lines, series),
        category: cite(lines, name),
        period: null,
        unit: 'EUR m',
        unit_source: title,
        value,
        printed: cite(lines, value),
      })),
    ),
  };
}

/** The sentences that agree with a chart. */
export function described({ title, period, points }: FakeChart): FakeDescription {
  return {
    sentences: points.map((point) => {
      const [series, when] = [point.series ?? title, point.period ?? period];
      const cited = [series, point.category, when, point.unit_source, point.printed];
      return {
        text: sentenceFor({
          series: series?.text ?? null,
          category: point.category?.text ?? null,
          period: when?.text ?? null,
          value: point.value,
          unit: point.unit,
        }),
        element_ids: [...new Set(cited.flatMap((one) => one?.element_ids ?? []))],
      };
    }),
  };
}

/** A model that is right, but for what `change` makes of what it says. */
export const dotModel =
  (change: (chart: FakeChart, description: FakeDescription, lines: Line[]) => void = () => undefined) =>
  (call: Call): Said => {
    const lines = linesOf(call);
    const chart = dotChart(lines);
    const description = described(chart);
    change(chart, description, lines);
    return JSON.stringify(call.name === 'chart' ? chart : description);
  };
