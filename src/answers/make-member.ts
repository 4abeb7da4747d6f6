import { type PageBox, pageBox, unionOf } from '../evidence/boxes.js';
import { captionAt } from '../evidence/labels.js';
import { wireBox } from '../evidence/wire/locator.js';
import type { ChartProposal } from '../evidence/wire/proposal.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { Chart } from '../pipeline/charts/chart.js';
import { chartIr } from '../pipeline/charts/chart-ir.js';
import { saidBy } from '../pipeline/charts/proposal.js';
import type { Qualification } from '../pipeline/charts/qualify.js';
import { type ChartIr, chartFacts, chartFields, chartMemberIr } from '../pipeline/facts/chart-facts.js';
import type { FieldCheck, Receipt } from '../pipeline/facts/receipt.js';
import { transformsOf } from '../pipeline/facts/receipt.js';
import { sentenceOf } from '../pipeline/facts/sentence.js';
import { tableFacts } from '../pipeline/facts/table-facts.js';
import { type TableIr, tableIr } from '../pipeline/facts/table-ir.js';
import type { TextIr } from '../pipeline/facts/text-ir.js';
import { refusalsIn } from '../pipeline/proof/refusals-in.js';
import { prove } from '../pipeline/prove.js';
import { regionSvg } from '../pipeline/region-svg.js';
import type { Table } from '../pipeline/tables/table.js';
import type { ObjectRef } from '../store/objects.js';
import { jsonBytes, type Member } from './member.js';
import { qualified, verifiedPart } from './model-charts.js';
import { PROOF_NAME, proofOf, storedPage } from './page-stages.js';

/** What is indexed of a member; words further on find nothing that its beginning would not. */
const MAX_DESCRIPTION_CHARS = 20_000;

/** Whether a member may say more than its description. */
export const isCut = ({ description }: Member): boolean => description.length >= MAX_DESCRIPTION_CHARS;

/** What a vision model added to the charts of a page; null where nothing of it holds. */
export async function proposedMember(
  library: Library,
  entry: SnapshotEntry,
  proposal: ChartProposal,
  context: readonly string[],
): Promise<Member | null> {
  const read = await qualified(library, entry, proposal);
  const held = read === null ? null : verifiedPart(read.chart, read.qualification);
  return held === null ? null : chartMember(library, entry, held.chart, held.qualification, context, proposal);
}

export async function chartMember(
  library: Library,
  entry: SnapshotEntry,
  chart: Chart,
  verdict: Qualification,
  context: readonly string[],
  proposal: ChartProposal | null = null,
): Promise<Member> {
  const { painted, svg } = await storedPage(library, entry, chart.pageIndex);
  const evidence = await proofOf(library, entry, chart.pageIndex);
  const record = await library.record(entry);
  const read = chartIr(chart, verdict, {
    locator: pageLocator(entry, record, chart.pageIndex, chart.box),
    svgDigest: svg.digest,
    elements: painted.elements,
    refusals: (runs) => refusalsIn(evidence, runs),
  });
  const ir = chartMemberIr(proposal === null ? read : { ...read, ...saidBy(proposal) });
  const transformOf = transformsOf(painted);
  const fields = chartFields(ir).map(
    ([path, { text, box, glyphs, verification, refused }]): FieldCheck => ({
      path,
      printed: text,
      box,
      glyphs,
      transform: transformOf(glyphs),
      proven: verification === 'VERIFIED',
      refused,
    }),
  );
  const printed = chartFacts(ir).filter(({ value }) => value !== null);
  // The title and the period may stand off the chart; what is cited is in the SVG that is cited.
  const region = unionOf([chart.box, ...fields.map(({ box }) => pageBox(...box))]) as PageBox;
  return keepMember(library, entry, {
    id: chart.id,
    kind: 'chart',
    grammar: chart.grammar,
    pageIndex: chart.pageIndex,
    box: region,
    description: [ir.title ?? '', ...printed.map(sentenceOf)].join('\n'),
    context,
    ir,
    svg: regionSvg(painted, region),
    producers: ir.producers,
    fields,
    ...(proposal === null ? {} : { proposal: await library.keep(entry, jsonBytes(proposal)) }),
  });
}

