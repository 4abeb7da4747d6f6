/** A question about the corpus and the places that answer it. */
export interface Question {
  id: string;
  question: string;
  lang: 'en' | 'zh';
  /** `exact` uses words of the text; `paraphrase` says it in other words or in another language. */
  style: 'exact' | 'paraphrase';
  /** Only `tune` may be looked at while settings are chosen. */
  split: 'tune' | 'held_out';
  /** Path below the corpus folder. */
  file: string;
  /** 1-based page of a PDF. */
  page?: number;
  /** Every right page, where there is more than one; holds `page` too. */
  pages?: number[];
  /** Path of an EPUB's chapter inside of the publication. */
  chapter?: string;
  note?: string;
}

/** Where a hit points: one of `page` and `chapter` is set. */
export interface Hit {
  file: string;
  page?: number | null;
  chapter?: string | null;
}

const CHANNELS = ['bm25', 'vector', 'fused'] as const;
type Channel = (typeof CHANNELS)[number];
/** Each channel's hits, the best first. */
export type SearchResult = Record<Channel, readonly Hit[]>;

/** Share of questions whose right place comes first, or among the first five places. */
interface Recall {
  questions: number;
  at1: number;
  at5: number;
}

export interface Score {
  /** Rows of the table: `all`, each split, language and style, and each style within each split. */
  groups: { name: string; recall: Record<Channel, Recall> }[];
  /** Questions that a channel did not answer within the first five places, for reading. */
  missed: { id: string; channel: Channel; rank: number | null }[];
}

/** Asks every question and counts. Several passages of one page are one place: a page can be found only once. */
export async function score(
  questions: readonly Question[],
  search: (question: Question) => Promise<SearchResult>,
): Promise<Score> {
  const ranked: Ranked[] = [];
  for (const question of questions) {
    const result = await search(question);
    ranked.push({
      question,
      ranks: {
        bm25: rightRank(question, result.bm25),
        vector: rightRank(question, result.vector),
        fused: rightRank(question, result.fused),
      },
    });
  }
  const groups = GROUPS.map(({ name, holds }) => {
    const members = ranked.filter(({ question }) => holds(question));
    return { name, recall: recallOf(members) };
  });
  const missed = ranked.flatMap(({ question, ranks }) =>
    CHANNELS.filter((channel) => !isWithin(ranks[channel], 5)).map((channel) => ({
      id: question.id,
      channel,
      rank: ranks[channel],
    })),
  );
  return { groups, missed };
}

/** The score as a markdown table: recall@1 / recall@5 in percent. */
export function markdownTable({ groups }: Score): string {
  const percent = (share: number): string => (share * 100).toFixed(1);
  const rows = groups.map(({ name, recall }) => {
    const cells = CHANNELS.map((channel) => `${percent(recall[channel].at1)} / ${percent(recall[channel].at5)}`);
    return `| ${name} | ${recall.fused.questions} | ${cells.join(' | ')} |`;
  });
  return [
    '| recall@1 / recall@5, % | questions | BM25 | vector | fused |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

interface Ranked {
  question: Question;
  ranks: Record<Channel, number | null>;
}

const GROUPS: readonly { name: string; holds: (question: Question) => boolean }[] = [
  { name: 'all', holds: () => true },
  { name: 'tune', holds: ({ split }) => split === 'tune' },
  { name: 'held out', holds: ({ split }) => split === 'held_out' },
  { name: 'English', holds: ({ lang }) => lang === 'en' },
  { name: 'Chinese', holds: ({ lang }) => lang === 'zh' },
  { name: 'exact', holds: ({ style }) => style === 'exact' },
  { name: 'paraphrase', holds: ({ style }) => style === 'paraphrase' },
  { name: 'held out, English', holds: ({ split, lang }) => split === 'held_out' && lang === 'en' },
  { name: 'held out, Chinese', holds: ({ split, lang }) => split === 'held_out' && lang === 'zh' },
  { name: 'held out, exact', holds: ({ split, style }) => split === 'held_out' && style === 'exact' },
  { name: 'held out, paraphrase', holds: ({ split, style }) => split === 'held_out' && style === 'paraphrase' },
];

/** 1-based rank of the first right place among the distinct places, or `null`. */
function rightRank(question: Question, hits: readonly Hit[]): number | null {
  const places = new Set<string>();
  for (const hit of hits) {
    places.add(`${hit.file}\n${hit.page ?? ''}\n${hit.chapter ?? ''}`);
    if (isRight(question, hit)) return places.size;
  }
  return null;
}

function isRight(question: Question, hit: Hit): boolean {
  if (hit.file !== question.file) return false;
  if (question.chapter !== undefined) return hit.chapter === question.chapter;
  const pages = question.pages ?? [question.page];
  return hit.page != null && pages.includes(hit.page);
}

function recallOf(members: readonly Ranked[]): Record<Channel, Recall> {
  const share = (channel: Channel, depth: number): number =>
    members.length === 0 ? 0 : members.filter(({ ranks }) => isWithin(ranks[channel], depth)).length / members.length;
  const recall = (channel: Channel): Recall => ({
    questions: members.length,
    at1: share(channel, 1),
    at5: share(channel, 5),
  });
  return { bm25: recall('bm25'), vector: recall('vector'), fused: recall('fused') };
}

function isWithin(rank: number | null, depth: number): boolean {
  return rank !== null && rank <= depth;
}
