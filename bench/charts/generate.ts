import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawPage } from './draw/draw-page.js';
import type { SeededSplit } from './make-pages.js';
import { pdfLibPage } from './producers/pdf-lib.js';
import { rotated } from './producers/rotate.js';
import { type PageSpec, PRODUCERS, type Producer } from './spec.js';
import { type TrueChart, truthOf } from './truth.js';

/** Debian's Python, which has the modules that its packages bring; another one is named by the environment. */
const PYTHON = process.env.GROUNDGLASS_BENCH_PYTHON ?? '/usr/bin/python3';
const NEEDS: Readonly<Record<Exclude<Producer, 'pdf-lib'>, { readonly probe: string; readonly packages: string }>> = {
  matplotlib: {
    probe: 'import matplotlib',
    packages: 'python3-matplotlib fonts-noto-cjk fonts-droid-fallback fonts-liberation2',
  },
  libreoffice: { probe: 'import uno', packages: 'libreoffice-calc python3-uno fonts-noto-cjk fonts-liberation2' },
  cairo: { probe: 'import cairo', packages: 'python3-cairo fonts-noto-cjk fonts-liberation2' },
};

/** Where the made pages lie: `<split>-<seed>/<producer>/<grammar>-<n>.pdf` below it. */
const CHART_CACHE = join(process.env.GROUNDGLASS_BENCH_CACHE ?? join(tmpdir(), 'groundglass-bench'), 'charts');

/** Where the pages of a seed lie. */
export const folderOf = ({ split, seed }: SeededSplit): string => join(CHART_CACHE, `${split}-${seed}`);

const fileOf = (page: PageSpec): string => join(folderOf(page), page.producer, `${page.id}.pdf`);

/**
 * Makes the pages of the producers that are installed, once, with the truth of each beside it.
 *
 * @returns the truth of all charts made, and the producers that are not installed, with the packages that bring them
 */
export async function generateCharts(pages: readonly PageSpec[]): Promise<{
  readonly truth: readonly TrueChart[];
  readonly absent: readonly string[];
}> {
  const truth: TrueChart[] = [];
  const absent: string[] = [];
  for (const producer of PRODUCERS) {
    const own = pages.filter((page) => page.producer === producer);
    const missing = own.filter((page) => !isCurrent(page));
    if (missing.length > 0 && producer !== 'pdf-lib' && !isInstalled(producer)) {
      absent.push(`${producer} (Debian: ${NEEDS[producer].packages})`);
      continue;
    }
    await produce(producer, missing);
    truth.push(...own.flatMap((page) => truthOf(page, fileOf(page))));
  }
  return { truth, absent };
}

/** What a page was made from, and its truth: both for people, the first to know whether it must be made again. */
const noteOf = (page: PageSpec): string => fileOf(page).replace(/\.pdf$/u, '.json');

function isCurrent(page: PageSpec): boolean {
  if (!existsSync(fileOf(page)) || !existsSync(noteOf(page))) return false;
  const note = JSON.parse(readFileSync(noteOf(page), 'utf8')) as { readonly madeFrom: string };
  return note.madeFrom === digestOf(page);
}

const digestOf = (page: PageSpec): string =>
  createHash('sha256').update(CODE).update(JSON.stringify(page)).digest('hex');

/** Digest of the code that paints. */
const CODE = ['draw', 'producers']
  .reduce((hash, name) => {
    const folder = fileURLToPath(new URL(name, import.meta.url));
    for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)));
    return hash;
  }, createHash('sha256'))
  .digest('hex');

const isInstalled = (producer: keyof typeof NEEDS): boolean =>
  spawnSync(PYTHON, ['-c', NEEDS[producer].probe]).status === 0;

async function produce(producer: Producer, pages: readonly PageSpec[]): Promise<void> {
  if (pages.length === 0) return;
  for (const page of pages) mkdirSync(dirname(fileOf(page)), { recursive: true });
  console.error(`making ${pages.length} pages with ${producer}`);
  if (producer === 'pdf-lib') for (const page of pages) writeFileSync(fileOf(page), await pdfLibPage(page));
  else python(producer, pages);
  for (const page of pages) {
    if (page.rotate !== 0) writeFileSync(fileOf(page), await rotated(readFileSync(fileOf(page)), page.rotate));
    const note = { madeFrom: digestOf(page), page, truth: truthOf(page, fileOf(page)) };
    writeFileSync(noteOf(page), JSON.stringify(note, null, 1));
  }
}

const FAMILY = { sans: 'Liberation Sans', serif: 'Liberation Serif' } as const;

function python(producer: Exclude<Producer, 'pdf-lib'>, pages: readonly PageSpec[]): void {
  const jobs = pages.map((page) => ({
    file: fileOf(page),
    family: FAMILY[page.charts[0]?.chart.style.font ?? 'sans'],
    cjk_family: page.charts[0]?.chart.language === 'ja' ? 'Noto Sans CJK JP' : 'Noto Sans CJK SC',
    width_pt: page.widthPt,
    height_pt: page.heightPt,
    ...(producer === 'cairo' ? { strokes: drawPage(page) } : { page }),
  }));
  const script = fileURLToPath(new URL(`producers/${producer}_pages.py`, import.meta.url));
  const { status, stderr, error } = spawnSync(PYTHON, [script], {
    input: JSON.stringify(jobs),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${producer} failed: ${stderr} ${error?.message ?? ''}`);
}
