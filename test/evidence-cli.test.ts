import { existsSync, readdirSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../src/evidence/wire/prove.js';
import { epub, oneChapter } from './fixtures/epub.js';
import { onePage } from './fixtures/pdf.js';
import { counterExamples } from './support/counter-examples.js';
import { embeddedFont } from './support/embedded-font.js';
import { type CliResult, cli } from './support/library-cli.js';
import { digitRaster, tempFolder } from './support/library-files.js';
import { SEEN, seenPage } from './support/seen-pages.js';
import { svgFacts } from './support/svg-facts.js';

const folder = tempFolder();
const library = join(folder, 'library');
const run = (args: readonly string[], into = library): Promise<CliResult> =>
  cli([...args, '--json', '--quiet'], { library: into });
const put = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

const WORDS = 'BT /E 12 Tf 20 70 Td (Agency 72%) Tj 0 -16 Td (of all sales) Tj ET';
const withFont = (content: string, more: Parameters<typeof onePage>[0] = {}): Uint8Array =>
  onePage({ fonts: '/E 5 0 R', ...more, content, extra: [...embeddedFont(5), ...(more.extra ?? [])] });
const plain = put('plain.pdf', withFont(WORDS));

describe('the same page, however it is laid into its file', () => {
  const placements = [0, 90, 180, 270].flatMap((rotate) => [1, 2.5].map((unit) => [rotate, unit] as const));
  type Placed = { page: CliResult['json']; table: CliResult['json'] };
  const placed = async (rotate: number, unit: number): Promise<Placed> => {
    const file = put(`seen-${rotate}-${unit}.pdf`, seenPage(rotate, unit));
    const page = await run(['page', file, '--page', '1', '--inline']);
    const table = await run(['tables', file]);
    expect([page.code, table.code]).toEqual([0, 0]);
    return { page: page.json, table: table.json.tables[0] };
  };
  const upright = placed(0, 1);

  it('has the size and the texts that were laid out', async () => {
    const { page, table } = await upright;
    expect(page.locator).toMatchObject({ page_width: SEEN.width, page_height: SEEN.height });
    expect(page.spans.map((span: { text: string }) => span.text)).toEqual([
      'Distribution mix',
      ...SEEN.cells.flat(),
      'Shares of new business.',
    ]);
    expect(table.cells.map((cell: { text: string }) => cell.text)).toEqual(SEEN.cells.flat());
  });

  it.each(placements)(
    '/Rotate %d, /UserUnit %d, a CropBox off the origin: spans, table and proof are where one sees them',
    async (rotate, unit) => {
      const [expected, found] = [await upright, await placed(rotate, unit)];
      expect(svgFacts(found.page.svg_text).viewBox).toEqual([0, 0, SEEN.width, SEEN.height]);
      expect(found.page.spans).toHaveLength(expected.page.spans.length);
      for (const [i, span] of found.page.spans.entries()) {
        const other = expected.page.spans[i];
        expect([span.text, span.rotation_deg, span.id]).toEqual([other.text, 0, other.id]);
        expectNear(span.box, other.box);
        expect(span.size_pt).toBeCloseTo(other.size_pt, 1);
      }
      const { cells, ...table } = found.table;
      expect(table).toMatchObject({ rows: 3, columns: 3, method: 'ruled' });
      for (const [i, cell] of cells.entries()) {
        const { box, ...rest } = cell;
        const { box: otherBox, ...other } = expected.table.cells[i];
        expect(rest).toEqual({ ...other, verified: true, refused: [] });
        expectNear(box, otherBox);
      }
      const { code, json } = await run(['prove', found.page.locator.document, '--page', '1', '--text', '72%']);
      expect([code, json.proven, json.occurrences.length]).toEqual([0, true, 1]);
      const cell = cells.find(({ text }: { text: string }) => text === '72%');
      expect(json.occurrences[0].element_ids).toEqual(cell.span_ids);
    },
  );
});

describe('prove', () => {
  const REFUSALS: readonly Refusal[] = [
    'INVISIBLE_MODE',
    'CLIPPED',
    'COVERED',
    'BACKGROUND_COLOURED',
    'OUTSIDE_PAGE',
    'HIDDEN_LAYER',
    'NOT_EMBEDDED',
    'ACTUAL_TEXT_DIFFERS',
    'TOUNICODE_MISMATCH',
    'NOT_FOUND',
    'RASTER_ONLY',
  ];
  const examples = counterExamples();

  it.each(['proven' as const, ...REFUSALS])('%s, with its exit code', async (outcome) => {
    // One that looks hard: the last of its kind in the list.
    const example = examples.filter(({ expected }) => expected === outcome).at(-1);
    if (example === undefined) throw new Error(`no example of ${outcome}`);
    const { code, json } = await run([
      'prove',
      put(`${outcome}.pdf`, example.bytes),
      '--page',
      '1',
      '--text',
      example.text,
    ]);
    const isProven = outcome === 'proven';
    expect([example.name, code, json.proven]).toEqual([example.name, isProven ? 0 : 1, isProven]);
    expect(json.occurrences.length).toBeGreaterThan(0);
    if (!isProven) {
      expect(json.refused).toContain(outcome);
      expect(json.occurrences.every((one: { proven: boolean }) => !one.proven)).toBe(true);
    }
  });

  it('text of an annotation is read and seen like that of the page', async () => {
    const file = put(
      'note.pdf',
      withFont('', {
        page: '/Annots[<</Type/Annot/Subtype/FreeText/Rect[10 30 110 60]/F 4/Contents(72%)/DA(/F1 12 Tf)/AP<</N 8 0 R>>>>]',
        extra: [
          {
            dict: '/Type/XObject/Subtype/Form/BBox[10 30 110 60]/Resources<</Font<</E 5 0 R>>>>',
            data: 'BT /E 12 Tf 20 40 Td (72%) Tj ET',
          },
        ],
      }),
    );
    const { code, json } = await run(['prove', file, '--page', '1', '--text', '72%']);
    expect([code, json.refused]).toEqual([0, []]);
  });

  it('keeps to a box, and goes on over a line break', async () => {
    const prove = (...args: string[]) => run(['prove', plain, '--page', '1', ...args]);
    expect((await prove('--text', '72% of all')).code).toBe(0);
    expect((await prove('--text', '72% of all', '--box', '0,0,200,100')).code).toBe(0);
    const elsewhere = await prove('--text', '72%', '--box', '0,60,200,100');
    expect([elsewhere.code, elsewhere.json.refused]).toEqual([1, ['NOT_FOUND']]);
    const { json } = await prove('--text', 'Ａｇｅｎｃｙ　７２％');
    expect(json).toMatchObject({
      proven: true,
      occurrences: [{ unicode: 'Agency 72%', embedded: true, fill: '#000000' }],
    });
  });

  it('says that a picture may show what no text does, and that a place is a picture', async () => {
    const picture = 'q 150 0 0 50 20 40 cm /X Do Q';
    const { grey, width, height } = await digitRaster('72');
    const file = put(
      'chart.pdf',
      withFont(`${picture} BT /E 10 Tf 20 20 Td (Figure 1) Tj ET`, {
        resources: '/XObject<</X 8 0 R>>',
        extra: [
          {
            dict: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`,
            data: grey,
          },
        ],
      }),
    );
    const prove = (...args: string[]) => run(['prove', file, '--page', '1', '--text', '72', ...args]);
    expect((await prove()).json.refused).toEqual(['NOT_FOUND', 'RASTER_ONLY']);
    expect((await prove('--box', '20,10,170,60')).json.refused).toEqual(['RASTER_ONLY']);
    expect((await prove('--box', '0,70,200,100')).json.refused).toEqual(['NOT_FOUND']);
  });

  it('text alone in words for people: the reasons, and where', async () => {
    const proven = await cli(['prove', plain, '--page', '1', '--text', '72%', '--quiet'], { library });
    expect(proven.stdout).toMatch(/^Proven\.\n✓ 72% · [\d.,]+ · LiberationSans\n$/);
    const missing = await cli(['prove', plain, '--page', '1', '--text', '73%', '--quiet'], { library });
    expect([missing.code, missing.stdout]).toEqual([1, 'Not proven: NOT_FOUND.\n']);
  });
});

describe('what has no pages of objects', () => {
  const operations = [
    ['page', '--page', '1'],
    ['prove', '--page', '1', '--text', 'a'],
    ['tables'],
    ['review-page', '--page', '1'],
  ];

  it('pictures and books are refused with the step that helps', async () => {
    const { png } = await digitRaster('42');
    const files = {
      render: put('scan.png', png),
      read: put('book.epub', epub(oneChapter('<h1>Ponds</h1><p>Toads.</p>'))),
    };
    for (const [step, file] of Object.entries(files)) {
      for (const [name, ...args] of operations) {
        const { code, json } = await run([name as string, file, ...args]);
        expect([name, code, json.error.code]).toEqual([name, 2, 'unsupported_operation']);
        expect(json.error.next_step).toContain(step);
      }
    }
  });

  it('pages are counted from 1 to the last', async () => {
    for (const number of ['0', '2', 'x']) {
      for (const [name, , , ...args] of operations.filter(([, option]) => option === '--page')) {
        const { code, json } = await run([name as string, plain, '--page', number, ...args]);
        expect([name, number, code]).toEqual([name, number, 2]);
        expect(json.error.code).toBe(number === '2' ? 'page_out_of_range' : 'bad_argument');
      }
    }
    expect((await run(['tables', plain, '--page', '2'])).json.error.code).toBe('page_out_of_range');
  });
});

describe('what was made of a page', () => {
  const objects = (of: string): string => join(of, 'objects', 'sha256');
  const names = (of: string): string[] => readdirSync(objects(of));
  const asked = (doc: string): string[][] => [
    ['page', doc, '--page', '1', '--inline'],
    ['prove', doc, '--page', '1', '--text', '72%'],
    ['tables', doc],
  ];

  it('is answered again without the file and its engine', async () => {
    const own = join(folder, 'kept');
    const { documents } = (await run(['add', plain], own)).json;
    const [{ document, digest }] = documents;
    const first = [];
    for (const args of asked(document)) first.push((await run(args, own)).json);
    unlinkSync(join(objects(own), digest));
    for (const [i, args] of asked(document).entries()) {
      const { code, json } = await run(args, own);
      expect([args[0], code, json]).toEqual([args[0], 0, first[i]]);
    }
    // The claim above is none where the file would not have been needed.
    const { code, json } = await run(['render', document, '--page', '1'], own);
    expect([code, json.error.code]).toEqual([4, 'object_missing']);
  });

  it('is the same SVG in every library', async () => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    const args = ['page', plain, '--page', '1'];
    const [{ json: a }, { json: b }] = [await run(args, one), await run(args, other)];
    expect(a.svg.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(b).toEqual(a);
    expect(readFileSync(join(objects(one), a.svg.digest)).length).toBe(a.svg.bytes);
  });

  it('and was damaged is told once by the object’s name, exit 4, and made anew after that', async () => {
    const own = join(folder, 'damaged');
    const { documents } = (await run(['add', plain], own)).json;
    const [{ document }] = documents;
    const before = names(own);
    const first = [];
    for (const args of asked(document)) first.push((await run(args, own)).json);
    const derived = names(own).filter((name) => !before.includes(name));
    // The SVG, and what stages page, proof and tables gave.
    expect(derived).toHaveLength(4);
    const damages = [(path: string) => truncateSync(path, 3), (path: string) => unlinkSync(path)];
    for (const [i, name] of derived.entries()) {
      damages[i % damages.length]?.(join(objects(own), name));
      const told = [];
      for (const args of asked(document)) {
        const { code, json } = await run(args, own);
        if (code !== 0) told.push([code, json.error.details.object]);
      }
      expect(told).toEqual([[4, name]]);
    }
    for (const [i, args] of asked(document).entries()) expect((await run(args, own)).json).toEqual(first[i]);
    expect(derived.filter((name) => !existsSync(join(objects(own), name)))).toEqual([]);
  });

  it('goes with the document', async () => {
    const own = join(folder, 'removed');
    const { documents } = (await run(['add', plain], own)).json;
    for (const args of asked(documents[0].document)) expect((await run(args, own)).code).toBe(0);
    await run(['page', documents[0].document, '--page', '1', '--crop', '0,0,50,50'], own);
    const { json } = await run(['remove', documents[0].document], own);
    // Snapshots, of which the newest are kept.
    const left = names(own).filter((name) => name !== json.snapshot);
    for (const name of left)
      expect(JSON.parse(readFileSync(join(objects(own), name), 'utf8'))).toHaveProperty('documents');
  });

  it('is made once where two processes ask at once', async () => {
    const own = join(folder, 'shared');
    const replies = await Promise.all([1, 2].map(() => run(['page', plain, '--page', '1', '--inline'], own)));
    expect(replies.map(({ code }) => code)).toEqual([0, 0]);
    expect(replies[1]?.json).toEqual(replies[0]?.json);
    expect(replies.map(({ stderr }) => stderr)).toEqual(['', '']);
  });
});

describe('over HTTP', () => {
  it('16 pages at once are each proven on their own', async () => {
    const PAGES = 16;
    const whole = await PDFDocument.create();
    for (let i = 0; i < PAGES; i++) {
      const one = await PDFDocument.load(withFont(`BT /E 12 Tf 20 40 Td (Page ${100 + i} is here) Tj ET`));
      const [copied] = await whole.copyPages(one, [0]);
      if (copied) whole.addPage(copied);
    }
    const own = join(folder, 'served');
    const { documents } = (await run(['add', put('many.pdf', await whole.save())], own)).json;
    let stop = (): void => undefined;
    const url = await new Promise<string>((ready) => {
      cli(['serve', '--port', '0'], {
        library: own,
        onStart: (child) => {
          stop = () => child.kill();
          child.stdout?.once('data', (chunk: Buffer) => ready(chunk.toString().trim()));
        },
      });
    });
    try {
      const ask = async (name: string, body: object): Promise<CliResult['json']> => {
        const response = await fetch(new URL(`/api/v1/${name}`, url), { method: 'POST', body: JSON.stringify(body) });
        expect(response.status).toBe(200);
        return response.json();
      };
      const doc = documents[0].document;
      const replies = await Promise.all(
        Array.from({ length: PAGES }, (_, i) =>
          i % 2 === 0
            ? ask('prove', { doc, page: i + 1, text: `Page ${100 + i} is here` })
            : ask('page', { doc, page: i + 1 }),
        ),
      );
      for (const [i, reply] of replies.entries()) {
        expect(reply.locator.page).toBe(i + 1);
        if (i % 2 === 0) expect(reply.proven).toBe(true);
        else expect(reply.spans.map((span: { text: string }) => span.text)).toEqual([`Page ${100 + i} is here`]);
      }
    } finally {
      stop();
    }
  });
});

/** Page space is rounded to 0.01, and so are numbers of content streams: turned, they differ by that much. */
function expectNear(box: readonly number[], other: readonly number[]): void {
  for (const [i, value] of box.entries()) expect(Math.abs(value - (other[i] as number))).toBeLessThanOrEqual(0.05);
}
