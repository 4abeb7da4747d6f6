import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type EpubParts, epub, epubEntries, oneChapter, xhtml, zip } from '../../../test/fixtures/epub.js';
import { limitsFrom } from '../limits.js';
import type { BookSource } from '../source.js';
import { openEpub } from './open-epub.js';

const limits = limitsFrom({});
let png: Uint8Array;
let jpeg: Uint8Array;

beforeAll(async () => {
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } });
  png = await picture.clone().png().toBuffer();
  jpeg = await picture.clone().jpeg().toBuffer();
});

const open = (parts: EpubParts): Promise<BookSource> => openEpub(epub(parts), limits);
const codes = (book: BookSource): string[] => book.warnings.map(({ code }) => code);
const hrefs = (book: BookSource): string[] => book.images.map(({ href }) => href);
async function blocksOf(body: string, files = {}): Promise<{ kind: string; text: string }[]> {
  const book = await open(oneChapter(body, files));
  return (await book.chapter('OEBPS/c1.xhtml')).blocks.map(({ kind, text }) => ({ kind, text }));
}

describe('chapters', () => {
  it('stand in spine order, linear or not, wherever the package document is', async () => {
    for (const packagePath of ['content.opf', 'OEBPS/content.opf', 'a/b/c.opf']) {
      const folder = packagePath.slice(0, packagePath.lastIndexOf('/') + 1);
      const files = { [`${folder}b.xhtml`]: xhtml('<h1>B</h1>'), [`${folder}a.xhtml`]: xhtml('<p>A</p>') };
      const book = await open({ files, packagePath, spine: [['b.xhtml', 'linear="no"'], 'a.xhtml'] });
      expect(book.chapters).toEqual([
        { href: `${folder}b.xhtml`, title: 'B' },
        { href: `${folder}a.xhtml`, title: null },
      ]);
    }
  });

  it('past twice the markup of one document are left out, whatever each has; those before are read', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.xhtml`);
    const files = Object.fromEntries(names.map((name) => [`OEBPS/${name}`, xhtml(`<p>${'word '.repeat(700)}</p>`)]));
    const book = await openEpub(epub({ files, spine: names }), { ...limits, maxMarkupBytes: 5_000 });
    expect((await book.chapter('OEBPS/a.xhtml')).blocks).toHaveLength(1);
    await expect(book.chapter('OEBPS/d.xhtml')).rejects.toMatchObject({ code: 'file_too_large' });
  });

  it('give headings, paragraphs, list items and tables in reading order', async () => {
    const blocks = await blocksOf(`<h1>One<br/>Two</h1><p>a <b>bold</b>
      word</p><ul><li>first</li><li><p>second</p></li></ul><div>loose<p>inner</p>tail</div>
      <table><caption>Rates</caption><tr><th>x</th><th>y</th></tr><tr><td><p>1</p></td><td>2<br/>3</td></tr></table>`);
    expect(blocks).toEqual([
      { kind: 'heading', text: 'One Two' },
      { kind: 'text', text: 'a bold word' },
      { kind: 'text', text: 'first' },
      { kind: 'text', text: 'second' },
      { kind: 'text', text: 'loose' },
      { kind: 'text', text: 'inner' },
      { kind: 'text', text: 'tail' },
      { kind: 'caption', text: 'Rates' },
      { kind: 'table', text: 'x\ty\n1\t2 3' },
    ]);
  });

  it('keep verse and code lines, drop ruby readings and scripts, read formulas', async () => {
    const blocks = await blocksOf(`<p>line one<br/>line two</p><pre>a
  b</pre><p><ruby>漢<rt>かん</rt>字<rp>(</rp><rt>じ</rt></ruby>です</p><script>evil()</script>
      <p>so <math alttext="x^2"><mi>x</mi></math> and <math><mi>y</mi><annotation>ignored</annotation></math></p>`);
    expect(blocks.map(({ text }) => text)).toEqual(['line one\nline two', 'a\n  b', '漢字です', 'so x^2 and y']);
  });

  it('keep a paragraph whole around an image in it', async () => {
    const blocks = await blocksOf('<p>before <img src="a.png" alt="A"/> after</p>', { 'a.png': png });
    expect(blocks).toEqual([
      { kind: 'text', text: 'before after' },
      { kind: 'image', text: 'A' },
    ]);
  });

  it('name the nearest enclosing id', async () => {
    const book = await open(oneChapter('<section id="s"><p>a</p><p id="p">b <i id="i">c</i></p></section><p>d</p>'));
    const { blocks } = await book.chapter('OEBPS/c1.xhtml');
    expect(blocks.map(({ element }) => element)).toEqual(['s', 'p', null]);
  });

  it('are found forgivingly, and an unknown one names its neighbours', async () => {
    const book = await open({ files: { 'OEBPS/Text/A b.xhtml': xhtml('<p>x</p>') }, spine: ['Text/A%20b.xhtml'] });
    for (const href of ['OEBPS/Text/A b.xhtml', 'OEBPS/Text/A%20b.xhtml#s1', 'oebps/text/a b.XHTML']) {
      expect((await book.chapter(href)).blocks).toHaveLength(1);
    }
    await expect(book.chapter('A b.xhtml')).rejects.toMatchObject({
      code: 'chapter_not_found',
      details: { near_matches: ['OEBPS/Text/A b.xhtml'] },
    });
  });

  it('whose file is missing is empty and warned of; the others stand', async () => {
    const book = await open({ ...oneChapter('<p>here</p>'), spine: ['gone.xhtml', 'c1.xhtml'] });
    expect(codes(book)).toContain('chapter_missing');
    expect(book.chapters.map(({ href }) => href)).toEqual(['OEBPS/gone.xhtml', 'OEBPS/c1.xhtml']);
    expect((await book.chapter('OEBPS/gone.xhtml')).blocks).toEqual([]);
  });

  it('that nests too deep has its error; the others stand', async () => {
    // Short names, so that it is no bomb by its ratio.
    const deep = '<b>'.repeat(100_000) + '</b>'.repeat(100_000);
    const files = { 'OEBPS/deep.xhtml': xhtml(deep), 'OEBPS/c1.xhtml': xhtml('<p>x</p>') };
    const book = await open({ files, spine: ['deep.xhtml', 'c1.xhtml'] });
    expect(codes(book)).toContain('too_deep');
    await expect(book.chapter('OEBPS/deep.xhtml')).rejects.toMatchObject({ code: 'too_deep' });
    await expect(open({ files, spine: ['deep.xhtml'] })).rejects.toMatchObject({ code: 'too_deep' });
  });

  it('in a foreign format are read from their fallback', async () => {
    const entries = epubEntries({
      files: { 'OEBPS/d.bin': 'x', 'OEBPS/d.xhtml': xhtml('<p>fallback</p>') },
      manifest: `<item id="d" href="d.bin" media-type="application/x-y" fallback="f"/>
        <item id="f" href="d.xhtml" media-type="application/xhtml+xml" fallback="d"/>`,
    }).map((entry) =>
      entry.name === 'OEBPS/content.opf'
        ? { ...entry, content: String(entry.content).replace('<spine >', '<spine><itemref idref="d"/>') }
        : entry,
    );
    const withFallback = await openEpub(zip(entries), limits);
    expect(withFallback.chapters.map(({ href }) => href)).toEqual(['OEBPS/d.xhtml']);
  });
});

describe('navigation', () => {
  const nav =
    xhtml(`<nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a><ol><li><a href="c1.xhtml#s2">Two</a></li></ol></li></ol></nav>
    <nav epub:type="page-list" hidden=""><ol><li><a href="c1.xhtml#p1">xii</a></li><li><a href="c1.xhtml#p2">1</a></li>
    <li><a href="c1.xhtml#p3">1</a></li></ol></nav>`);
  const body = '<p>a</p><span id="p1"/><p>b</p><p>c <a id="p2"/> d</p><p>e</p><p id="p3">f</p>';
  const ncx = `<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="c1.xhtml"/>
    <navPoint><navLabel><text>Two</text></navLabel><content src="c1.xhtml#s2"/></navPoint></navPoint></navMap>
    <pageList><pageTarget value="12"><navLabel><text>12</text></navLabel><content src="c1.xhtml#p1"/></pageTarget></pageList></ncx>`;
  const labels = async (book: BookSource): Promise<(string | null)[]> =>
    (await book.chapter('OEBPS/c1.xhtml')).blocks.map(({ pageLabel }) => pageLabel);

  it('comes from the navigation document, with printed pages from its page list', async () => {
    const book = await open({
      ...oneChapter(body, { 'nav.xhtml': nav }),
      manifest: '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    });
    expect(book.chapters[0]!.title).toBe('One');
    expect(await labels(book)).toEqual([null, 'xii', 'xii', '1', '1']);
    expect(codes(book)).toContain('page_label_duplicate');
  });

  it('comes from an NCX alone', async () => {
    const book = await open({
      ...oneChapter(body, { 'toc.ncx': ncx }),
      manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
      spineAttributes: 'toc="ncx"',
    });
    expect(book.chapters[0]!.title).toBe('One');
    expect(await labels(book)).toEqual([null, '12', '12', '12', '12']);
  });

  it('that can not be read costs the titles, not the book', async () => {
    const book = await open({
      ...oneChapter('<p>x</p>', { 'nav.xhtml': '<div>'.repeat(1000) }),
      manifest: '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    });
    expect([book.chapters[0]!.title, codes(book)]).toEqual([null, expect.arrayContaining(['navigation_unreadable'])]);
  });

  it('invents no printed page for a book without a page list', async () => {
    expect(await labels(await open(oneChapter('<p>12</p>')))).toEqual([null]);
  });

  it('reads page breaks that the text itself marks', async () => {
    const marked =
      '<p>a</p><span epub:type="pagebreak" title="7"/><p>b</p><div role="doc-pagebreak" aria-label="8">8</div><p>c</p>';
    expect(await labels(await open(oneChapter(marked)))).toEqual([null, '7', '8']);
  });
});

describe('images', () => {
  it('are listed in reading order, then those that no chapter shows', async () => {
    const book = await open({
      ...oneChapter(
        `<p><img src="b.png" alt="B"/></p><picture><source srcset="c2.png 2x, c3.png 3x"/><img src="c.png"/></picture>
        <svg><image xlink:href="d.png"/></svg><object data="e.png"><p>fallback</p></object><p><img src="b.png"/></p>`,
        Object.fromEntries(['a', 'b', 'c', 'c2', 'c3', 'd', 'e'].map((name) => [`${name}.png`, png])),
      ),
      manifest: '<item id="a" href="a.png" media-type="image/png"/>',
    });
    expect(hrefs(book)).toEqual(['b', 'c', 'c2', 'c3', 'd', 'e', 'a'].map((name) => `OEBPS/${name}.png`));
    expect(book.images[0]).toMatchObject({ alt: 'B', chapter: 'OEBPS/c1.xhtml', cover: false });
    expect(book.images.at(-1)).toMatchObject({ chapter: null, element: null });
    const { blocks } = await book.chapter('OEBPS/c1.xhtml');
    expect(blocks.map(({ kind }) => kind)).toEqual(['image', 'image', 'image', 'image', 'image']);
  });

  it.each([
    ['percent-encoded', '../Images/%E5%9B%BE1.png', 'Images/图1.png', []],
    ['in another case', '../images/A.PNG', 'Images/a.png', ['href_case_folded']],
    ['in another normal form', 'é.png'.normalize('NFC'), `T/${'é.png'.normalize('NFD')}`, ['href_unicode_normalised']],
    ['below the root', '../../../../Images/a.png', 'Images/a.png', []],
  ])('referred to %s are found', async (_, reference, path, expected) => {
    const book = await open({
      files: { 'T/c.xhtml': xhtml(`<img src="${reference}"/>`), [path]: png },
      packagePath: 'content.opf',
      spine: ['T/c.xhtml'],
    });
    expect(hrefs(book)).toEqual([path]);
    expect(codes(book)).toEqual(expected);
  });

  it('outside the publication are missing, never fetched', async () => {
    const book = await open(
      oneChapter('<img src="https://a.b/c.png" alt="far"/><img src="file:///etc/passwd"/><img src="gone.png"/><img/>'),
    );
    expect(hrefs(book)).toEqual([]);
    expect(codes(book)).toEqual(['remote_image', 'remote_image', 'image_missing']);
    const { blocks } = await book.chapter('OEBPS/c1.xhtml');
    expect(blocks.map(({ href }) => href)).toEqual([null, null, null, null]);
    expect(blocks[0]!.text).toBe('far');
  });

  it('of data: URLs are decoded', async () => {
    const url = `data:image/gif;base64,${Buffer.from(png).toString('base64')}`;
    const book = await open(oneChapter(`<img src="${url}" alt="inline"/><img src="${url}"/>`));
    expect(book.images).toMatchObject([{ href: 'OEBPS/c1.xhtml#data-1', mediaType: 'image/png', alt: 'inline' }]);
    expect(Buffer.from((await book.image('OEBPS/c1.xhtml#data-1')).bytes)).toEqual(png);
  });

  it('drawn inline count when they hold shapes', async () => {
    const book = await open(
      oneChapter(`<svg><defs><path id="x" d="M0 0"/></defs></svg>
        <svg id="fig" viewBox="0 0 4 2" aria-label="Two boxes"><rect width="4" height="2"/><text>Label</text></svg>`),
    );
    expect(book.images).toMatchObject([
      { href: 'OEBPS/c1.xhtml#svg-1', mediaType: 'image/svg+xml', alt: 'Two boxes', element: 'fig' },
    ]);
    const { blocks } = await book.chapter('OEBPS/c1.xhtml');
    expect(blocks.map(({ text }) => text)).toEqual(['Two boxes', 'Label']);
    const picture = await book.image('OEBPS/c1.xhtml#svg-1');
    expect(picture).toMatchObject({ mediaType: 'image/png', widthPx: 1568, heightPx: 784, generated: true });
  });

  it('are typed by their bytes, whatever the manifest says', async () => {
    const book = await open({
      ...oneChapter('<img src="a.png"/>', { 'a.png': jpeg }),
      manifest: '<item id="a" href="a.png" media-type="image/png"/>',
    });
    expect(book.images[0]!.mediaType).toBe('image/jpeg');
    expect(codes(book)).toEqual(['media_type_differs']);
  });

  it('of a fixed layout stand in the spine themselves', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle r="2"/></svg>';
    const book = await open({
      files: { 'OEBPS/1.svg': svg, 'OEBPS/2.png': png },
      spine: ['1.svg', '2.png'],
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    });
    expect(book.fixedLayout).toBe(true);
    expect(book.images).toMatchObject([
      { href: 'OEBPS/1.svg', chapter: 'OEBPS/1.svg' },
      { href: 'OEBPS/2.png', chapter: 'OEBPS/2.png' },
    ]);
  });

  it('under DRM are reported, and fonts that are merely obfuscated are not', async () => {
    const data = (algorithm: string, uri: string): string =>
      `<EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData>`;
    const parts = oneChapter('<img src="a.png"/>', { 'a.png': Buffer.alloc(300, 7), 'f.otf': 'x' });
    const book = await open({
      ...parts,
      files: {
        ...parts.files,
        'META-INF/encryption.xml': `<encryption>${data('http://www.idpf.org/2008/embedding', 'OEBPS/f.otf')}${data(
          'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
          'OEBPS/a.png',
        )}</encryption>`,
      },
    });
    expect(book.warnings).toMatchObject([{ code: 'content_encrypted', message: /a\.png/ }]);
    expect(hrefs(book)).toEqual(['OEBPS/a.png']);
    await expect(book.image('OEBPS/a.png')).rejects.toMatchObject({ code: 'content_encrypted' });
  });
});

describe('captions', () => {
  const captions = async (body: string): Promise<(string | null)[]> =>
    (await open(oneChapter(body, { 'a.png': png, 'b.png': jpeg }))).images.map(({ caption }) => caption);
  const [a, b] = ['<img src="a.png" alt="alt is no caption"/>', '<img src="b.png"/>'];

  it.each([
    ['figcaption below', `<figure>${a}<figcaption><p>One</p></figcaption></figure>${b}`, ['One', null]],
    ['figcaption above', `<figure><figcaption>One</figcaption>${a}</figure>`, ['One']],
    [
      'a figure of figures',
      `<figure><figure>${a}<figcaption>In</figcaption></figure><figure>${b}</figure><figcaption>Out</figcaption></figure>`,
      ['In', 'Out'],
    ],
    ['a class', `<p>${a}</p><p class="image-caption">One</p><p>text</p>`, ['One']],
    ['a number below', `<p>${a}</p><p>Figure 3. A curve</p>`, ['Figure 3. A curve']],
    ['a Chinese number', `<div>${a}</div><p>图3-1 系统结构</p>`, ['图3-1 系统结构']],
    ['numbers above', `<p>Fig. 1</p>${a}<p>Fig. 2</p>${b}`, ['Fig. 1', 'Fig. 2']],
    ['one for each below', `${a}<p>Fig. 1</p>${b}<p>Fig. 2</p>`, ['Fig. 1', 'Fig. 2']],
    ['no sentence about it', `${a}<p>Figure 3 shows the curve.</p>`, [null]],
    ['none far away', `${a}<p>text</p><p>Figure 3. A curve</p>`, [null]],
  ])('%s', async (_, body, expected) => expect(await captions(body)).toEqual(expected));

  it('of tables are captions too', async () => {
    const blocks = await blocksOf('<p>表2-1 费率</p><table><tr><td>1</td></tr></table><p>Table 9 is elsewhere</p>');
    expect(blocks.map(({ kind }) => kind)).toEqual(['caption', 'table', 'text']);
  });
});

describe('the cover', () => {
  const coverOf = async (parts: EpubParts): Promise<string | undefined> =>
    (await open(parts)).images.find(({ cover }) => cover)?.href;
  const files = (): Record<string, Uint8Array> => ({ 'x.png': png, 'y.png': png });
  const items = (properties = ''): string =>
    `<item id="x" href="x.png" media-type="image/png"/><item id="y" href="y.png" media-type="image/png" ${properties}/>`;

  it('is the item that says so', async () => {
    expect(await coverOf({ ...oneChapter('<p>t</p>', files()), manifest: items('properties="cover-image"') })).toBe(
      'OEBPS/y.png',
    );
  });

  it.each(['y', 'y.png', 'OEBPS/y.png'])('is named by EPUB 2 metadata as %s', async (content) => {
    const metadata = `<meta name="cover" content="${content}"/>`;
    expect(await coverOf({ ...oneChapter('<p>t</p>', files()), manifest: items(), metadata })).toBe('OEBPS/y.png');
  });

  it("is the first image of the guide's cover page", async () => {
    const guide = '<guide><reference type="cover" href="c1.xhtml"/></guide>';
    const parts = { ...oneChapter('<p>t</p><img src="y.png"/><img src="x.png"/>', files()), manifest: items() };
    expect(await coverOf({ ...parts, guide })).toBe('OEBPS/y.png');
    expect(await coverOf(parts)).toBeUndefined();
  });

  it('is the only image of a first page that holds nothing else', async () => {
    expect(await coverOf(oneChapter('<div><img src="y.png"/></div>', files()))).toBe('OEBPS/y.png');
    expect(await coverOf(oneChapter('<p>text</p><img src="y.png"/>', files()))).toBeUndefined();
  });
});

describe('image(href)', () => {
  it("gives the publication's own bytes, untouched", async () => {
    const book = await open(oneChapter('<img src="a.png"/>', { 'a.png': png }));
    const picture = await book.image('oebps/A.png#x');
    expect(Buffer.from(picture.bytes)).toEqual(png);
    expect(picture).toMatchObject({ mediaType: 'image/png', widthPx: 30, heightPx: 20, generated: false });
  });

  it('names near matches of an unknown one', async () => {
    const book = await open(oneChapter('<img src="img/plan.png"/>', { 'img/plan.png': png }));
    await expect(book.image('plan.jpg')).rejects.toMatchObject({
      code: 'image_not_found',
      nextStep: expect.stringContaining('OEBPS/img/plan.png'),
    });
  });

  it('checks pixels by the header and bytes by the size, saying by how much they are over', async () => {
    const book = await openEpub(epub(oneChapter('<img src="a.png"/>', { 'a.png': png })), {
      ...limits,
      maxPixels: 300,
    });
    await expect(book.image('OEBPS/a.png')).rejects.toMatchObject({
      code: 'too_many_pixels',
      message: expect.stringContaining('2.00 times'),
      details: { pixels: 600, max_pixels: 300 },
    });
    const heavy = await openEpub(epub(oneChapter('<img src="a.png"/>', { 'a.png': png })), {
      ...limits,
      maxPictureBytes: 50,
    });
    await expect(heavy.image('OEBPS/a.png')).rejects.toMatchObject({
      code: 'too_many_bytes',
      details: { bytes: png.length },
    });
  });

  it('refuses damaged and foreign pictures', async () => {
    const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]);
    const book = await open(
      oneChapter('<img src="cut.png"/><img src="b.bmp"/><img src="t.png"/>', {
        'cut.png': png.subarray(0, png.length - 30),
        'b.bmp': bmp,
        't.png': 'no picture',
      }),
    );
    await expect(book.image('OEBPS/cut.png')).rejects.toMatchObject({ code: 'file_damaged' });
    await expect(book.image('OEBPS/b.bmp')).rejects.toMatchObject({ code: 'unsupported_format', message: /bmp/ });
    await expect(book.image('OEBPS/t.png')).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('stops a picture that inflates past what the container declares', async () => {
    const entries = epubEntries(
      oneChapter('<img src="a.png"/>', { 'a.png': Buffer.concat([png, Buffer.alloc(9_000_000)]) }),
    );
    const lying = entries.map((entry) => (entry.name === 'OEBPS/a.png' ? { ...entry, declaredSize: 100 } : entry));
    await expect((await openEpub(zip(lying), limits)).image('OEBPS/a.png')).rejects.toMatchObject({ code: 'zip_bomb' });
  });
});

describe('hostile markup', () => {
  it('can not fill the memory with warnings', async () => {
    const broken = Array.from({ length: 3_000 }, (_, i) => `<img src="${i}.png"/>`).join('');
    const book = await open(oneChapter(broken));
    expect(book.warnings).toHaveLength(1_001);
    expect(book.warnings.at(-1)!.code).toBe('warnings_omitted');
  });

  it('does not make a document a picture of itself', async () => {
    expect(hrefs(await open(oneChapter('<img src="#x"/><p>t</p>')))).toEqual([]);
  });
});

describe('a container that is wrong', () => {
  const entries = (): ReturnType<typeof epubEntries> => epubEntries(oneChapter('<p>x</p>'));
  const without = (name: string): Uint8Array => zip(entries().filter((entry) => entry.name !== name));

  it.each([
    ['is empty', () => new Uint8Array(), 'file_empty'],
    ['has no container.xml', () => without('META-INF/container.xml'), 'file_damaged'],
    ['has no package document', () => without('OEBPS/content.opf'), 'file_damaged'],
    ['has none of its chapters', () => without('OEBPS/c1.xhtml'), 'file_damaged'],
    ['has an empty spine', () => epub({ files: {} }), 'no_pages'],
    ['climbs out', () => zip([...entries(), { name: '../x', content: '' }]), 'unsafe_path'],
    ['is a bomb', () => epub(oneChapter(' '.repeat(30_000_000))), 'zip_bomb'],
    [
      'has a package document that is no XML',
      () => zip([...entries().slice(0, 2), { name: 'OEBPS/content.opf', content: '\0\x01' }]),
      'file_damaged',
    ],
  ])('%s', async (_, bytes, code) => {
    await expect(openEpub(bytes(), limits)).rejects.toMatchObject({ code, nextStep: expect.stringMatching(/.{10}/) });
  });

  it('opens without a mimetype, with a warning', async () => {
    expect(codes(await openEpub(without('mimetype'), limits))).toEqual(['mimetype_missing']);
  });
});
