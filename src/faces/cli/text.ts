import type { Advice } from '../../evidence/wire/advice.js';
import type { ChartsReply, WireChart } from '../../evidence/wire/charts.js';
import type { CollisionsReply } from '../../evidence/wire/collisions.js';
import type { AddReply, ListReply, RemoveReply, WireDocument } from '../../evidence/wire/document.js';
import type { EntitiesReply } from '../../evidence/wire/entities.js';
import type { Locator } from '../../evidence/wire/locator.js';
import type { PageReply } from '../../evidence/wire/page.js';
import type { PictureReply } from '../../evidence/wire/picture.js';
import type { InspectReply, PlannedFrame, PlanReply } from '../../evidence/wire/plan.js';
import type { ProveReply } from '../../evidence/wire/prove.js';
import type { ChaptersReply, ReadReply } from '../../evidence/wire/read.js';
import type { ReviewPageReply } from '../../evidence/wire/review-page.js';
import type { FiguresReply, LocateReply, SearchReply } from '../../evidence/wire/search.js';
import type { TablesReply, WireTable } from '../../evidence/wire/tables.js';
import { answerText } from '../answer-text.js';
import type { LibraryOperationName } from '../operations.js';

/** A reply as a person reads it. `--json` has every field; this has what decides the next step. */
export function asText(name: LibraryOperationName, reply: unknown): string {
  return WORDINGS[name](reply as never);
}

