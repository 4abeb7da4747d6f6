import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyLicence } from '../licences.js';
import type { Work } from '../providers/provider.js';
import { termGroups } from '../query/required-terms.js';
import { inOrder, type Judged, judge, type Need } from './judge.js';

const CC0 = classifyLicence({ name: 'CC0' });
const BY = classifyLicence({ name: 'CC BY 4.0' });

const work = (title: string, more: Partial<Work> = {}): Work => ({
  provider: 'openverse',
  id: title,
  title,
  author: 'Ann',
  sourcePageUrl: 'https://photos.example/1',
  downloadUrl: 'https://photos.example/1.jpg',
  previewUrl: 'https://photos.example/1-small.jpg',
  licence: BY,
  width: 3_000,
  height: 2_000,
  rendition: null,
  restrictions: [],
  ...more,
});
const need = (query: string, more: Partial<Omit<Need, 'groups'>> = {}, terms: string[] = []): Need => ({
  queries: [query],
  orientation: 'any',
  strict: false,
  minWidth: 1_200,
  minHeight: 800,
  thumbnails: false,
  ...more,
  groups: termGroups(terms),
});
const judged = (it: Work, wanted: Need) =>
  judge({ work: it, query: wanted.queries[0]!, sent: wanted.queries[0]! }, wanted);
const order = (works: Work[], wanted: Need): string[] =>
  inOrder(works.map((it) => judged(it, wanted)).filter((it): it is Judged => typeof it !== 'string')).map(
    (it) => it.work.title,
  );

describe('no candidate is', () => {
  const lake = need('mountain lake');
  it.each<[string, Work, Need, string]>([
    [
      'what may not be used',
      work('mountain lake', { licence: 'license_noncommercial' }),
      lake,
      'license_noncommercial',
    ],
    ['what must be credited to nobody', work('mountain lake', { author: '' }), lake, 'author_unknown'],
    ['what has nothing of the query', work('police officer'), need('office'), 'irrelevant'],
    [
      'what needs a credit where none is wanted',
      work('mountain lake'),
      need('mountain lake', { strict: true }),
      'attribution_required',
    ],
    [
      'what lacks a required term',
      work('mountain lake'),
      need('mountain lake', {}, ['Bled']),
      'required_terms_missing',
    ],
    ['what is known to be too small', work('mountain lake', { width: 1_000 }), lake, 'too_small'],
    [
      'what comes in a smaller rendition',
      work('mountain lake', { rendition: { width: 1_280, height: 720 } }),
      lake,
      'too_small',
    ],
    ['what can not be downloaded', work('mountain lake', { downloadUrl: '' }), lake, 'no_download'],
    [
      'what leads elsewhere than the web',
      work('mountain lake', { downloadUrl: 'file:///etc/passwd' }),
      lake,
      'no_download',
    ],
    [
      'what has no thumbnail to look at',
      work('mountain lake', { previewUrl: '' }),
      need('mountain lake', { thumbnails: true }),
      'no_preview',
    ],
    ['what no words can tell, unseen', work('Great Wall'), need('长城'), 'nothing_to_compare'],
  ])('%s', (_, it, wanted, reason) => {
    expect(judged(it, wanted)).toBe(reason);
  });

  it('by the lack of an author where no credit is due', () => {
    expect(judged(work('mountain lake', { author: '', licence: CC0 }), lake)).toMatchObject({
      evidence: 'metadata-verified',
    });
  });
});

describe('the order of candidates', () => {
  it.each<[string, Work[], Need]>([
    [
      'a strict match before a near one, however strong',
      [
        work('stone bridge', { sourcePageUrl: 'https://a.example/Anshun' }),
        work('Chengdu bridge at night stone', { licence: CC0, width: 9_000 }),
      ],
      need('Chengdu bridge at night', { thumbnails: true }, ['Anshun']),
    ],
    [
      'identity in the title before identity in the address',
      [work('Bled'), work('lake with an island in the mountains', { sourcePageUrl: 'https://a.example/bled' })],
      need('lake island mountains', {}, ['Bled']),
    ],
    [
      'the thing itself before what is called after it',
      [work('Waterloo, the field'), work('Waterloo station field')],
      need('Waterloo field', {}, ['Waterloo']),
    ],
    [
      'more of the query before less',
      [work('red stone bridge'), work('red bridge'), work('bridge')],
      need('red stone bridge'),
    ],
    [
      'words of the title before words of the address',
      [work('red bridge'), work('bridge', { sourcePageUrl: 'https://a.example/red' })],
      need('red bridge'),
    ],
    [
      'what it shows before what it is for',
      [work('harbour crane'), work('background photo harbour')],
      need('harbour crane background photo'),
    ],
    [
      'the shape asked for before others',
      [work('b lake', { width: 2_000, height: 3_000 }), work('a lake')],
      need('lake', { orientation: 'portrait' }),
    ],
    [
      'relevance before the shape',
      [work('mountain lake'), work('lake', { width: 2_000, height: 3_000 })],
      need('mountain lake', { orientation: 'portrait' }),
    ],
    ['what needs no credit before what does', [work('lake a', { licence: CC0 }), work('lake b')], need('lake')],
    ['more pixels before fewer', [work('lake b'), work('lake a', { width: 1_500, height: 1_000 })], need('lake')],
    [
      'a small accurate picture before a huge weak one',
      [
        work('stone bridge Regensburg', { width: 1_200, height: 800 }),
        work('bridge', { width: 30_000, height: 20_000, licence: CC0 }),
      ],
      need('stone bridge Regensburg'),
    ],
    ['Chinese by pairs of characters', [work('故宫博物院雪景'), work('故宫')], need('故宫雪景')],
  ])('%s', (_, works, wanted) => {
    const expected = works.map(({ title }) => title);
    expect(order(works, wanted)).toEqual(expected);
    expect(order(works.toReversed(), wanted)).toEqual(expected);
  });

  it('is explained: the points of the reasons are the score', () => {
    const titles = fc.array(fc.constantFrom('red', 'stone', 'bridge', 'station', 'photo', 'Bled', '桥'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(titles, fc.boolean(), fc.integer({ min: 1_200, max: 9_000 }), (words, isFree, width) => {
        const wanted = need('red stone bridge photo', { orientation: 'landscape', thumbnails: true }, ['Bled|red']);
        const it = judged(work(words.join(' '), { licence: isFree ? CC0 : BY, width }), wanted);
        if (typeof it === 'string') return;
        const points = it.why.map((reason) => Number(/^[+-]?\d+/.exec(reason)?.[0] ?? 0));
        expect(points.reduce((sum, value) => sum + value, 0)).toBe(it.score);
      }),
    );
  });

  it('marks what only eyes can tell', () => {
    const near = judged(work('Chengdu bridge'), need('Chengdu bridge', { thumbnails: true }, ['Anshun']));
    const other = judged(work('Great Wall'), need('长城', { thumbnails: true }));
    expect([near, other]).toMatchObject([
      { evidence: 'visual-verification-required', missing: ['Anshun'] },
      { evidence: 'visual-verification-required', missing: [] },
    ]);
  });

  it('shows no near match that lacks two terms, or has little of its query', () => {
    const wanted = need('Chengdu river bridge at night', { thumbnails: true }, ['Anshun', 'Jinjiang']);
    expect(judged(work('Chengdu river bridge'), wanted)).toBe('required_terms_missing');
    expect(judged(work('Anshun'), wanted)).toBe('required_terms_missing');
  });
});
