import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { epub, oneChapter } from '../../test/fixtures/epub.js';
import { onePage, shown } from '../../test/fixtures/pdf.js';
import { limitsFrom } from './limits.js';
import { openSource } from './open.js';

const limits = limitsFrom({});
const refusal = async (bytes: Uint8Array, name: string, within = limits): Promise<unknown> =>
  openSource(bytes, name, within).then(
    () => 'opened',
    (error: unknown) => error,
  );

describe('a file', () => {
  it('is opened by its content, whatever its name', async () => {
    const png = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const files: [string, Uint8Array][] = [
      ['pdf', onePage({ content: shown('Word', 20, 40) })],
      ['pdf', Buffer.concat([Buffer.from('Received: by mail\r\n\r\n'), onePage()])],
      ['epub', epub(oneChapter('<p>Text</p>'))],
      ['image', png],
    ];
    for (const [kind, bytes] of files) {
      const source = await openSource(bytes, 'misleading.docx', limits);
      expect(source.kind).toBe(kind);
      await source.close();
    }
  });

  it('passes on the password', async () => {
    const bytes = onePage({ content: shown('Word', 20, 40), userPassword: 'open sesame' });
    expect(await refusal(bytes, 'a.pdf')).toMatchObject({ code: 'password_needed' });
    const source = await openSource(bytes, 'a.pdf', limits, { password: 'open sesame' });
    expect(source.kind).toBe('pdf');
    await source.close();
  });

  it('that is empty, or past the size limit, is refused', async () => {
    expect(await refusal(new Uint8Array(), 'a.pdf')).toMatchObject({ code: 'file_empty', class: 'bad_input' });
    const bytes = onePage();
    const tight = limitsFrom({ GROUNDGLASS_MAX_FILE_BYTES: `${bytes.length - 1}` });
    expect(await refusal(bytes, 'a.pdf', tight)).toMatchObject({
      code: 'file_too_large',
      class: 'too_large',
      details: { bytes: bytes.length, limit: bytes.length - 1 },
      nextStep: expect.stringContaining('GROUNDGLASS_MAX_FILE_BYTES'),
    });
    const enough = limitsFrom({ GROUNDGLASS_MAX_FILE_BYTES: `${bytes.length}` });
    expect(await refusal(bytes, 'a.pdf', enough)).toBe('opened');
  });

  it.each([
    ['report.pdf', '<html>Not found</html>', 'file_damaged', /named \.pdf but its content/],
    ['scan.TIFF', 'II', 'file_damaged', /named \.TIFF/],
    ['notes.txt', 'plain text', 'unsupported_format', /none that can be read/],
    ['noname', '\0\0\0', 'unsupported_format', /none that can be read/],
    ['plan.dwg', 'AC1032 ', 'unsupported_format', /CAD drawing/],
  ] as const)('%s with foreign content is refused with the reason', async (name, content, code, message) => {
    expect(await refusal(Buffer.from(content), name)).toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