const WORDINGS: Readonly<Record<LibraryOperationName, (reply: never) => string>> = {
  add: ({ documents, failed, skipped }: AddReply) =>
    [
      ...documents.map(
        (document) => `${document.reused ? 'known' : 'added'}  ${oneDocument(document)}${warned(document)}`,
      ),
      ...failed.map(({ path, error }) => `failed ${path}: ${error.message}\n       ${error.next_step} [${error.code}]`),
      ...(skipped.length > 0 ? [`skipped ${count(skipped.length, 'file')} that no reader is for`] : []),
    ].join('\n'),
  list: ({ documents }: ListReply) =>
    documents.length === 0
      ? 'The library is empty. Add files with: groundglass add PATH…'
      : documents.map(oneDocument).join('\n'),
  remove: ({ removed }: RemoveReply) => `removed ${removed}`,
  search: ({ hits, advice, warnings }: SearchReply) =>
    [
      ...hits.map(
        (hit) =>
          `${hit.rank}. ${hit.title ?? ''} · ${where(hit.locator)} · ${hit.kind}\n${indented(excerpt(hit.text))}`,
      ),
      ...(hits.length === 0 ? ['No passage found.'] : []),
      ...warnings.map((warning) => warning.message),
      adviceText(advice),
    ].join('\n\n'),
  advise: (advice: Advice) => adviceText(advice),
  figures: ({ figures }: FiguresReply) =>
    figures.length === 0
      ? 'No figures found.'
      : figures
          .map(
            (figure) =>
              `${figure.label ?? figure.kind} · ${where(figure.locator)}${figure.href ? ` · ${figure.href}` : ''}` +
              `${figure.picture_box ? ` · ${figure.picture_box.join(',')}` : ''}` +
              `${(figure.caption ?? figure.alt) ? `\n${indented(excerpt(figure.caption ?? figure.alt ?? ''))}` : ''}`,
          )
          .join('\n'),
  locate: ({ candidates, ambiguous, next_step }: LocateReply) =>
    candidates.length === 0
      ? `No place found. ${next_step}`
      : [
          ...candidates.map(
            (candidate) =>
              `${where(candidate.locator)} · ${candidate.why}` +
              `${candidate.suggested_crop ? ` · crop ${candidate.suggested_crop.join(',')}` : ''}`,
          ),
          ...(ambiguous ? ['The first two match equally well.'] : []),
        ].join('\n'),
  read: ({ text, warnings }: ReadReply) => [text, ...warnings.map((warning) => `(${warning.message})`)].join('\n'),
  chapters: ({ chapters }: ChaptersReply) =>
    chapters.map(({ order, href, title }) => `${order + 1}. ${href}${title ? ` · ${title}` : ''}`).join('\n'),
  render: (picture: PictureReply) => pictureText(picture),
  image: (picture: PictureReply) => pictureText(picture),
  page: ({ locator, svg, svg_file, spans_file, spans, regions, warnings }: PageReply) =>
    [
      `${where(locator)} · SVG of ${svg.bytes} bytes, ${count(spans.length, 'span')}, ${count(regions.length, 'region')}`,
      ...[svg_file, spans_file].filter((file) => file !== null),
      ...regions.map(
        ({ index, kind, box, title, text }) =>
          `${index + 1}. ${kind} · ${box.join(',')}\n${indented(excerpt(title ?? text))}`,
      ),
      ...warnings.map(({ message }) => `(${message})`),
    ].join('\n'),
  prove: ({ proven, occurrences, refused }: ProveReply) =>
    [
      proven ? 'Proven.' : `Not proven: ${refused.join(', ')}.`,
      ...occurrences
        .filter(({ box }) => box !== null)
        .map(
          (occurrence) =>
            `${occurrence.proven ? '✓' : '✗'} ${occurrence.unicode} · ${occurrence.box?.join(',')} · ` +
            `${occurrence.font ?? 'no font'}${occurrence.proven ? '' : ` · ${occurrence.refused.join(', ')}`}`,
        ),
    ].join('\n'),
  tables: ({ tables, warnings }: TablesReply) =>
    [
      ...(tables.length === 0 ? ['No tables found.'] : tables.map(tableText)),
      ...warnings.map(({ message }) => `(${message})`),
    ].join('\n\n'),
  ask: answerText,
  charts: ({ charts, warnings }: ChartsReply) =>
    [
      ...(charts.length === 0 ? ['No charts found.'] : charts.map(chartText)),
      ...warnings.map(({ message }) => `(${message})`),
    ].join('\n\n'),
  collisions: ({ total, offset, entity_count, items, excluded_containers, warnings }: CollisionsReply) =>
    [
      `${count(total, 'pair')} of ${count(entity_count, 'entity', 'entities')}${items.length < total ? `; ${items.length} from ${offset + 1} on` : ''}`,
      ...items.map(
        ({ a, b, ratio, overlap, exact }) =>
          `${a} ${b}  ${ratio.toFixed(4)}  ${overlap.join(',')}${exact === null ? '' : exact ? '  meet' : '  boxes only'}`,
      ),
      ...excluded_containers.map(
        ({ handle, reason, degree }) =>
          `left out: ${handle}, ${reason === 'oversized' ? 'as large as the drawing' : `overlaps ${degree} others`}`,
      ),
      ...warnings.map(({ message }) => `(${message})`),
    ].join('\n'),
  entities: ({ total, offset, entities, counts, skipped, missing_fonts, warnings }: EntitiesReply) =>
    [
      `${count(total, 'entity', 'entities')}${entities.length < total ? `; ${entities.length} from ${offset + 1} on` : ''}`,
      ...entities.map(
        ({ handle, type, layer, box, text }) =>
          `${handle}  ${type}${layer === undefined ? '' : `  ${layer}`}  ${box?.join(',') ?? 'no extent'}${text ? `  ${excerpt(text.replace(/\n/g, ' / '))}` : ''}`,
      ),
      `model space: ${numbered(counts) || 'empty'}`,
      ...(Object.keys(skipped).length > 0 ? [`not read or drawn: ${numbered(skipped)}`] : []),
      ...(missing_fonts.length > 0 ? [`fonts that are not here: ${missing_fonts.join(', ')}`] : []),
      ...warnings.map(({ message }) => `(${message})`),
    ].join('\n'),
  'review-page': ({ file, spans, refused_spans, regions, tables }: ReviewPageReply) =>
    [
      file ?? 'Nothing was written: name a file with -o FILE, or ask for --inline with --json.',
      `${count(spans, 'span')}, of which not proven: ${refused_spans}; ${count(regions, 'region')}; ${count(tables, 'table')}`,
    ].join('\n'),
  plan: ({ frames }: PlanReply) => frames.map(plannedText).join('\n\n'),
  inspect: ({ tiles, limitations }: InspectReply) =>
    [
      ...tiles.map(
        ({ label, file, visible_box, width_px, height_px, text_px }) =>
          `${label} · ${file}\n   ${width_px} × ${height_px} px of ${visible_box.join(',')}${text_px === null ? '' : `, text on ${text_px} px`}`,
      ),
      ...limitations.map((limitation) => `(${limitation})`),
    ].join('\n'),
};

function plannedText(frame: PlannedFrame): string {
  const [pictures, dropped] = [frame.tiles.length - 1, frame.dropped.map(({ what }) => what.replace('_', ' '))];
  return [
    `frame ${frame.frame} · ${[frame.sheet, frame.scale, frame.box.join(',')].filter((fact) => fact !== null).join(' · ')}`,
    `   ${count(pictures, 'tile')} and an overview instead of ${frame.baseline_tiles}; ${(frame.covered_ink * 100).toFixed(1)} % of the ink is covered`,
    ...(dropped.length > 0 ? [`   left out: ${dropped.join(', ')}`] : []),
    ...frame.tiles.map(
      (tile) =>
        `   ${tile.label} · ${tile.purpose}, ${tile.level} · ${tile.width_px} × ${tile.height_px} px of ${tile.box.join(',')}`,
    ),
    ...frame.limitations.map((limitation) => `   (${limitation})`),
    ...(frame.overlay === null ? [] : [`   ${frame.overlay}`]),
  ].join('\n');
}

