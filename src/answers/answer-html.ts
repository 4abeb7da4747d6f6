import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ABSTENTIONS } from '../evidence/abstentions.js';
import { escapeMarkup } from '../evidence/escape-markup.js';
import type { Language } from '../evidence/notices.js';
import type { AskReply, Citation } from '../evidence/wire/ask.js';
import type { Locator } from '../evidence/wire/locator.js';
import { dataFile } from '../models/data-file.js';
import type { AnswerPlace } from './answer-place.js';
import { ANSWER_WORDS, type AnswerWords } from './answer-words.js';
import { markedSvg } from './marked-svg.js';

export interface AnswerView {
  readonly reply: AskReply;
  readonly place: AnswerPlace | null;
  /** Titles of documents by their digests. */
  readonly titles: ReadonlyMap<string, string>;
  readonly language: Language;
}

/**
 * One self-contained page for a browser: the question, the answer, the page with what is cited lit up, and each citation down to
 * its digests. It loads nothing and runs nothing but its own script, which its policy names by digest.
 */
export function answerHtml(view: AnswerView): string {
  const { reply, language } = view;
  const words = ANSWER_WORDS[language];
  const [script, style] = [asset('answer-view.js'), asset('answer-view.css')];
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${sha256(script)}'`;
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(reply.question)}</title>
<style>${style}</style>
</head>
<body class="${reply.status}">
<header>
<p class="kicker">${words.question}</p>
<h1>${text(reply.question)}</h1>
${reply.status === 'answered' ? answered(reply, words) : abstained(reply, language)}
</header>
<main>
${figure(view, words)}
<section id="grounds">
${reply.status === 'answered' ? grounds(reply, words) : offers(view, words)}
</section>
</main>
<footer>
${reply.status === 'answered' ? `<h2>${words.check}</h2><p>${words.checkHow}</p><pre class="command">groundglass verify answer.json --source FILE</pre>` : ''}
<details><summary>${words.json}</summary><pre id="answer">${text(JSON.stringify(reply))}</pre></details>
</footer>
<script>${script}</script>
</body>
</html>
`;
}

const asset = (name: string): string => readFileSync(dataFile(name), 'utf8');
const sha256 = (content: string): string => createHash('sha256').update(content).digest('base64');
const text = escapeMarkup;
/** Words of a cell in place of a number are not set in the size of one. */
const MAX_FIGURE_CHARS = 24;

function answered({ value, unit, answer }: AskReply, words: AnswerWords): string {
  const long = (value ?? '').length > MAX_FIGURE_CHARS ? ' long' : '';
  const shown = unit === null ? '' : ` <span class="unit">${text(unit)}</span>`;
  return `<p class="value${long}"><span class="number">${grouped(value ?? '')}</span>${shown}</p>
<p class="sentence">${text(answer ?? '')}</p>
<p class="badge">${words.answered}</p>`;
}

/** Thousands stand apart to the eye, not in what is copied. */
function grouped(value: string): string {
  const [, head = '', digits = '', tail = ''] = /^(-?)(\d{4,40})(\.\d{1,40})?$/u.exec(value) ?? [];
  if (digits === '') return text(value);
  return `${head}${digits.replace(/\B(?=(?:\d{3})+$)/gu, '<i></i>')}${tail}`;
}

function abstained({ reason, refused }: AskReply, language: Language): string {
  const words = ANSWER_WORDS[language];
  const why = reason === null ? '' : ABSTENTIONS[language][reason];
  return `<p class="value none">${words.abstained}</p>
<p class="sentence">${text(why)}</p>
<p class="badge"><code>${text(reason ?? '')}</code></p>
${refused.length === 0 ? '' : `<p class="sentence">${words.refused}: ${refused.map((one) => `<code>${text(one)}</code>`).join(' ')}</p>`}`;
}

/** The page, up close first; its script lets the whole of it be seen. */
function figure({ place, titles }: AnswerView, words: AnswerWords): string {
  if (place === null) return '';
  const { locator, svg, size, view, marks, isWhole } = place;
  const whole = `0 0 ${size.width} ${size.height}`;
  const switches = isWhole
    ? `<div class="switch"><button type="button" data-view="close" aria-pressed="true">${words.close}</button><button type="button" data-view="whole" aria-pressed="false">${words.whole}</button></div>`
    : `<p class="where">${words.noPage}</p>`;
  return `<figure>