export async function tableMember(
  library: Library,
  entry: SnapshotEntry,
  table: Table,
  tables: readonly Table[],
  context: readonly string[],
): Promise<Member> {
  const evidence = await proofOf(library, entry, table.pageIndex);
  // A title that is not seen says nothing of the unit or the time; what follows `Table 3 –` may be seen where that is not.
  const title = [table.title, captionAt(table.title)?.title ?? ''].find(
    (text) => text !== '' && prove(evidence, text).proven,
  );
  const ir = tableIr({ ...table, title: title ?? '' }, tables);
  const { painted } = await storedPage(library, entry, table.pageIndex);
  const transformOf = transformsOf(painted);
  const fields = ir.cells.flatMap((cell, i): FieldCheck[] =>
    cell.glyphs.length === 0
      ? []
      : [
          {
            path: `/cells/${i}/plain`,
            printed: cell.plain,
            box: cell.box,
            glyphs: cell.glyphs,
            transform: transformOf(cell.glyphs),
            proven: cell.verified,
            refused: cell.refused,
          },
        ],
  );
  const description = [ir.title, ...tableFacts(ir).map(sentenceOf)].join('\n');
  return keepMember(library, entry, {
    id: table.id,
    kind: 'table',
    grammar: null,
    pageIndex: table.pageIndex,
    box: table.box,
    description,
    context,
    ir,
    svg: regionSvg(painted, table.box),
    producers: [`vector-table-v1:${table.method}`],
    fields,
  });
}

export async function textMember(
  library: Library,
  entry: SnapshotEntry,
  ir: TextIr,
  context: readonly string[],
): Promise<Member | null> {
  const { painted, svg } = await storedPage(library, entry, ir.page_index);
  const description = ir.regions.map(({ text }) => text).join('\n');
  if (description.trim() === '') return null;
  const transformOf = transformsOf(painted);
  const fields = ir.figures.flatMap((figure, i): FieldCheck[] =>
    (['label', 'value', 'heading'] as const).flatMap((name): FieldCheck[] => {
      const field = figure[name];
      if (field === null) return [];
      const { text, box, glyphs, verified, refused } = field;
      const path = `/figures/${i}/${name}/text`;
      return [{ path, printed: text, box, glyphs, transform: transformOf(glyphs), proven: verified, refused }];
    }),
  );
  return keepMember(library, entry, {
    id: `p${ir.page_index + 1}`,
    kind: 'text',
    grammar: null,
    pageIndex: ir.page_index,
    box: pageBox(0, 0, painted.width, painted.height),
    description,
    context,
    ir,
    svg,
    producers: [ir.producer],
    fields,
  });
}

interface Draft extends Omit<Member, 'box' | 'ir' | 'svg' | 'receipt'> {
  readonly box: PageBox;
  readonly ir: ChartIr | TableIr | TextIr;
  /** The region as SVG, or the object that it is kept as. */
  readonly svg: string | ObjectRef;
  readonly producers: readonly string[];
  readonly fields: readonly FieldCheck[];
}

async function keepMember(library: Library, entry: SnapshotEntry, draft: Draft): Promise<Member> {
  const { ir, svg, producers, fields, box, ...rest } = draft;
  const keep = (text: string): Promise<ObjectRef> => library.keep(entry, new TextEncoder().encode(text));
  const [irRef, svgRef] = [await keep(JSON.stringify(ir)), typeof svg === 'string' ? await keep(svg) : svg];
  const receipt: Receipt = {
    format: 'receipt-v1',
    source: entry.digest,
    page_index: rest.pageIndex,
    region: wireBox(box),
    ir: irRef.digest,
    svg: svgRef.digest,
    producers,
    proof: PROOF_NAME,
    fields,
  };
  return {
    ...rest,
    description: rest.description.slice(0, MAX_DESCRIPTION_CHARS),
    box: wireBox(box),
    ir: irRef,
    svg: svgRef,
    receipt: await keep(JSON.stringify(receipt)),
  };
}
