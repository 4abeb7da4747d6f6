import { describe, expect, it } from 'vitest';
import { credits, recordsIn } from './credit-records.js';
import { dueFor, folded, mentionsIn } from './mentions.js';

const item = (author: string, license_name: string, provider = 'wikimedia', source_page_url = '') => {
  const due = dueFor({ filename: 'a.jpg', author, license_name, provider, source_page_url });
  if (due === null) throw new Error(author);
  return due;
};
const jane = item('Jane Doe', 'CC BY-SA 4.0');
const john = item('John Roe', 'CC BY 2.0', 'openverse', 'https://www.flickr.com/photos/john/1');
const ann = item('Ann', 'CC BY-SA 4.0');
const wang = item('王小明', 'CC BY 4.0');
const who = [jane, john, ann, wang];
const credited = (text: string): string[] => {
  const records = recordsIn(mentionsIn(folded(text), who));
  return who.filter((due) => credits(records, due)).map(({ author }) => author);
};

describe('a credit', () => {
  it.each([
    ['© Jane Doe / Wikimedia / CC BY-SA 4.0'],
    ['© JANE  DOE / Wikimedia Commons / CC BY‑SA'],
    ['Photo: Jane Doe (commons.wikimedia.org), Creative Commons Attribution-ShareAlike 4.0 International'],
    [
      'team.jpg — "T" by Jane Doe via Wikimedia Commons — license: CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/)',
    ],
    ['ＣＣ ＢＹ－ＳＡ 4.0 / Wikimedia / Jane Doe'],
  ])('names author, source and licence: %s', (text) => {
    const due = text.includes('commons.wikimedia.org')
      ? { ...jane, sources: [...jane.sources, 'commons.wikimedia.org'] }
      : jane;
    expect(credits(recordsIn(mentionsIn(folded(text), [due])), due)).toBe(true);
  });

  it.each([
    ['no author', '© Wikimedia / CC BY-SA 4.0'],
    ['no source', '© Jane Doe / CC BY-SA 4.0'],
    ['no licence', '© Jane Doe / Wikimedia'],
    ['another licence', '© Jane Doe / Wikimedia / CC BY 4.0'],
    ['another version', '© Jane Doe / Wikimedia / CC BY-SA 3.0'],
    ['a licence that forbids', '© Jane Doe / Wikimedia / CC BY-NC-SA 4.0'],
    ['two licences', '© Jane Doe / Wikimedia / CC BY-SA 4.0 / CC BY 4.0'],
    ['another source', '© Jane Doe / Openverse / CC BY-SA 4.0'],
    ['a longer name', '© Jane Doerr / Wikimedia / CC BY-SA 4.0'],
    ['a generic line', 'Images: CC BY-SA 4.0, Wikimedia'],
  ])('with %s is none', (_, text) => {
    expect(credited(text)).toEqual([]);
  });

  it('in Chinese needs no blanks', () => {
    expect(credited('图片：王小明，来源Wikimedia Commons，许可CC BY 4.0')).toEqual(['王小明']);
  });

  it('of a short name is not found inside of another', () => {
    expect(credited('© Joanna / Wikimedia / CC BY-SA 4.0')).toEqual([]);
    expect(credited('© Ann / Wikimedia / CC BY-SA 4.0')).toEqual(['ann']);
  });
});

describe('one line for several pictures', () => {
  it.each([
    ['author first', '© Jane Doe / Wikimedia / CC BY-SA 4.0 · © John Roe / Flickr / CC BY 2.0'],
    ['source first', 'Wikimedia: Jane Doe, CC BY-SA 4.0; Flickr: John Roe, CC BY 2.0'],
    ['licence first', 'CC BY-SA 4.0 Jane Doe (Wikimedia) | CC BY 2.0 John Roe (Flickr)'],
    [
      'an index and its source',
      '© Jane Doe / Wikimedia / CC BY-SA 4.0 · © John Roe / Flickr via Openverse / CC BY 2.0',
    ],
  ])('credits each, %s', (_, text) => {
    expect(credited(text)).toEqual(['jane doe', 'john roe']);
  });

  it.each([
    'Photos: Jane Doe, Ann / Wikimedia / CC BY-SA 4.0',
    'CC BY-SA 4.0, Wikimedia: Jane Doe and Ann',
    'Jane Doe / Wikimedia / CC BY-SA 4.0 — Ann / Wikimedia / CC BY-SA 4.0',
  ])('says of all what stands before or after all: %s', (text) => {
    expect(credited(text)).toEqual(['jane doe', 'ann']);
  });

  it('credits nobody with what is said of another', () => {
    expect(credited('© Jane Doe / Wikimedia / CC BY 2.0 · © John Roe / Flickr / CC BY-SA 4.0')).toEqual([]);
    expect(credited('© Jane Doe / Wikimedia / CC BY-SA 4.0 · © Ann')).toEqual(['jane doe']);
    expect(credited('Jane Doe, John Roe / Wikimedia, Flickr / CC BY-SA 4.0, CC BY 2.0')).toEqual([]);
  });

  it('credits two works of one author under two licences', () => {
    const other = item('Jane Doe', 'CC BY 2.0');
    const records = recordsIn(
      mentionsIn(folded('Jane Doe / Wikimedia / CC BY-SA 4.0 · Jane Doe / Wikimedia / CC BY 2.0'), [jane, other]),
    );
    expect([jane, other].map((due) => credits(records, due))).toEqual([true, true]);
  });
});
