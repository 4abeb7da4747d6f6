// Copies a sample of the benchmark's chart pages, with their truth, into the test fixtures.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { generateCharts } from '../bench/charts/generate.js';
import { makePages } from '../bench/charts/make-pages.js';

const FOLDER = 'test/fixtures/charts';
/** Two pages a grammar and one without printed values, all of the half used for tuning, none larger than 30 KB. */
const SAMPLE = [
  'libreoffice/pie-4',
  'cairo/pie-2',
  'matplotlib/donut-3',
  'cairo/donut-4',
  'cairo/radial_bar-3',
  'matplotlib/radial_bar-4',
  'matplotlib/bar-2',
  'cairo/bar-4',
  'libreoffice/horizontal_bar-3',
  'cairo/horizontal_bar-5',
  'matplotlib/horizontal_bar-2',
  'libreoffice/grouped_bar-2',
  'matplotlib/grouped_bar-1',
  'matplotlib/grouped_horizontal_bar-1',
  'libreoffice/grouped_horizontal_bar-4',
  'cairo/stacked_bar-1',
  'libreoffice/stacked_bar-1',
  'matplotlib/stacked_horizontal_bar-2',
  'cairo/stacked_horizontal_bar-3',
  'libreoffice/line-2',
  'cairo/line-4',
  'libreoffice/waterfall-4',
  'matplotlib/waterfall-2',
  'matplotlib/bar_line-3',
  'cairo/bar_line-4',
];

const { truth, absent } = await generateCharts(makePages());
if (absent.length > 0) throw new Error(`not installed: ${absent.join('; ')}`);
for (const producer of ['matplotlib', 'libreoffice', 'cairo'])
  rmSync(join(FOLDER, producer), { recursive: true, force: true });
const kept = truth.flatMap((chart) => {
  const name = `${chart.producer}/${basename(chart.file, '.pdf')}`;
  if (chart.split !== 'tune' || !SAMPLE.includes(name)) return [];
  const file = `${name}.pdf`;
  mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
  copyFileSync(chart.file, join(FOLDER, file));
  return [{ ...chart, file }];
});
writeFileSync(join(FOLDER, 'truth.json'), `${JSON.stringify(kept, null, 1)}\n`);
