import { readFileSync } from 'node:fs';
import { escapeMarkup as text } from '../../evidence/escape-markup.js';
import type { Issue, ReviewReply, Severity } from '../../evidence/wire/review.js';
import { SEVERITIES } from '../../evidence/wire/review.js';
import { dataFile } from '../../models/data-file.js';
import { type Checklist, categoryOf } from '../checklist.js';
import { type Shown, toPixels } from '../look/shown.js';
import { REPORT_WORDS, type ReportWords } from './report-words.js';

/** A finding as the report numbers it. */
export interface Numbered {
  readonly number: number;
  readonly issue: Issue;
}

export interface Report {
  readonly reply: ReviewReply;
  readonly issues: readonly Numbered[];
  readonly checklist: Checklist;
  /** Pictures by sheet, then by label. The overview is the first of each sheet. */
  readonly pictures: ReadonlyMap<number, ReadonlyMap<string, Shown>>;
}

/** Findings of one kind on one sheet that are laid open; the others are folded away. */
const OPEN_OF_A_KIND = 4;
/** Numbers drawn on a sheet's overview; more cover the drawing. */
const MAX_NUMBERS = 120;

/** One self-contained page for a browser or a printer: it loads nothing and runs nothing. */
export function reportHtml(report: Report): string {
  const { reply } = report;
  const words = REPORT_WORDS[reply.language];
  const style = readFileSync(dataFile('review-report.css'), 'utf8');
  const looked = reply.model === null ? words.noModel : words.looked(reply.model, reply.model_calls, reply.pictures);
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(reply.file)} · ${words.kicker}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="kicker">${words.kicker}</p>
<h1>${text(reply.file)}</h1>
<ul class="tally">${SEVERITIES.map((severity) => tally(severity, report.issues, words)).join('')}</ul>
<p class="looked${reply.model === null ? ' unseen' : ''}">${text(looked)}</p>
${list(reply.limitations)}
<p class="digest">sha256 ${reply.digest}</p>
</header>
<main>
${reply.frames.map((frame) => sheetSection(report, frame, words)).join('\n')}
</main>
<footer>
${suppressed(reply, words)}
${dropped(report, words)}
<section><h2>${words.bounds}</h2>${list(words.boundsText)}</section>
</footer>
</body>
</html>
`;
}

const list = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<ul class="notes">${lines.map((line) => `<li>${text(line)}</li>`).join('')}</ul>`;

function tally(severity: Severity, issues: readonly Numbered[], words: ReportWords): string {
  const count = issues.filter(({ issue }) => issue.severity === severity).length;
  return `<li class="${severity}${count === 0 ? ' none' : ''}"><b>${count}</b> ${words.severities[severity]}</li>`;
}

function sheetSection(report: Report, frame: ReviewReply['frames'][number], words: ReportWords): string {
  const own = report.issues.filter(({ issue }) => issue.evidence.sheet === frame.frame);
  const pictures = report.pictures.get(frame.frame) ?? new Map<string, Shown>();
  const facts = [
    frame.locator.page_label,
    frame.sheet,
    frame.scale === null ? words.unknownScale : `${words.scale} ${frame.scale}`,
  ];
  const skipped = Object.entries(frame.skipped_entities).map(([type, count]) => `${type} × ${count}`);
  const notes = [
    ...(report.reply.model !== null && !frame.looked ? [words.notLooked] : []),
    ...frame.limitations,
    ...(skipped.length === 0 ? [] : [`${words.skipped}: ${skipped.join(', ')}`]),
  ];
  return `<section class="sheet" id="sheet-${frame.frame}">
<h2>${words.sheet(frame.frame)} <span class="facts">${facts
    .filter((fact) => fact !== null)
    .map((fact) => text(fact))
    .join(' · ')}</span> <span class="count">${words.issues(own.length)}</span></h2>
${overview(frame, own, pictures)}
${own.length === 0 ? `<p class="nothing">${words.nothing}</p>` : findings(own, report, frame, pictures, words)}
${notes.length === 0 ? '' : `<details class="limits"><summary>${words.limitations}</summary>${list(notes)}</details>`}
</section>`;
}

/** The whole sheet with every finding's place on it. The pictures that findings cite are put here once, and used below. */
function overview(
  frame: ReviewReply['frames'][number],
  own: readonly Numbered[],
  pictures: ReadonlyMap<string, Shown>,
): string {
  const [first] = pictures.values();
  if (first === undefined) return '';
  const cited = [...pictures.values()].filter(
    (picture) => picture !== first && own.some(({ issue }) => issue.evidence.image === picture.label),
  );
  const marks = own.slice(0, MAX_NUMBERS).map(({ number, issue }) => {
    const { box } = issue.evidence;
    if (box === null) return '';
    const [x0, y0, x1, y1] = toPixels(box as never, first, frame.box_frame).map(round) as [
      number,
      number,
      number,
      number,
    ];
    return `<a href="#issue-${number}"><rect class="${issue.severity}" x="${x0}" y="${y0}" width="${round(x1 - x0)}" height="${round(y1 - y0)}"/><text class="${issue.severity}" x="${x0}" y="${round(y0 - 4)}">${number}</text></a>`;
  });
  return `<figure class="overview"><svg viewBox="0 0 ${first.widthPx} ${first.heightPx}" role="img" aria-label="${text(first.label)}">
${imageOf(frame.frame, first)}${marks.join('')}
${cited.length === 0 ? '' : `<defs>${cited.map((picture) => imageOf(frame.frame, picture)).join('')}</defs>`}
</svg></figure>`;
}

