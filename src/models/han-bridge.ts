import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { dataFile } from './data-file.js';

/** Changes with the gloss file or with how it is applied; part of the id of every vector made through the bridge. */
export const BRIDGE_ID = 'cedict1';

/**
 * Rewrites Chinese words as short English glosses, so that a model which knows English only can compare Chinese text
 * with Chinese or English text. Everything else stays as it is. Japanese gains from it where its words are written
 * in Han characters. The dictionary (98,862 words, about 25 MB in memory) is read when the first Han character comes.
 */
export async function bridgeHan(text: string): Promise<string> {
  if (!HAN.test(text)) return text;
  dictionary ??= readDictionary();
  return replaceRuns(text, await dictionary);
}

const HAN = /\p{Script=Han}/u;
const HAN_RUN = /[\p{Script=Han}々〆](?:\s*[\p{Script=Han}々〆])*/gu;
/** The longest headword that scripts/build-han-gloss.mjs keeps. */
const MAX_WORD_LENGTH = 7;
/** Function and question words: their glosses ("of", "number", "correct") would drown what the text is about. */
const IGNORED = new Set(
  (
    '的 了 是 在 和 与 及 或 等 之 于 其 为 以 所 而 且 并 也 都 就 不 无 有 对 从 到 由 将 被 把 给 向 这 那 该 此 各 每 ' +
    '吗 呢 吧 呀 啊 什么 多少 哪 哪些 哪个 哪里 谁 怎么 怎样 如何 为什么 何时 是否 有没有 请问 个 些 一个 这个 那个 他们 我们 它们 他 她 它 我 你 们 之后 因为 所以 但是 如果 以及 是的 里 上 下 中 地 得 着 过'
  ).split(' '),
);

interface Dictionary {
  /** Traditional character → simplified one. */
  folding: ReadonlyMap<string, string>;
  /** Simplified word → English. */
  words: ReadonlyMap<string, string>;
}

let dictionary: Promise<Dictionary> | undefined;

/** The file: a line of traditional characters, one of the simplified ones, then `word<tab>gloss` lines. */
async function readDictionary(): Promise<Dictionary> {
  const packed = await readFile(dataFile('han-gloss.br'));
  const [traditional = '', simplified = '', ...lines] = (await decompress(packed)).toString('utf8').split('\n');
  const words = new Map<string, string>();
  for (const line of lines) {
    const tab = line.indexOf('\t');
    words.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return { folding: new Map([...traditional].map((from, i) => [from, simplified.charAt(i)])), words };
}

const decompress = promisify(brotliDecompress);

function replaceRuns(text: string, { folding, words }: Dictionary): string {
  return text.replace(HAN_RUN, (run) => {
    const characters = [...run.replace(/\s/gu, '')].map((character) => folding.get(character) ?? character);
    return ` ${glossRun(characters, words).join(' ')} `;
  });
}

/** Tells English words by whether the dictionary explains anything with them: about 40,000. */
export async function englishWords(): Promise<ReadonlySet<string>> {
  dictionary ??= readDictionary();
  const { words } = await dictionary;
  english ??= new Set([...words.values()].flatMap((gloss) => gloss.toLowerCase().split(/[^a-z]+/u)));
  return english;
}

let english: ReadonlySet<string> | undefined;

/** A word of a run of Han characters: how many it takes, and what it means; null for function words and unknown ones. */
export interface HanWord {
  readonly length: number;
  readonly gloss: string | null;
}

/** The words of a run of Han characters, from the left, each the longest that the dictionary has. */
export async function hanWords(run: string): Promise<HanWord[]> {
  dictionary ??= readDictionary();
  const { folding, words } = await dictionary;
  return wordsOfRun(
    [...run].map((character) => folding.get(character) ?? character),
    words,
  );
}

/** A character that begins no word is dropped. */
const glossRun = (characters: readonly string[], words: ReadonlyMap<string, string>): string[] =>
  wordsOfRun(characters, words).flatMap(({ gloss }) => (gloss === null ? [] : [gloss]));

function wordsOfRun(characters: readonly string[], words: ReadonlyMap<string, string>): HanWord[] {
  const result: HanWord[] = [];
  let at = 0;
  while (at < characters.length) {
    let length = Math.min(MAX_WORD_LENGTH, characters.length - at);
    let word = characters.slice(at, at + length).join('');
    while (length > 1 && !words.has(word) && !IGNORED.has(word)) {
      length -= 1;
      word = characters.slice(at, at + length).join('');
    }
    result.push({ length, gloss: IGNORED.has(word) ? null : (words.get(word) ?? null) });
    at += length;
  }
  return result;
}
