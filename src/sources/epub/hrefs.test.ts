import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PathIndex, resolveHref } from './hrefs.js';

describe('resolveHref', () => {
  it.each([
    ['../Images/a.png', 'OEBPS/Text/c.xhtml', 'OEBPS/Images/a.png'],
    ['/img/a.png', 'OEBPS/c.xhtml', 'img/a.png'],
    ['../../../../etc/passwd', 'OEBPS/c.xhtml', 'etc/passwd'],
    ['a.png?size=2#top', 'OEBPS/c.xhtml', 'OEBPS/a.png'],
    ['./a+b.png', 'c.xhtml', 'a+b.png'],
    ['', 'OEBPS/c.xhtml', 'OEBPS/c.xhtml'],
  ])('%s in %s is %s', (reference, from, path) => {
    expect(resolveHref(reference, from)).toMatchObject({ kind: 'file', path });
  });

  it('keeps the fragment, percent-decoded', () => {
    expect(resolveHref('c.xhtml#%E5%9B%BE', 'x')).toMatchObject({ path: 'c.xhtml', fragment: '图' });
  });

  it.each(['http://a.b/c.png', 'HTTPS://a/b', 'file:///etc/passwd', '//a.b/c.png', 'C:/a.png', 'javascript:x'])(
    '%s lies outside',
    (reference) => expect(resolveHref(reference, 'c.xhtml').kind).toBe('outside'),
  );

  it('never leaves the root, whatever the reference', () => {
    const segment = fc.constantFrom('..', '.', '', 'a', '%2e%2e', '%2E%2e%2f..', '..%5c', 'b.png', '...', '/');
    const paths = fc.array(segment, { maxLength: 12 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(fc.oneof(paths, fc.string()), fc.constantFrom('c.xhtml', 'OEBPS/Text/c.xhtml'), (reference, from) => {
        const target = resolveHref(reference, from);
        if (target.kind !== 'file') return;
        expect(target.path.split('/')).not.toContain('..');
        expect(target.path.startsWith('/')).toBe(false);
        const found = new PathIndex(['a/b.png', 'b.png']).find(target.path);
        if (found) expect(['a/b.png', 'b.png']).toContain(found.path);
      }),
    );
  });
});

describe('PathIndex finds a file in steps', () => {
  const nfd = 'Übung.png'.normalize('NFD');
  const index = new PathIndex(['images/a b.png', 'images/100%25.png', nfd, 'Text/Straße.html', 'x/A.png', 'X/a.png']);

  it.each([
    ['images/a b.png', 'images/a b.png', 'exact'],
    ['images/a%20b.png', 'images/a b.png', 'percent_decoded'],
    ['images/100%2525.png', 'images/100%25.png', 'percent_decoded'],
    ['Übung.png'.normalize('NFC'), nfd, 'unicode_normalised'],
    ['%C3%9Cbung.png', nfd, 'unicode_normalised'],
    ['IMAGES/A%20B.PNG', 'images/a b.png', 'case_folded'],
    ['text/STRASSE.html', 'Text/Straße.html', 'case_folded'],
    ['x/A.png', 'x/A.png', 'exact'],
  ])('%s', (asked, path, step) => expect(index.find(asked)).toEqual({ path, step }));

  it('refuses to guess between two files that differ in case only', () => {
    expect(index.find('x/a.PNG')).toBeNull();
  });

  it('does not take a literal % for a mistake', () => expect(new PathIndex(['50%.png']).find('50%.png')).toBeTruthy());

  it('decodes no climb out of the root', () => {
    expect(new PathIndex(['etc/passwd']).find('a/%2e%2e/%2e%2e/etc/passwd')).toEqual({
      path: 'etc/passwd',
      step: 'percent_decoded',
    });
  });
});
