import type { AskReply, Citation } from '../../evidence/wire/ask.js';

/** An answer that was changed by rule: `verify` must not let it pass. */
export interface Forgery {
  readonly rule: string;
  readonly reply: AskReply;
}

/** @param others answers from the same source, for what is another's */
export function forgeriesOf(reply: AskReply, others: readonly AskReply[]): Forgery[] {
  const [first] = reply.citations;
  if (first === undefined) return [];
  const value = reply.value ?? '';
  const digit = otherDigit(value);
  const printed = otherDigit(first.printed);
  const neighbour = others.find((other) => other.value !== reply.value && other.citations.length > 0);
  const forged: (Forgery | null)[] = [
    digit === null ? null : { rule: 'a digit of the value changed', reply: { ...reply, value: digit } },
    printed === null || digit === null
      ? null
      : {
          rule: 'a digit changed in value, claim and print alike',
          reply: {
            ...reply,
            value: digit,
            answer: (reply.answer ?? '').replace(first.printed, printed),
            citations: withFirst(reply, { printed, claim: first.claim.replace(first.printed, printed) }),
          },
        },
    { rule: 'another unit', reply: { ...reply, unit: reply.unit === '%' ? 'USD' : '%' } },
    {
      rule: 'another element',
      reply: { ...reply, citations: withFirst(reply, { element_ids: first.element_ids.map(nextElement) }) },
    },
    {
      rule: 'another occurrence of the glyphs',
      reply: {
        ...reply,
        citations: withFirst(reply, {
          occurrence: first.occurrence.map((one) => ({ ...one, from: one.from + 1, to: one.to + 1 })),
        }),
      },
    },
    {
      rule: 'another place on the page',
      reply: { ...reply, citations: withFirst(reply, { transform: shifted(first.transform) }) },
    },
    {
      rule: 'another page',
      reply: {
        ...reply,
        citations: withFirst(reply, { locator: { ...first.locator, page_index: (first.locator.page_index ?? 0) + 1 } }),
      },
    },
    {
      rule: 'another version of the source',
      reply: { ...reply, citations: withFirst(reply, { source_version: otherDigest(first.source_version) }) },
    },
    { rule: 'another IR', reply: { ...reply, citations: withFirst(reply, { ir: otherDigest(first.ir) }) } },
    {
      rule: 'another receipt',
      reply: { ...reply, citations: withFirst(reply, { receipt: otherDigest(first.receipt) }) },
    },
    {
      rule: 'another SVG',
      reply: {
        ...reply,
        citations: withFirst(reply, { svg: otherDigest(first.svg), svg_digest: otherDigest(first.svg) }),
      },
    },
    { rule: 'no citations', reply: { ...reply, citations: [] } },
    reply.citations.length < 2
      ? null
      : { rule: 'labels swapped', reply: { ...reply, citations: swapped(reply.citations) } },
    neighbour === undefined
      ? null
      : {
          rule: 'the value of a neighbour with the labels of this',
          reply: {
            ...reply,
            value: neighbour.value,
            unit: neighbour.unit,
            citations: [neighbour.citations[0] as Citation, ...reply.citations.slice(1)],
          },
        },
    neighbour === undefined
      ? null
      : { rule: 'the citations of another answer', reply: { ...reply, citations: neighbour.citations } },
  ];
  return forged.filter((one): one is Forgery => one !== null);
}

const withFirst = ({ citations }: AskReply, change: Partial<Citation>): Citation[] =>
  citations.map((citation, i) => (i === 0 ? { ...citation, ...change } : citation));

/** The number with its last digit counted on by one; null for no number. */
function otherDigit(text: string): string | null {
  const at = text.search(/\d(?=\D*$)/u);
  return at < 0 ? null : `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`;
}

const otherDigest = (digest: string): string => `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1)}`;
const nextElement = (id: string): string => id.replace(/\d+/u, (n) => String(Number(n) + 1));
const shifted = ([a, b, c, d, e, f]: Citation['transform']): Citation['transform'] => [a, b, c, d, e + 10, f];

/** What two labels print, exchanged. */
function swapped(citations: readonly Citation[]): Citation[] {
  const [value, label, ...rest] = citations as [Citation, Citation, ...Citation[]];
  return [{ ...value, printed: label.printed }, { ...label, printed: value.printed }, ...rest];
}