const idOf = (sheet: number, label: string): string => `p${sheet}-${label.replace(/[^\w-]/gu, '_')}`;

const imageOf = (sheet: number, { label, png, widthPx, heightPx }: Shown): string =>
  `<image id="${text(idOf(sheet, label))}" width="${widthPx}" height="${heightPx}" href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/>`;

const round = (value: number): number => Math.round(value * 10) / 10;

/** Findings of a kind together, beyond the first few folded away. */
function findings(
  own: readonly Numbered[],
  report: Report,
  frame: ReviewReply['frames'][number],
  pictures: ReadonlyMap<string, Shown>,
  words: ReportWords,
): string {
  const kinds = new Map<string, Numbered[]>();
  for (const one of own) {
    const kind = one.issue.rule ?? `model ${one.issue.category}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  const item = (one: Numbered): string => finding(one, report, frame, pictures, words);
  return [...kinds.values()]
    .map((all) => {
      const open = all.slice(0, OPEN_OF_A_KIND).map(item).join('\n');
      const folded = all.slice(OPEN_OF_A_KIND);
      if (folded.length === 0) return `<ol class="findings">${open}</ol>`;
      return `<ol class="findings">${open}</ol><details class="more"><summary>${words.more(folded.length)}</summary><ol class="findings">${folded.map(item).join('\n')}</ol></details>`;
    })
    .join('\n');
}

function finding(
  { number, issue }: Numbered,
  { checklist, reply }: Report,
  frame: ReviewReply['frames'][number],
  pictures: ReadonlyMap<string, Shown>,
  words: ReportWords,
): string {
  const { evidence, severity, rule, category, source, readings, second_reading: second } = issue;
  const title = rule === null ? categoryOf(checklist, category).title[reply.language] : words.rules[rule];
  const how = source === 'rule' ? words.fromRule : words.fromModel(readings);
  const facts = [
    how,
    ...(evidence.handle === null ? [] : [`${words.entity} ${evidence.handle}`]),
    evidence.box === null
      ? words.wholeSheet
      : `[${evidence.box.map((value) => Number(value.toPrecision(6))).join(', ')}]`,
  ];
  return `<li class="finding ${severity}" id="issue-${number}" value="${number}">
${closeUp(issue, frame, pictures)}
<div><p class="head"><span class="number">${number}</span> <span class="severity">${words.severities[severity]}</span> <span class="kind">${text(title)}</span> <code>${text(issue.id)}</code></p>
<p class="statement">${text(issue.statement)}</p>
${second === null ? '' : `<p class="second"><b>${words.secondReading}</b> ${text(second)}</p>`}
<p class="evidence">${facts.map((fact) => text(fact)).join(' · ')}</p></div>
</li>`;
}

/** Room around a place in its close-up, as a part of its size, and pixels of the picture that it shows at least. */
const ROOM = 0.6;
const LEAST_PX = 220;
/** Width over height of a close-up. */
const SHAPE = 1.6;

function closeUp(
  { evidence, severity }: Issue,
  frame: ReviewReply['frames'][number],
  pictures: ReadonlyMap<string, Shown>,
): string {
  const picture = pictures.get(evidence.image);
  if (picture === undefined || evidence.box === null) return '<div class="no-picture"></div>';
  const [x0, y0, x1, y1] = toPixels(evidence.box as never, picture, frame.box_frame);
  const height = Math.max((y1 - y0) * (1 + ROOM), ((x1 - x0) * (1 + ROOM)) / SHAPE, LEAST_PX / SHAPE);
  const width = height * SHAPE;
  const [left, top] = [(x0 + x1 - width) / 2, (y0 + y1 - height) / 2];
  return `<svg class="close-up" viewBox="${[left, top, width, height].map(round).join(' ')}" role="img" aria-label="${text(evidence.image)}"><use href="#${text(idOf(frame.frame, picture.label))}"/><rect class="${severity}" x="${round(x0)}" y="${round(y0)}" width="${round(x1 - x0)}" height="${round(y1 - y0)}"/></svg>`;
}

function suppressed({ suppressed: known }: ReviewReply, words: ReportWords): string {
  if (known.length === 0) return '';
  const items = known.map(({ id, statement }) => `<li><code>${text(id)}</code> ${text(statement)}</li>`);
  return `<section><h2>${words.suppressed}</h2><ul class="notes">${items.join('')}</ul></section>`;
}

function dropped({ reply }: Report, words: ReportWords): string {
  if (reply.dropped_issues.length === 0) return '';
  const items = reply.dropped_issues.map(
    ({ sheet, statement, reason }) =>
      `<li>${words.sheet(sheet)}: “${text(statement)}” — <b>${text(words.reasons[reason] ?? reason)}</b></li>`,
  );
  return `<section><details><summary>${words.dropped} (${items.length})</summary><p>${words.droppedWhy}</p><ul class="notes">${items.join('')}</ul></details></section>`;
}
