import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { epub, oneChapter } from './fixtures/epub.js';
import { CLI, cli } from './support/library-cli.js';
import { FakeEmbedder } from './support/library-embedder.js';
import { itOnCorpus, tempFolder, textPdf } from './support/library-files.js';

const folder = tempFolder();
const library = join(folder, 'library');
const embedder = await FakeEmbedder.start();
const run = (...args: string[]) => cli([...args, '--json'], { library, env: embedder.env });
let doc = '';

beforeAll(async () => {
  const file = join(folder, 'frogs.pdf');
  writeFileSync(
    file,
    await textPdf('Frogs AND toads live NEAR water, where col:umns of "gnats" rise.', 'A second page.'),
  );
  doc = (await run('add', file)).json.documents[0].document;
});

describe('search takes any text as a query', () => {
  it.each([
    ['punctuation', '?!… —'],
    ['quotes', '"""'],
    ['blanks', '   '],
    ['NUL and control characters', '\u0001\u0002'],
  ])('of %s only: no hits, no fault', async (_, query) => {
    const { code, json } = await run('search', query);
    expect(code).toBe(0);
    expect(json.hits).toEqual([]);
  });

  it.each([
    ['a quote', 'frogs"'],
    ['a star', 'frog*'],
    ['NEAR', 'frogs NEAR toads'],
    ['NEAR with a distance', 'NEAR(frogs toads, 2)'],
    ['AND, OR, NOT', 'frogs AND toads OR NOT water'],
    ['a column', 'tokens:frogs'],
    ['a caret and braces', '^frogs {tokens}: + -'],
    ['a parenthesis left open', '(frogs'],
    ['stop words', 'where are the frogs and why is that so'],
    ['full-width letters', 'ｆｒｏｇｓ'],
    ['an emoji', 'frogs 🐸'],
    ['SQL', `frogs'; DROP TABLE passages; --`],
  ])('with %s finds what its words say', async (_, query) => {
    const { code, json } = await run('search', query);
    expect(code).toBe(0);
    expect(json.query).toBe(query);
    const best = json.hits.find(
      ({ channels }: { channels: { bm25: { rank: number } | null } }) => channels.bm25?.rank === 1,
    );
    expect(best.text).toContain('Frogs');
  });

  it.each(['青蛙住在哪里', 'カエルはどこにいますか', 'أين تعيش الضفادع', 'где живут лягушки', 'what is the'])(
    '%s: no fault',
    async (query) => {
      expect((await run('search', query)).code).toBe(0);
    },
  );

  it('of 100 kB is refused, and of 8,000 characters is not', async () => {
    const long = await run('search', 'x'.repeat(100_000));
    expect(long.code).toBe(2);
    expect(long.json.error.code).toBe('bad_argument');
    expect((await run('search', 'frogs '.repeat(1_333))).json.hits[0].text).toContain('Frogs');
  });

  it('is never empty', async () => {
    expect((await run('search', '')).json.error.code).toBe('bad_argument');
  });
});

