import { ABSTENTIONS } from '../evidence/abstentions.js';
import type { Advice } from '../evidence/wire/advice.js';
import type { AskReply, Citation, Computation } from '../evidence/wire/ask.js';

/** An answer as a person or a model reads it: the sentence and what it stands on, or why there is none and what there is instead. */
export function answerText(reply: AskReply): string {
  const lines = reply.status === 'answered' ? answered(reply) : abstained(reply);
  const file = reply.view?.file ?? null;
  return [...lines, ...reply.warnings.map(({ message }) => `(${message})`), ...(file === null ? [] : [file])].join(
    '\n',
  );
}

function answered({ answer, value, unit, citations, computation }: AskReply): string[] {
  return [
    answer ?? '',
    `  value ${value}${unit === null ? '' : `, unit ${unit}`}`,
    ...(computation === null ? [] : [`  ${computationText(computation)}`]),
    ...citations.map(citationText),
  ];
}

const computationText = ({ rule, inputs, output }: Computation): string =>
  `${rule}: ${inputs.map(({ value }) => value).join(rule === 'sum' ? ' + ' : ' − ')} = ${output.value}, exact`;

function citationText({ printed, locator: { page, page_label }, element_ids, field_path }: Citation): string {
  const label = page_label === null || page_label === String(page) ? '' : ` (printed ${page_label})`;
  return `  ${JSON.stringify(printed)} on page ${page}${label}, ${element_ids.join(' ')} (${field_path})`;
}

function abstained({ reason, refused, available, look }: AskReply): string[] {
  const list = (name: string, texts: readonly string[] = []): string[] =>
    texts.length === 0 ? [] : [`  ${name}: ${texts.join(' · ')}`];
  return [
    `No answer: ${reason}${refused.length === 0 ? '' : ` (${refused.join(', ')})`}`,
    ...(reason === null ? [] : [`  ${ABSTENTIONS.en[reason]}`]),
    ...list('periods', available?.periods),
    ...list('categories', available?.categories),
    ...list('series', available?.series),
    ...list('units', available?.units),
    ...(look === null ? [] : lookText(look)),
  ];
}

const lookText = ({ candidates, next_step }: Advice): string[] => [
  ...candidates.map(
    ({ locator, why }) =>
      `  look at ${locator.page === null ? locator.chapter : `page ${locator.page}`} of ${locator.document}: ${why}`,
  ),
  `  ${next_step}`,
];
