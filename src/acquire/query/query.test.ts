import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkQuery, negativePart } from './check-query.js';
import { ladder } from './ladder.js';
import { categoryWarning, standingOf, termGroups } from './required-terms.js';

describe('the ladder of a query', () => {
  it.each([
    [
      'professional photo of modern office team meeting around the wooden table',
      ['office team meeting around', 'office team meeting', 'office team', 'office'],
    ],
    ['Eiffel Tower', ['Eiffel']],
    ['K2 summit (Pakistan) #ff8800', ['K2 summit', 'K2']],
    ['stock photo background', ['stock photo', 'stock']],
    ['重庆解放碑夜景照片', ['重庆解放碑夜景', '重庆解放碑', '重庆解放', '重庆']],
    ['重庆 夜景', ['重庆夜景', '重庆']],
    ['Café "Müller"', ['Café Müller', 'Café']],
    ['of the', []],
  ])('%s goes down to %j', (query, rungs) => {
    const [first, ...rest] = ladder(query);
    expect(first).toBe(query);
    expect(rest).toEqual(rungs);
  });

  it('begins with the query, has no rung twice, and each is of some use', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60 }), (query) => {
        const rungs = ladder(query);
        expect(rungs[0]).toBe(query.normalize('NFC').replace(/\s+/g, ' ').trim());
        expect(new Set(rungs.map((it) => it.toLowerCase())).size).toBe(rungs.length);
        expect(rungs.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('a query that says what must not be seen', () => {
  it.each([
    ['old town no tourists', 'no tourists'],
    ['no people', 'no people'],
    ['beach, no umbrellas', ', no umbrellas'],
    ['city without cars', 'without cars'],
    ['forest -people', '-people'],
    ['not a cartoon', 'not a cartoon'],
    ['古镇 不要游客', '不要游客'],
    ['街道无行人', '无行人'],
    ['海滩 没有人', '没有人'],
    ['文字なし 背景', '文字なし'],
    ['Strand ohne Menschen', 'ohne Menschen'],
    ['ＮＯ ＰＥＯＰＬＥ', 'NO PEOPLE'],
  ])('%s is refused for "%s"', (query, part) => {
    expect(negativePart(query)).toBe(part.trim());
    expect(() => checkQuery(query)).toThrowError(/literally/);
  });

  it.each([
    'Fushimi no Inari',
    '10 Downing Street',
    'No 5 perfume',
    'No. 1 court',
    'Sans Souci palace',
    '无人机 航拍',
    'well-known bridge',
    'Noto peninsula',
    'nonstop flight',
    'Castle of Not',
  ])('%s is none', (query) => {
    expect(negativePart(query)).toBeNull();
    checkQuery(query);
  });

  it.each(['', '   ', '!?', 'x'.repeat(201)])('nor can be asked: %j', (query) => {
    expect(() => checkQuery(query)).toThrowError(expect.objectContaining({ code: 'bad_argument' }));
  });
});

describe('a required term', () => {
  const words = (title: string, author = '', sourcePageUrl = '') => ({ title, author, sourcePageUrl });
  const [group] = termGroups(['Eiffel Tower|Tour Eiffel|埃菲尔铁塔']);
  it.each([
    ['Eiffel Tower at night', '', '', 'title'],
    ['The eiffel-tower, Paris', '', '', 'title'],
    ['La Tour  Eiffel', '', '', 'title'],
    ['巴黎埃菲尔铁塔', '', '', 'title'],
    ['埃菲爾鐵塔', '', '', 'title'],
    ['Paris', 'Eiffel Tower Trust', '', 'elsewhere'],
    ['Paris', '', 'https://a.example/photos/EiffelTower_2.jpg', 'elsewhere'],
    ['Paris', '', 'https://a.example/wiki/%E5%9F%83%E8%8F%B2%E5%B0%94%E9%93%81%E5%A1%94', 'elsewhere'],
    ['Eiffels Towering ambition', '', '', 'absent'],
    ['Eiffel Bridge and Tower', '', '', 'absent'],
    ['', '', 'https://eiffel-tower.example/1', 'absent'],
  ])('stands in %j %j %j: %s', (title, author, page, standing) => {
    expect(standingOf(group!, words(title, author, page))).toBe(standing);
  });

  it.each([
    ['京都', '東京都の夜景', 'absent'],
    ['京都', '京都駅', 'title'],
    ['art', 'Bart Simpson', 'absent'],
    ['office', 'Police officer', 'absent'],
    ['Müller', 'MULLER house', 'title'],
    ['故宫', '北京故宮博物院', 'title'],
    ['القاهرة', 'برج القاهرة', 'title'],
    ['ＮＡＳＡ', 'NASA headquarters', 'title'],
  ])('%s in %s: %s', (term, title, standing) => {
    expect(standingOf(termGroups([term])[0]!, words(title))).toBe(standing);
  });

  it('comes in groups, by commas and bars of any width', () => {
    expect(termGroups(['Chongqing|重庆，Jiefangbei｜解放碑', ' ', 'a,,b|']).map(({ aliases }) => aliases)).toEqual([
      ['Chongqing', '重庆'],
      ['Jiefangbei', '解放碑'],
      ['a'],
      ['b'],
    ]);
  });

  it.each([
    [['bridge'], true],
    [['bridges, 古镇'], true],
    [['stone bridge'], false],
    [['bridge', 'Chongqing'], false],
    [['古镇|凤凰'], false],
    [[], false],
  ])('%j that only names kinds of things: %s', (terms, warned) => {
    expect(categoryWarning(termGroups(terms)) !== null).toBe(warned);
  });
});