describe('numbers are held inside their bounds', () => {
  it.each(['0', '-1', '101', '1.5', 'NaN', 'ten', '', '1e9'])('--limit %s is bad_argument', async (limit) => {
    const { code, json } = await run('search', 'frogs', '--limit', limit);
    expect([code, json.error.code]).toEqual([2, 'bad_argument']);
    expect(json.error.message).toContain('limit');
  });

  it.each([
    ['0', 'bad_argument'],
    ['-1', 'bad_argument'],
    ['1.5', 'bad_argument'],
    ['NaN', 'bad_argument'],
    ['', 'bad_argument'],
    ['1e300', 'bad_argument'],
    ['3', 'page_out_of_range'],
    ['99999999999', 'page_out_of_range'],
  ])('--page %s is %s, for read and for render', async (page, error) => {
    for (const command of ['read', 'render']) {
      const { code, json } = await run(command, doc, '--page', page);
      expect([code, json.error.code]).toEqual([2, error]);
    }
  });

  it('without --page the error tells how many there are', async () => {
    expect((await run('read', doc)).json.error.next_step).toContain('1 to 2');
    expect((await run('render', doc)).json.error.code).toBe('bad_argument');
  });

  it.each([
    ['no numbers', 'a,b,c,d', 'bad_argument'],
    ['three numbers', '1,2,3', 'bad_argument'],
    ['five numbers', '1,2,3,4,5', 'bad_argument'],
    ['an empty place', '1,,3,4', 'bad_argument'],
    ['infinity', '0,0,Infinity,9', 'bad_argument'],
    ['corners inverted', '90,90,10,10', 'bad_argument'],
    ['no area', '10,10,10,90', 'bad_argument'],
    ['a place off the page', '401,0,500,100', 'crop_outside_page'],
    ['a place above the page', '-50,-50,-10,-10', 'crop_outside_page'],
  ])('--crop of %s is refused', async (_, crop, error) => {
    const { code, json } = await run('render', doc, '--page', '1', '--crop', crop);
    expect([code, json.error.code]).toEqual([2, error]);
  });

  it('--crop that reaches past the page is cut at its edge, and says so', async () => {
    const { json } = await run('render', doc, '--page', '1', '--crop', '-20,-20,100,50', '--dpi', '72');
    expect(json).toMatchObject({ width_px: 100, height_px: 50, source_locator: { box: [0, 0, 100, 50] } });
    expect(json.limitations).toHaveLength(1);
  });

  it.each(['0', '-72', 'NaN', '1e6', ''])('--dpi %s is bad_argument', async (dpi) => {
    const { code, json } = await run('render', doc, '--page', '1', '--dpi', dpi);
    expect([code, json.error.code]).toEqual([2, 'bad_argument']);
  });

  it('--dpi past the pixel budget is too large, and tells what would fit', async () => {
    const { code, json } = await run('render', doc, '--page', '1', '--dpi', '2000');
    expect([code, json.error.code]).toEqual([2, 'too_many_pixels']);
    expect(json.error.next_step).toMatch(/\d/);
  });

  it('-o that can not be written is bad_argument', async () => {
    mkdirSync(join(folder, 'a-folder'), { recursive: true });
    for (const output of [join(folder, 'a-folder'), join(folder, 'frogs.pdf', 'x.png')]) {
      const { code, json } = await run('render', doc, '--page', '1', '-o', output);
      expect([code, json.error.code]).toEqual([2, 'bad_argument']);
    }
  });

  it.each([
    ['not JSON', '{'],
    ['another shape', '{"hits": 3}'],
    ['an error reply', '{"error": {}}'],
  ])('advise --hits with %s is bad_argument', async (_, content) => {
    writeFileSync(join(folder, 'hits.json'), content);
    const { code, json } = await run('advise', 'frogs', '--hits', join(folder, 'hits.json'));
    expect([code, json.error.code]).toEqual([2, 'bad_argument']);
  });

  it('advise with a hint that is none is refused, so that a misspelt one is noticed', async () => {
    writeFileSync(join(folder, 'hints.json'), '{"visual_requierd": true}');
    expect((await run('advise', 'frogs', '--hints', join(folder, 'hints.json'))).code).toBe(2);
  });
});