<figcaption><span class="where"><strong>${text(titles.get(locator.digest) ?? locator.document)}</strong><br>${placeWords(locator, words)}</span>${switches}</figcaption>
<div id="page" data-whole="${whole}">${markedSvg(svg, size, view, marks)}</div>
</figure>`;
}

const placeWords = ({ page, page_label }: Locator, words: AnswerWords): string =>
  page === null ? '' : text(words.page(page, page_label === String(page) ? null : page_label));

function grounds({ citations, computation }: AskReply, words: AnswerWords): string {
  const values = new Set(computation?.inputs.map(({ citation }) => citation) ?? [0]);
  const items = citations.map((citation, i) => citationItem(citation, i, values.has(i), words));
  return `${computation === null ? '' : computed(computation, words)}<h2>${words.citations}</h2>
<ol>${items.join('\n')}</ol>`;
}

function computed(
  { rule, precision, rounding, inputs, output }: NonNullable<AskReply['computation']>,
  words: AnswerWords,
): string {
  const shown = ({ value, unit }: { value: string; unit: string | null }): string =>
    `${text(value)}${unit === null ? '' : ` <span class="unit">${text(unit)}</span>`}`;
  const sign = rule === 'sum' ? '+' : '−';
  const rows = inputs.map(
    (input, i) =>
      `<tr><td>${i === 0 ? '' : sign}</td><td><button type="button" data-citation="${input.citation}">${shown(input)}</button></td></tr>`,
  );
  return `<h2>${words.computation}</h2>
<table id="computation"><tbody>${rows.join('')}</tbody><tfoot><tr><td>=</td><td>${shown(output)}</td></tr></tfoot></table>
<p class="where">${words.rules[rule]} (<code>${rule}</code>), ${words.exact}; precision ${precision}, rounding ${text(rounding)}</p>
`;
}

function citationItem(citation: Citation, at: number, isValue: boolean, words: AnswerWords): string {
  const { printed, claim, locator, element_ids } = citation;
  const facts: readonly (readonly [string, string])[] = [
    ['field_path', citation.field_path],
    ['ir', citation.ir],
    ['svg', citation.svg],
    ...(citation.svg_digest === citation.svg ? [] : [['svg_digest', citation.svg_digest] as const]),
    ['receipt', citation.receipt],
    ['source_version', citation.source_version],
    ['occurrence', citation.occurrence.map(({ element_id, from, to }) => `${element_id}[${from}–${to})`).join(', ')],
    ['transform', `matrix(${citation.transform.join(' ')})`],
    ['box', locator.box?.join(', ') ?? ''],
  ];
  const rows = facts.map(([name, fact]) => `<dt>${name}</dt><dd>${text(fact)}</dd>`);
  return `<li class="${isValue ? 'value' : 'label'}" data-citation="${at}">
<button type="button" data-citation="${at}"><span class="kind">${isValue ? words.value : words.label}</span><span class="printed">${text(printed)}</span>${isValue ? `<span class="claim">${text(claim)}</span>` : ''}</button>
<details><summary>${words.evidence}: ${placeWords(locator, words)} · ${text(element_ids.join(' '))}</summary><dl>${rows.join('')}</dl></details>
</li>`;
}

/** With an abstention: what could be asked instead, and where a person or a model with eyes may look. */
function offers({ reply: { available, look }, titles }: AnswerView, words: AnswerWords): string {
  const kinds = ['periods', 'categories', 'series', 'units'] as const;
  const lists = kinds
    .filter((kind) => (available?.[kind].length ?? 0) > 0)
    .map(
      (kind) =>
        `<h3>${words[kind]}</h3><ul class="chips">${available?.[kind].map((one) => `<li>${text(one)}</li>`).join('')}</ul>`,
    );
  const places = (look?.candidates ?? []).map(
    ({ locator, why }) =>
      `<li><strong>${placeWords(locator, words) || text(locator.chapter ?? '')}</strong> · ${text(titles.get(locator.digest) ?? locator.document)}<br><span class="where">${text(why)}</span></li>`,
  );
  const next = look === null ? '' : `<p class="where">${text(look.next_step)}</p>`;
  return `${lists.length === 0 ? '' : `<h2>${words.available}</h2>${lists.join('')}`}
${places.length === 0 && next === '' ? '' : `<h2>${words.look}</h2><ol class="places">${places.join('')}</ol>${next}`}`;
}
