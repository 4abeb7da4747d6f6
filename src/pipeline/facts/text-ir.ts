import { unionOf } from '../../evidence/boxes.js';
import { type WireBox, wireBox } from '../../evidence/wire/locator.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import type { PartitionedPage } from '../layout/partition.js';
import type { TextLine } from '../layout/text-lines.js';
import { transcribe } from '../layout/transcription.js';
import type { RunPart, Word } from '../layout/words.js';
import type { Fact } from './fact.js';
import { onlyPeriod } from './only-period.js';
import { printedNumber } from './printed-number.js';
import type { IrGlyphs } from './table-ir.js';

/** The text of a page, region by region, and the key figures that stand in lines of their own: `Total Expenses: $3,987,743`. */
export interface TextIr {
  readonly format: 'text-ir-v1';
  readonly page_index: number;
  readonly producer: string;
  readonly regions: readonly { readonly kind: string; readonly box: WireBox; readonly text: string }[];
  readonly figures: readonly KeyFigure[];
}

interface KeyFigure {
  readonly label: TextField;
  readonly value: TextField;
  /** The heading over it. */
  readonly heading: TextField | null;
}

interface TextField {
  readonly text: string;
  readonly box: WireBox;
  readonly glyphs: readonly IrGlyphs[];
  readonly verified: boolean;
  readonly refused: readonly Refusal[];
}

/** A label longer than this is a sentence. */
const MAX_LABEL_CHARS = 80;
/** Tables and charts are members of their own. */
const OWN_MEMBERS = new Set(['table', 'chart']);

export function textIr(
  { regions, lines }: PartitionedPage,
  pageIndex: number,
  refusals: (runs: readonly RunPart[]) => readonly Refusal[],
): TextIr {
  const readable = regions.filter(({ kind }) => !OWN_MEMBERS.has(kind));
  let heading: TextField | null = null;
  const figures: KeyFigure[] = [];
  // Beside the marks of a chart its totals stand in lines of their own.
  for (const region of regions.filter(({ kind }) => kind !== 'table')) {
    const own = lines[region.index] ?? [];
    if (region.kind === 'title')
      heading = fieldOf(
        own.map(({ text }) => text).join(' '),
        own.flatMap(({ words }) => words),
        refusals,
      );
    for (const line of own) {
      const figure = keyFigure(line, refusals);
      if (figure !== null) figures.push({ ...figure, heading });
    }
  }
  return {
    format: 'text-ir-v1',
    page_index: pageIndex,
    producer: 'exact-source-transcription-v1',
    regions: readable.map((region) => ({
      kind: region.kind,
      box: wireBox(region.box),
      text: transcribe(lines[region.index] ?? []).text,
    })),
    figures,
  };
}

/** A line that is a label, a colon and one number. */
function keyFigure(
  line: TextLine,
  refusals: (runs: readonly RunPart[]) => readonly Refusal[],
): Omit<KeyFigure, 'heading'> | null {
  const colon = line.words.findIndex(({ text }) => /[:：]$/u.test(text));
  if (colon < 0 || colon === line.words.length - 1) return null;
  const [label, value] = [line.words.slice(0, colon + 1), line.words.slice(colon + 1)];
  const labelText = joinWords(label).replace(/\s?[:：]$/u, '');
  const valueText = joinWords(value);
  if (labelText.length > MAX_LABEL_CHARS || !/\p{L}{2}/u.test(labelText) || printedNumber(valueText) === null)
    return null;
  return { label: fieldOf(labelText, label, refusals), value: fieldOf(valueText, value, refusals) };
}

function fieldOf(
  text: string,
  words: readonly Word[],
  refusals: (runs: readonly RunPart[]) => readonly Refusal[],
): TextField {
  const runs = words.flatMap((word) => word.runs);
  const refused = refusals(runs);
  return {
    text,
    box: wireBox(unionOf(words.map(({ box }) => box)) as Word['box']),
    glyphs: runs.map(({ id, from, to }) => [id, from, to]),
    verified: refused.length === 0,
    refused,
  };
}

const joinWords = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

export function textFacts({ figures }: TextIr): Fact[] {
  return figures.map(({ label, value, heading }, i): Fact => {
    const number = printedNumber(value.text);
    const own = onlyPeriod(label.text);
    const above = own === null && heading !== null ? onlyPeriod(heading.text) : null;
    const period = own ?? above;
    const cited = [label, value, ...(above === null || heading === null ? [] : [heading])];
    return {
      path: `/figures/${i}/value/text`,
      labels: [
        { role: 'series', text: label.text, path: `/figures/${i}/label/text` },
        ...(heading === null
          ? []
          : [{ role: 'title' as const, text: heading.text, path: `/figures/${i}/heading/text` }]),
      ],
      period: period?.period ?? null,
      periodText: period?.text ?? null,
      periodPath: period === null ? null : `/figures/${i}/${above === null ? 'label' : 'heading'}/text`,
      printed: value.text,
      value: number?.value ?? null,
      unit: number?.unit ?? null,
      isNumber: number !== null,
      verified: cited.every(({ verified }) => verified),
      refused: [...new Set(cited.flatMap(({ refused }) => refused))],
    };
  });
}