describe('the process', () => {
  it('stays quiet where its reader has seen enough (`| head -1`)', async () => {
    const big = join(folder, 'big.pdf');
    const page = Array.from(
      { length: 25 },
      (_, i) => `Line ${i} of many words about newts and their manifold habits in ponds`,
    );
    writeFileSync(big, await textPdf(...Array.from({ length: 20 }, () => page.join('\n'))));
    await run('add', big);
    const command = `"${process.execPath}" "${CLI}" read "${big}" --page 1 --json | head -c 1`;
    const { code, stderr } = await shell(command, { ...embedder.env, GROUNDGLASS_LIBRARY: library });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const text = `"${process.execPath}" "${CLI}" search newts --limit 100 2>&1 | head -1`;
    expect((await shell(text, { ...embedder.env, GROUNDGLASS_LIBRARY: library })).stderr).toBe('');
  });

  it('an interrupted add exits 130, keeps what it published, and goes on from there', async () => {
    const many = join(folder, 'many');
    mkdirSync(many);
    for (let i = 0; i < 12; i++) {
      writeFileSync(
        join(many, `${i}.pdf`),
        await textPdf(...Array.from({ length: 8 }, (_, page) => `Document ${i}, page ${page} on newts.`)),
      );
    }
    const own = join(folder, 'interrupted');
    const options = { library: own, env: embedder.env };
    const { code, stdout, stderr } = await cli(['add', many, '--json'], {
      ...options,
      onStart: (child) => setTimeout(() => child.kill('SIGINT'), 1_300),
    });
    // A machine that is very slow or very quick is interrupted before the handler stands, or after the work is done.
    if (code !== 130) console.warn(`add ended with ${code} before it could be interrupted`);
    else {
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'interrupted' } });
      expect(stderr).toContain('Interrupted');
    }
    const { documents } = (await cli(['list', '--json'], options)).json;
    expect((await cli(['search', 'newts', '--json'], options)).json.hits.length > 0).toBe(documents.length > 0);
    const again = await cli(['add', many, '--json'], options);
    expect(again.code).toBe(0);
    expect(again.json.documents).toHaveLength(12);
    expect(again.json.documents.filter(({ reused }: { reused: boolean }) => reused)).toHaveLength(documents.length);
  });

  describe('while the embedding endpoint does not answer', async () => {
    const slow = await FakeEmbedder.start();
    it.each([
      ['add', 'SIGINT', 'opening', 0],
      ['add', 'SIGTERM', 'embedding', 1],
      ['search', 'SIGTERM', 'opening', 0],
      ['search', 'SIGINT', 'embedding', 1],
      ['locate', 'SIGINT', 'embedding', 1],
    ] as const)(
      'an interrupted %s (%s, %s) ends at once with 130, and the library is whole',
      async (command, signal, _, answers) => {
        const file = join(folder, 'slow.pdf');
        writeFileSync(file, await textPdf('Salamanders wait.'));
        const own = join(folder, `slow-${command}-${answers}`);
        const quick = { library: own, env: embedder.env };
        if (command !== 'add') await cli(['add', file], quick);
        Object.assign(slow, { requests: 0, answers });
        let signalled = 0;
        const { code, json } = await cli([command, command === 'add' ? file : 'salamanders', '--json'], {
          library: own,
          env: slow.env,
          onStart: (child) => {
            slow.onRequest = () => {
              if (slow.requests <= answers) return;
              signalled = performance.now();
              child.kill(signal);
            };
          },
        });
        expect([code, json.error.code]).toEqual([130, 'interrupted']);
        expect(performance.now() - signalled).toBeLessThan(5_000);
        expect((await cli(['search', 'salamanders', '--json'], quick)).json.hits[0].text).toBe('Salamanders wait.');
      },
    );
  });

  it('a picture is found by its name, must be looked at, and crowds out no text', async () => {
    const png = join(folder, 'floorplan-example.png');
    writeFileSync(
      png,
      await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    );
    const text = join(folder, 'plans.pdf');
    writeFileSync(text, await textPdf('An example of a plan, by way of example.', 'Nothing of the kind.'));
    const own = join(folder, 'names');
    await cli(['add', png, text], { library: own });
    const found = async (query: string) => (await cli(['search', query, '--json'], { library: own })).json;
    const { hits, advice } = await found('floorplan');
    expect(hits[0]).toMatchObject({ text: 'floorplan-example', kind: 'caption', locator: { page: 1, box: null } });
    expect(advice.visual_required).toBe(true);
    expect(advice.candidates[0].locator.document).toBe(hits[0].locator.document);
    expect((await found('an example of a plan')).hits[0].text).toContain('An example');
    expect((await found('kind')).hits.map((hit: { text: string }) => hit.text)).not.toContain('floorplan-example');
  });

  it.each([
    ['a figure', ['--figure', 'Figure 99'], 'figures'],
    ['wording', ['--probe', 'no such words'], 'search'],
    ['a question of no words', ['?!'], 'other words'],
  ])('locate that finds no place says what to try: for %s', async (_, args, step) => {
    const { code, json } = await run('locate', ...args);
    expect([code, json.candidates]).toEqual([0, []]);
    expect(json.next_step).toContain(step);
    expect((await cli(['locate', ...args], { library, env: embedder.env })).stdout).toContain(json.next_step);
    expect((await run('locate', 'frogs')).json.next_step).toBeNull();
  });

  it('text from a document can not steer the terminal', async () => {
    const document = await PDFDocument.create();
    document.setTitle('\u001b]0;owned\u0007\u001b[2Jinnocent');
    document.addPage([200, 200]);
    const file = join(folder, 'escape.pdf');
    writeFileSync(file, await document.save());
    const { stdout } = await cli(['add', file], { library: join(folder, 'escapes'), env: embedder.env });
    expect(stdout).toContain('innocent');
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('passwords', () => {
  itOnCorpus(
    '--password-file opens an encrypted file, a trailing newline aside',
    'broken/pdfplumber-password-example.pdf',
    async (file) => {
      const options = { library: join(folder, 'locked'), env: embedder.env };
      const without = await cli(['add', file, '--json'], options);
      expect([without.code, without.json.failed[0].error.code]).toEqual([2, 'password_needed']);
      for (const [content, code] of [
        ['test', 0],
        ['test\n', 0],
        ['test\r\n', 0],
        ['wrong\n', 2],
      ] as const) {
        const passwords = join(folder, 'password');
        writeFileSync(passwords, content);
        const own = join(folder, `locked-${JSON.stringify(content)}`);
        const added = await cli(['add', file, '--json', '--password-file', passwords], { ...options, library: own });
        expect([content, added.code]).toEqual([content, code]);
        expect(JSON.stringify(added.json)).not.toContain('"test');
      }
    },
  );

  it.each(['a', '9'])('a book of one word of ten megabytes is added and found: %j', async (unit) => {
    const path = join(folder, `word-${unit}.epub`);
    writeFileSync(path, epub(oneChapter(`<p>Beetles.</p><p>${unit.repeat(10_000_000 / unit.length)}</p>`)));
    const options = { library: join(folder, 'words'), env: { GROUNDGLASS_MAX_ZIP_RATIO: '1032' } };
    const { code, json } = await cli(['add', path, '--json'], options);
    expect([code, json.failed]).toEqual([0, []]);
    const { hits } = (await cli(['search', 'beetles', '--doc', path, '--json'], options)).json;
    expect(hits[0].text).toContain('Beetles');
    for (const { text } of hits) expect(text.length).toBeLessThan(20_000);
  });

  it('remove of a file takes out its document, and adds nothing', async () => {
    const path = join(folder, 'to-remove.pdf');
    writeFileSync(path, await textPdf('Here today and gone tomorrow.'));
    const unknown = await run('remove', path);
    expect([unknown.code, unknown.json.error.code]).toEqual([2, 'document_not_found']);
    const { document } = (await run('add', path)).json.documents[0];
    expect((await run('remove', path)).json.removed).toBe(document);
    expect((await run('remove', path)).code).toBe(2);
  });

  it('a missing password file is named', async () => {
    const { code, json } = await run('list', '--password-file', join(folder, 'no-such-file'));
    expect([code, json.error.code]).toEqual([2, 'file_not_readable']);
  });
});

function shell(command: string, env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const child = spawn('bash', ['-o', 'pipefail', '-c', command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const err: Buffer[] = [];
  child.stdout.resume();
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, stderr: Buffer.concat(err).toString() })));
}