/** Rows as lines, cells parted by a bar; what is not proven is marked. */
function tableText(table: WireTable): string {
  // A merged cell's text stands at its first place, the others stay blank.
  const rows = Array.from({ length: table.rows }, () => Array.from({ length: table.columns }, () => ''));
  for (const cell of table.cells) {
    const doubt = cell.refused.length > 0 ? ` [${cell.refused.join(', ')}]` : '';
    (rows[cell.row] as string[])[cell.column] = `${cell.text.replace(/\s+/g, ' ')}${doubt}`;
  }
  const facts = `${where(table.locator)} · ${table.rows} × ${table.columns}, ${table.method}`;
  return [
    `${table.id}${table.title === null ? '' : ` ${excerpt(table.title)}`} · ${facts}${table.continues === null ? '' : ` · goes on from ${table.continues}`}`,
    ...rows.map((row) => `   ${row.join(' | ')}`),
    ...table.footnotes.map(({ mark, text }) => `   ${mark} ${text ?? '(not explained on the page)'}`),
  ].join('\n');
}

/** One line a value; what is pending is marked with the reasons. */
function chartText(chart: WireChart): string {
  const lines = chart.points.map((point, i) => {
    const names = [point.series === chart.title ? null : point.series, point.category].filter((name) => name !== null);
    const reasons = chart.refused.filter((refusal) => refusal.point === i).map(({ reason }) => reason);
    const value = point.printed === null ? 'no value is printed' : `${point.printed}${unitText(point)}`;
    return `   ${[...names, value].join(' | ')}${reasons.length > 0 ? ` [${reasons.join(', ')}]` : ''}`;
  });
  const facts = [chart.grammar, chart.period].filter((fact) => fact !== null).join(', ');
  return [
    `${chart.id}${chart.title === null ? '' : ` ${excerpt(chart.title)}`} · ${where(chart.locator)} · ${facts}`,
    ...lines,
  ].join('\n');
}

/** The unit, where the label itself does not show it. */
const unitText = ({ printed, unit }: WireChart['points'][number]): string =>
  unit === null || /[%％$€£¥\p{L}]/u.test(printed ?? '') ? '' : ` ${unit}`;

function oneDocument(document: WireDocument): string {
  const unit = document.kind === 'epub' ? 'chapter' : 'page';
  return `${document.document}  ${document.kind}  ${count(document.pages, unit)}, ${count(document.members, 'passage')}  ${document.title ?? ''}`;
}

const warned = (document: WireDocument): string =>
  document.warnings.length === 0
    ? ''
    : document.warnings
        .slice(0, 3)
        .map((warning) => `\n       ${warning.message}`)
        .join('') +
      (document.warnings.length > 3 ? `\n       and ${count(document.warnings.length - 3, 'more warning')}` : '');

function where(locator: Locator): string {
  const label =
    locator.page_label !== null && locator.page_label !== String(locator.page)
      ? ` (printed ${locator.page_label})`
      : '';
  if (locator.page !== null) return `${locator.document} page ${locator.page}${label}`;
  return `${locator.document} ${locator.chapter ?? 'whole book'}${locator.element ? `#${locator.element}` : ''}${label}`;
}

function adviceText(advice: Advice): string {
  return [
    headline(advice),
    ...advice.reasons.map(({ reason, evidence }) => `  ${reason}: ${evidence}`),
    ...advice.candidates.map(
      (candidate) =>
        `  → ${where(candidate.locator)} · ${candidate.why}${candidate.suggested_crop ? ` · crop ${candidate.suggested_crop.join(',')}` : ''}`,
    ),
    advice.next_step,
  ].join('\n');
}

function headline(advice: Advice): string {
  if (advice.visual_required) return 'Look at the page.';
  const nothing = advice.reasons.some(({ reason }) => reason === 'text_evidence_insufficient');
  return nothing
    ? 'The text found is not enough, and nothing says that a picture is.'
    : 'Nothing here says that a picture is needed.';
}

function pictureText(picture: PictureReply): string {
  return [
    picture.file,
    `${picture.width_px} × ${picture.height_px} px, ${picture.bytes} bytes${picture.dpi === null ? '' : `, ${picture.dpi} dpi`} · ${where(picture.source_locator)}`,
    ...picture.limitations,
  ].join('\n');
}

/** Characters of a passage shown in a list. */
const EXCERPT = 400;

const excerpt = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);
const indented = (text: string): string => text.replace(/^/gm, '   ');
const count = (n: number, unit: string, plural = `${unit}s`): string => `${n} ${n === 1 ? unit : plural}`;
const numbered = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');
