import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { charts } from '../src/answers/charts.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import { cite, described, dotChart, type FakeChart, fakeModel, type Line, linesOf } from './support/fake-model.js';
import { tempFolder } from './support/library-files.js';
import { dotPlot, put, report } from './support/report.js';

const folder = tempFolder();
let files = 0;

/** What is made of a page when a vision model says `chart` of it, with the description agreeing. */
async function readWith(page: string, chart: (lines: readonly Line[]) => FakeChart) {
  const { url } = await fakeModel((call) => {
    const said = chart(linesOf(call));
    return JSON.stringify(call.name === 'chart' ? said : described(said));
  });
  const path = join(folder, `page-${files++}`);
  writeFileSync(`${path}.pdf`, report(page));
  const environment = { GROUNDGLASS_VISION_URL: url, GROUNDGLASS_VISION_MODEL: 'eyes-1' };
  const library = Library.open(path, { create: true, environment });
  try {
    const { documents } = await add(library, { paths: [`${path}.pdf`] });
    const reply = await charts(library, { doc: documents[0]?.digest as string, full: false });
    return reply.charts
      .filter(({ producers }) => producers[0]?.startsWith('model-chart-v1'))
      .map(({ period, points, refused }) => ({
        period,
        verified: points.filter(({ verification }) => verification === 'VERIFIED').map(({ value }) => value),
        refused: [...new Set(refused.map(({ reason }) => reason))],
        first: refused.filter(({ point }) => point === 0).map(({ reason }) => reason),
      }));
  } finally {
    await library.close();
  }
}

const without = (page: string, ...texts: readonly string[]): string =>
  page
    .split('\n')
    .filter((line) => !texts.some((text) => line.includes(text)))
    .join('\n');
/** Ticks of the scale on which the plot's `Domestic` dots stand. */
const axis = ['20', '30', '40', '50', '60'].map((tick) => put(tick, 44, 203 - 2 * Number(tick), 8)).join('');
const onlyFirst = (chart: FakeChart): FakeChart => ({ ...chart, points: chart.points.slice(0, 1) });
const withFirst = (chart: FakeChart, change: Partial<FakeChart['points'][0]>): FakeChart => ({
  ...chart,
  points: chart.points.map((point, i) => (i === 0 ? { ...point, ...change } : point)),
});

describe('a tick of an axis proposed as a value', () => {
  it('is refused, with or without a label at the mark, and the others stand', async () => {
    const asTick = (lines: readonly Line[]) => withFirst(dotChart(lines), { value: '40', printed: cite(lines, '40') });
    const [read] = await readWith(dotPlot() + axis, asTick);
    expect(read?.first).toContain('AXIS_VALUE');
    expect(read?.verified).toEqual(['18.2', '36.0', '25.4', '52.3', '30.1']);
  });

  it('is refused where it is all that is proposed', async () => {
    const page = without(dotPlot(), '(41.5)', '(36.0)', '(52.3)') + axis;
    const [read] = await readWith(page, (lines) => {
      const all = dotChart([...lines, ...['41.5', '36.0', '52.3'].map((text) => ({ text, element_ids: ['op-1'] }))]);
      return onlyFirst(withFirst(all, { value: '40', printed: cite(lines, '40') }));
    });
    expect(read?.verified).toEqual([]);
    expect(read?.first).toContain('AXIS_VALUE');
  });

  it('stands in nobody’s way where the labels are proposed', async () => {
    const [read] = await readWith(dotPlot() + axis, dotChart);
    expect(read?.verified).toEqual(['41.5', '18.2', '36.0', '25.4', '52.3', '30.1']);
  });
});

describe('a value of another chart proposed', () => {
  const half = (content: string, x: number): string => `q .5 0 0 .5 ${x} 75 cm\n${content}\nQ\n`;
  const other = [
    ['North', '44.4', '15.5'],
    ['South', '33.3', '22.2'],
    ['West', '55.5', '35.5'],
  ] as const;
  const page = half(dotPlot(), 0) + half(dotPlot(other).replaceAll('Orders received', 'Orders returned'), 200);

  it('is refused, whether the model was shown it or not', async () => {
    const shown: Line[] = [];
    const none = { grammar: 'unknown', title: null, period: null, points: [] };
    await readWith(page, (lines) => {
      shown.push(...lines);
      return none;
    });
    const foreign = shown.find(({ text }) => text === '44.4');
    expect(foreign).toBeDefined();
    const read = await readWith(page, (lines) =>
      lines.some(({ text }) => text === '41.5')
        ? withFirst(dotChart(lines), {
            value: '44.4',
            printed: { text: '44.4', element_ids: [...(foreign?.element_ids ?? [])] },
          })
        : none,
    );
    expect(read.flatMap(({ verified }) => verified)).not.toContain('44.4');
    expect(read.some(({ first }) => first.length > 0)).toBe(true);
  });
});

describe('a proposal that leaves something out, or takes it from elsewhere', () => {
  it('is refused where it names no series, and only one of several has labels', async () => {
    const page = without(dotPlot(), '(Domestic)', '(Abroad)', ' re f', '(41.5)', '(36.0)', '(52.3)');
    const [read] = await readWith(page, (lines) => {
      const gone = ['Domestic', 'Abroad', '41.5', '36.0', '52.3'].map((text) => ({ text, element_ids: ['op-1'] }));
      const { points, ...chart } = dotChart([...lines, ...gone]);
      return { ...chart, points: points.filter((_, i) => i % 2 === 1).map((point) => ({ ...point, series: null })) };
    });
    expect(read?.verified).toEqual([]);
    expect(read?.refused).toContain('NO_SERIES');
  });

  it.each([
    ['in the corner', put('2024', 372, 16, 8)],
    ['alone over the plot', put('2024', 200, 100, 8)],
    ['at the foot', put('2024', 190, 292, 8)],
  ])('is refused where it takes a year %s for the period', async (_, year) => {
    const [read] = await readWith(dotPlot() + year, (lines) => ({ ...dotChart(lines), period: cite(lines, '2024') }));
    expect(read?.verified).toEqual([]);
    expect(read?.refused).toContain('NOT_TIED');
  });

  it('stands where the period is printed right under the title', async () => {
    const page = dotPlot() + put('2024', 40, 52, 9);
    const [read] = await readWith(page, (lines) => ({ ...dotChart(lines), period: cite(lines, '2024') }));
    expect(read).toMatchObject({ period: '2024', refused: [] });
    expect(read?.verified).toHaveLength(6);
  });

  it('is refused where a name of it stands at two places', async () => {
    const page = dotPlot([
      ['North', '41.5', '18.2'],
      ['North', '36.0', '25.4'],
      ['West', '52.3', '30.1'],
    ]);
    const [read] = await readWith(page, (lines) =>
      onlyFirst(dotChart([...lines, { text: 'South', element_ids: ['op-1'] }])),
    );
    expect(read?.verified).toEqual([]);
    expect(read?.refused).toContain('AMBIGUOUS_CATEGORY');
  });
});
