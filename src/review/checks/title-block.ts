import { contains, grown, heightOf, widthOf } from '../../evidence/boxes.js';
import type { CadAttribute, CadSheet } from '../../sources/cad/drawing.js';
import { excerptOf } from './excerpt.js';
import type { Finding, SourceBox } from './finding.js';
import type { SheetEntity } from './sheet-entities.js';

/** Fields that every released sheet fills in. */
const EXPECTED =
  /title|project|client|owner|dwg|draw(?:n|ing)|number|^no\.?$|scale|sheet|date|design|check|approv|material|weight|图名|图样|名称|图号|代号|比例|工程|项目|单位|专业|设计|制图|绘图|校对|校核|审核|审定|批准|会签|日期|材料|重量|阶段|页|张/iu;
/** Fields that stay empty until something is changed, or that are for somebody else. */
const MAY_BE_EMPTY = /rev|chang|amend|zone|remark|note|更改|修改|处数|分区|标记|版次|备注|说明|旧底图|签名/iu;
/** Blocks that are a title block or a frame, by their names. */
const BLOCK_NAME = /title|border|frame|sheet|^tb[_-]?|图框|标题|图签|会签|a[0-4](?:[hv]|$)/iu;
/** Attributes of known names from which on a block is taken for a title block whatever it is called. */
const FEWEST_KNOWN = 2;

/**
 * Attributes and fields of the title block that hold nothing. Revision rows and remarks may be empty; hidden attributes are not
 * printed.
 */
export function emptyTitleBlock(sheet: CadSheet, entities: readonly SheetEntity[]): Finding[] {
  const inserts = entities.filter(({ entity }) => entity.visible && entity.type === 'INSERT');
  const hidden = inserts.flatMap(({ entity }) => entity.attributes.filter(({ invisible }) => invisible));
  const attributes = inserts
    .filter(({ entity }) => isTitleBlock(entity, sheet))
    .flatMap(({ entity }) => entity.attributes)
    .filter((one) => !one.invisible && one.text.trim() === '' && !MAY_BE_EMPTY.test(one.tag));
  const settled = new Set([...attributes, ...hidden].map(({ handle }) => handle));
  const fields = (sheet.titleBlock?.fields ?? []).filter(
    ({ label, value, handle }) =>
      value.trim() === '' && EXPECTED.test(label) && !MAY_BE_EMPTY.test(label) && !settled.has(handle),
  );
  return [
    ...attributes.map(({ tag, box, handle }) => findingOf(tag, box ?? sheet.titleBlock?.box ?? null, handle)),
    ...fields.map(({ label, box, handle }) => findingOf(label, box ?? sheet.titleBlock?.box ?? null, handle)),
  ];
}

function isTitleBlock(
  {
    block,
    attributes,
    box,
  }: { readonly block: string | null; readonly attributes: readonly CadAttribute[]; readonly box: SheetEntity['box'] },
  { titleBlock }: CadSheet,
): boolean {
  if (attributes.length === 0) return false;
  if (BLOCK_NAME.test(block ?? '')) return true;
  if (attributes.filter(({ tag }) => EXPECTED.test(tag)).length >= FEWEST_KNOWN) return true;
  if (titleBlock === null || box === null) return false;
  const margin = Math.max(widthOf(titleBlock.box), heightOf(titleBlock.box)) / 20;
  return contains(grown(titleBlock.box, margin), box);
}

const findingOf = (name: string, box: SourceBox | null, handle: string): Finding => ({
  rule: 'empty_title_block_attribute',
  category: 'title_block',
  severity: 'major',
  statement: {
    en: `The field “${excerptOf(name)}” of the title block is empty.`,
    zh: `标题栏中的“${excerptOf(name)}”为空。`,
  },
  box,
  handle,
});
