import type { Category } from './checklist.js';

/** What every review looks for. Ids are part of the wire, and never renamed. */
export const BUILT_IN_CATEGORIES: readonly Category[] = [
  {
    id: 'interference',
    severity: 'critical',
    title: { en: 'Interference and collision', zh: '干涉与碰撞' },
    lookFor: [
      {
        en: 'Parts, equipment, pipes or members that occupy the same place without a joint that explains it.',
        zh: '零件、设备、管道或构件占据同一位置，又没有说明原因的连接。',
      },
      { en: 'Doors, valves or covers that can’t be opened or reached.', zh: '门、阀门或盖板无法开启或无法接近。' },
    ],
    aliases: [
      'collision',
      'collisions',
      'clash',
      'interference_collision',
      'interference_and_collision',
      '碰撞',
      '干涉',
      '干涉_碰撞',
    ],
  },
  {
    id: 'title_block',
    severity: 'major',
    title: { en: 'Title block', zh: '标题栏' },
    lookFor: [
      {
        en: 'Title, drawing number, scale, sheet number or project that is missing, empty or still a template’s.',
        zh: '图名、图号、比例、页次或工程名称缺失、空白，或仍是模板内容。',
      },
      { en: 'A scale that contradicts what is drawn or dimensioned.', zh: '标注的比例与图形或尺寸矛盾。' },
    ],
    aliases: ['titleblock', 'title', '图签', '图框'],
  },
  {
    id: 'dimensions',
    severity: 'major',
    title: { en: 'Dimensions', zh: '尺寸标注' },
    lookFor: [
      {
        en: 'Dimensions without a number, that contradict each other, or chains that don’t add up.',
        zh: '尺寸没有数值、互相矛盾，或尺寸链加起来不符。',
      },
      {
        en: 'Features that can’t be made because a size or a position is not given.',
        zh: '缺少大小或位置尺寸而无法施工或加工的部位。',
      },
      { en: 'Extension lines or arrows that end at nothing.', zh: '尺寸界线或箭头没有落在任何图形上。' },
    ],
    aliases: ['dimension', 'dimensioning', '尺寸', '标注'],
  },
  {
    id: 'annotation_overlap',
    severity: 'major',
    title: { en: 'Annotation overlap', zh: '注释重叠' },
    lookFor: [
      {
        en: 'Text that lies over other text, over lines or over symbols so that it can’t be read with certainty.',
        zh: '文字压在其他文字、线条或图例上，无法确切辨认。',
      },
      { en: 'Leaders that cross so that it is open what they point at.', zh: '引线相互交叉，看不出指向何处。' },
    ],
    aliases: ['annotation', 'overlap', 'text_overlap', 'annotations', 'overlapping_text', '注释', '文字重叠', '重叠'],
  },
  {
    id: 'layers_linetypes',
    severity: 'minor',
    title: { en: 'Layers and line types', zh: '图层与线型' },
    lookFor: [
      {
        en: 'Hidden edges, centre lines or cut outlines in the wrong line type or weight.',
        zh: '不可见轮廓线、中心线或剖切轮廓线的线型或线宽不对。',
      },
      { en: 'Things drawn twice, or left over from construction.', zh: '重复绘制，或遗留的辅助线。' },
    ],
    aliases: [
      'layers',
      'linetypes',
      'line_types',
      'layer',
      'layers_and_line_types',
      'layers_line_types',
      '图层',
      '线型',
    ],
  },
  {
    id: 'materials_list',
    severity: 'major',
    title: { en: 'Materials list', zh: '材料表' },
    lookFor: [
      {
        en: 'Item numbers in the drawing that the list does not have, or the reverse.',
        zh: '图中件号在明细表中没有，或表中件号图中没有。',
      },
      {
        en: 'Quantities, materials or standards that are missing or contradict the drawing.',
        zh: '数量、材料或标准缺失，或与图形矛盾。',
      },
    ],
    aliases: ['materials', 'bom', 'bill_of_materials', 'parts_list', '明细栏', '明细表', '材料明细表'],
  },
  {
    id: 'signatures',
    severity: 'major',
    title: { en: 'Signatures and dates', zh: '签名与日期' },
    lookFor: [
      {
        en: 'Fields for designed, checked, approved, countersigned or their dates that are empty.',
        zh: '设计、校核、审核、批准、会签或其日期栏空白。',
      },
    ],
    aliases: ['signature', 'signoff', 'sign_off', '签字', '签名', '会签'],
  },
  {
    id: 'legibility',
    severity: 'minor',
    title: { en: 'Legibility', zh: '可读性' },
    lookFor: [
      { en: 'Text or symbols too small, too faint or cut off.', zh: '文字或符号过小、过淡或被截断。' },
      { en: 'Placeholders and sample text left in the drawing.', zh: '图中遗留占位文字或示例文字。' },
    ],
    aliases: ['text', 'readability', 'placeholder', '可读', '文字'],
  },
  {
    id: 'other',
    severity: 'minor',
    title: { en: 'Other', zh: '其他' },
    lookFor: [
      {
        en: 'Anything else that would keep the drawing from being built from.',
        zh: '其他会妨碍按图施工或加工的问题。',
      },
    ],
    aliases: ['general', 'misc'],
  },
];
