/** Labels of title blocks (GB/T 10609.1, GB/T 50001, ISO 7200, ASME Y14.1 and practice), without blanks and in small letters. */
const CHINESE = [
  ...['图名', '图样名称', '图纸名称', '名称', '图号', '图样代号', '图纸编号', '图别', '图幅', '代号', '编号'],
  ...['比例', '设计', '制图', '绘图', '校对', '校核', '审核', '审定', '批准', '审批', '工艺', '标准化', '会签'],
  ...['日期', '出图日期', '材料', '材料标记', '重量', '质量', '数量', '件数', '阶段标记', '设计阶段', '阶段', '设计号'],
  ...['工程名称', '工程编号', '工程号', '项目名称', '项目编号', '子项名称', '建设单位', '设计单位', '单位名称', '业主'],
  ...['专业', '专业负责人', '项目负责人', '设计总负责人', '版次', '版本', '修改', '张数', '页码'],
];
const ENGLISH = [
  ...[
    'title',
    'drawingtitle',
    'sheettitle',
    'drawingname',
    'name',
    'drawingno',
    'drawingnumber',
    'dwgno',
    'dwg.no',
    'dwgnumber',
  ],
  ...[
    'sheetno',
    'sheetnumber',
    'sheet',
    'scale',
    'date',
    'issuedate',
    'drawn',
    'drawnby',
    'drn',
    'designed',
    'designedby',
  ],
  ...['design', 'checked', 'checkedby', 'chk', 'approved', 'approvedby', 'appd', 'reviewed', 'reviewedby', 'material'],
  ...[
    'weight',
    'mass',
    'quantity',
    'qty',
    'project',
    'projectname',
    'projectno',
    'projectnumber',
    'jobno',
    'client',
    'owner',
  ],
  ...[
    'company',
    'revision',
    'rev',
    'rev.no',
    'revno',
    'size',
    'format',
    'discipline',
    'finish',
    'tolerances',
    'partno',
    'partnumber',
  ],
];
const LABELS: ReadonlySet<string> = new Set([...CHINESE, ...ENGLISH]);

/** 比例, scale and the like. */
const SCALE = /^(?:比例|scale|图比例|sc|dwgscale)$/;

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_:：.。-]+/g, '');

/** Whether a text is a label and nothing else, such as `图  名` or `SCALE:`. */
export const isLabel = (text: string): boolean => LABELS.has(bare(text));

export const isScaleLabel = (text: string): boolean => SCALE.test(bare(text));

/** `比例：1:100` as its label and value; null where the text is not both. */
export function labelled(text: string): { readonly label: string; readonly value: string } | null {
  const match = /^([^:：]{1,30})[:：]\s*(\S[\s\S]*)$/.exec(text.trim());
  if (!match) return null;
  const [, label = '', value = ''] = match;
  return isLabel(label) ? { label: label.trim(), value: value.trim() } : null;
}

/** Drawing units for one of paper, as `1:100`, `M1:50`, `1：20`, `2:1` or `1/100` say; null for anything else, such as NTS. */
export function scaleIn(text: string): number | null {
  const match = /(\d+(?:\.\d+)?)\s*[:/∶]\s*(\d+(?:\.\d+)?)/.exec(text.normalize('NFKC'));
  const [paper, units] = [Number(match?.[1]), Number(match?.[2])];
  return paper > 0 && units > 0 ? units / paper : null;
}
