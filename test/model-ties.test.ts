import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { regionsOn } from '../src/answers/model-charts.js';
import { proofOf, storedPage } from '../src/answers/page-stages.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import type { Label } from '../src/pipeline/charts/labels.js';
import type { ProposedPoint } from '../src/pipeline/charts/proposal.js';
import { found, placesOf, pointFrom } from '../src/pipeline/charts/proposed-point.js';
import { unitOnPage } from '../src/pipeline/charts/proposed-unit.js';
import { regionScene } from '../src/pipeline/charts/region-scene.js';
import { numberStyleOf, printedNumber } from '../src/pipeline/facts/printed-number.js';
import { refusalsIn } from '../src/pipeline/proof/refusals-in.js';
import { tempFolder } from './support/library-files.js';

const CHARTS = join(import.meta.dirname, 'fixtures/charts');
interface TruePoint {
  readonly series: readonly (string | null)[];
  readonly category: readonly string[];
  readonly value: string | null;
}
const TRUTH: readonly { readonly file: string; readonly points: readonly TruePoint[] }[] = JSON.parse(
  readFileSync(join(CHARTS, 'truth.json'), 'utf8'),
);
const library = Library.open(join(tempFolder(), 'library'), { create: true, environment: {} });
afterAll(() => library.close());

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\u00ad]/gu, '')
    .replace(/[−–]/gu, '-');
const isAmong = (text: string | undefined, names: readonly (string | null)[]): boolean =>
  text !== undefined && names.some((name) => name !== null && plain(name) === plain(text));
const cited = ({ text, words }: Label) => ({
  text,
  element_ids: [...new Set(words.flatMap(({ runs }) => runs.map(({ id }) => id)))],
});

/** Every number of a region under every name and every series: what is taken, without the reader and without a description. */
async function takenOf(
  file: string,
): Promise<{ tried: number; taken: { series?: string; category: string; value: string }[] }> {
  const { documents } = await add(library, { paths: [join(CHARTS, file)] });
  const entry = await library.find(documents[0]?.digest as string);
  const { painted } = await storedPage(library, entry, 0);
  const evidence = await proofOf(library, entry, 0);
  const taken: { series?: string; category: string; value: string }[] = [];
  let tried = 0;
  for (const region of await regionsOn(library, entry, 0)) {
    const scene = regionScene(painted, region);
    const style = numberStyleOf(scene.numerals.map(({ text }) => text)) ?? 'point';
    const named = scene.legend.flatMap(({ labels }) => labels);
    for (const label of scene.numerals) {
      const number = printedNumber(label.text, style);
      if (number === null) continue;
      for (const category of [...scene.names, ...named]) {
        for (const series of [null, ...named, ...scene.names]) {
          tried += 1;
          const point: ProposedPoint = {
            series: series === null ? null : cited(series),
            category: cited(category),
            period: null,
            unit: null,
            unit_source: null,
            value: number.value,
            printed: cited(label),
          };
          const places = placesOf(point, scene);
          const unit = unitOnPage(scene, number.unit, found(places.series), []);
          const [statedBy] = unit?.statedBy ?? [];
          const whole = { ...point, unit: unit?.unit ?? null, unit_source: statedBy ? cited(statedBy) : null };
          const ground = { scene, evidence, style, title: null, period: null };
          const read = pointFrom(whole, placesOf(whole, scene), ground);
          const runs = [read.label, read.category, read.series].flatMap((text) => text?.runs ?? []);
          if (read.refused.length > 0 || refusalsIn(evidence, runs).length > 0) continue;
          taken.push({
            ...(read.series ? { series: read.series.text } : {}),
            category: read.category?.text ?? '',
            value: read.value ?? '',
          });
        }
      }
    }
  }
  return { tried, taken };
}

let all = 0;
it.each([
  'cairo/stacked_bar-1.pdf',
  'cairo/pie-2.pdf',
  'cairo/line-4.pdf',
  'libreoffice/grouped_bar-2.pdf',
  'libreoffice/pie-4.pdf',
  'matplotlib/bar_line-3.pdf',
  'matplotlib/donut-3.pdf',
  'matplotlib/stacked_horizontal_bar-2.pdf',
  'matplotlib/waterfall-2.pdf',
])(
  'of all numbers under all names, a model can only have those taken that the chart really prints: %s',
  async (file) => {
    const points = TRUTH.filter((chart) => chart.file === file).flatMap((chart) => chart.points);
    const { tried, taken } = await takenOf(file);
    const wrong = taken.filter(
      ({ series, category, value }) =>
        !points.some((point) => {
          if (point.value === null || plain(point.value) !== plain(value)) return false;
          const isCategory = isAmong(category, point.category);
          if (series === undefined) return isCategory || isAmong(category, point.series);
          // Which of two names is called the series does not change what is said.
          return (
            (isCategory && (isAmong(series, point.series) || point.series.includes(null))) ||
            (isAmong(series, point.category) && isAmong(category, point.series))
          );
        }),
    );
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(50);
    all += taken.length;
  },
);

it('and many of these are taken', () => {
  expect(all).toBeGreaterThan(30);
});
