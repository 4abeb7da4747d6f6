import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABSTAIN_REASONS } from '../src/evidence/wire/ask.js';
import { VERSION } from '../src/faces/cli/version.js';
import { limitsFrom } from '../src/sources/limits.js';
import { epub, oneChapter } from './fixtures/epub.js';
import { dxf } from './support/dxf-file.js';
import { a1Sheet } from './support/dxf-sheet.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

describe('commands in the documentation', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groundglass-docs-'));
    copyFileSync(join(root, 'examples/data/tor-2020-2021-annual-report.pdf'), join(folder, 'report.pdf'));
    writeFileSync(join(folder, 'book.epub'), await book());
    writeFileSync(join(folder, 'plan.dxf'), dxf(a1Sheet()));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const page of pages) {
    const blocks = [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1] as string);
    for (const line of blocks.flatMap((block) => block.split('\n')).filter((each) => each.startsWith('groundglass '))) {
      it(`${page}: ${line}`, () => {
        const cli = `"${process.execPath}" "${join(root, 'dist/cli.js')}"`;
        execFileSync('sh', ['-c', line.replace(/^groundglass/, cli)], { cwd: folder, stdio: 'pipe' });
      });
    }
  }
});

describe('the documentation', () => {
  it.each(pages)('%s links to files that are there', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] as string);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it('states the limits that are in force', () => {
    const rows = [...textOf('docs/limits.md').matchAll(/^\| `(GROUNDGLASS_\w+)` \| (\d+) \|/gm)];
    const inForce = Object.entries(limitsFrom({})).map(([name, value]) => [
      `GROUNDGLASS_${name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()}`,
      value,
    ]);
    expect(rows.map((row) => [row[1], Number(row[2])])).toEqual(expect.arrayContaining(inForce));
    expect(rows).toHaveLength(inForce.length);
  });

  it('shows in README.md what the demo prints', () => {
    const shown = /```text\n(question [\s\S]*?)```/.exec(textOf('README.md'))?.[1] ?? '';
    const printed = execFileSync(process.execPath, ['examples/demo.mjs'], { cwd: root, encoding: 'utf8' }).split('\n');
    const lines = shown.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(printed).toEqual(expect.arrayContaining(lines));
  });

  it('shows in docs/evidence.md what prove replies', () => {
    const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(textOf('docs/evidence.md'))?.[1] ?? '');
    const library = mkdtempSync(join(tmpdir(), 'groundglass-docs-'));
    const args = ['examples/data/tor-2020-2021-annual-report.pdf', '--page', '13', '--text', '87.2%', '--json'];
    const cli = ['dist/cli.js', 'prove', ...args, '--library', library];
    const reply = JSON.parse(execFileSync(process.execPath, cli, { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
    rmSync(library, { recursive: true, force: true });
    expect(reply).toMatchObject(shown);
  });

  it('shows in docs/answers.md what ask replies, and in docs/mcp.md its words', () => {
    const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(textOf('docs/answers.md'))?.[1] ?? '');
    const words = /## Ask[\s\S]*?```text\n([\s\S]*?)```/.exec(textOf('docs/mcp.md'))?.[1] ?? '';
    const library = mkdtempSync(join(tmpdir(), 'groundglass-docs-'));
    const question = 'In the Expenses chart, which share went to program services?';
    const args = ['ask', question, '--doc', 'examples/data/tor-2020-2021-annual-report.pdf', '--library', library];
    const cli = (more: readonly string[]): string =>
      execFileSync(process.execPath, ['dist/cli.js', ...args, ...more], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    expect(JSON.parse(cli(['--json']))).toMatchObject(shown);
    expect(cli([])).toBe(words);
    rmSync(library, { recursive: true, force: true });
  });

  it('lists in docs/answers.md every reason for an abstention', () => {
    const listed = [...textOf('docs/answers.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual([...ABSTAIN_REASONS].sort());
  });

  it('has examples that run', () => {
    const printed = execFileSync(process.execPath, ['examples/ask-a-report.mjs'], { cwd: root, encoding: 'utf8' });
    expect(printed).toContain('percentage_point_difference: 87.2 − 7.3 = 79.9, exact');
    expect(JSON.parse(printed.trim().split('\n').at(-1) ?? '')).toEqual({ value: '79.9', unit: 'percentage points' });
  });

  it('has one version', () => {
    expect(JSON.parse(textOf('package.json')).version).toBe(VERSION);
  });
});

async function book(): Promise<Uint8Array> {
  const plan = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
  return epub(
    oneChapter('<h1>One</h1><p>Text.</p><figure><img src="plan.png" alt="A plan"/></figure>', { 'plan.png': plan }),
  );
}
