import type { DanglingReference } from '../../sources/cad/drawing.js';
import type { Worded } from '../words.js';
import { excerptOf } from './excerpt.js';
import type { Finding } from './finding.js';
import type { SheetEntity } from './sheet-entities.js';

const NAMES: Readonly<Record<DanglingReference['what'], Worded>> = {
  block: { en: 'block', zh: '块' },
  layer: { en: 'layer', zh: '图层' },
  style: { en: 'text style', zh: '文字样式' },
  linetype: { en: 'line type', zh: '线型' },
  xref: { en: 'external reference', zh: '外部参照' },
  image: { en: 'image', zh: '图像' },
};

/** What is missing from the drawing altogether, against what merely looks otherwise. */
const LOSES_CONTENT: readonly DanglingReference['what'][] = ['block', 'xref', 'image'];

/** References to what the file does not hold, one finding for each thing that is missing, at the first entity that asks for it. */
export function danglingReferences(
  references: readonly DanglingReference[],
  entities: readonly SheetEntity[],
): Finding[] {
  const byHandle = new Map(entities.map((one) => [one.entity.handle, one]));
  const missing = new Map<string, { readonly first: DanglingReference; times: number }>();
  for (const reference of references) {
    const key = JSON.stringify([reference.what, reference.name]);
    const known = missing.get(key);
    if (known === undefined) missing.set(key, { first: reference, times: 1 });
    else known.times += 1;
  }
  return [...missing.values()].map(({ first: { handle, what, name }, times }) => {
    const others = times - 1;
    return {
      rule: 'dangling_reference',
      category: LOSES_CONTENT.includes(what) ? 'other' : 'layers_linetypes',
      severity: LOSES_CONTENT.includes(what) ? 'major' : 'minor',
      statement: {
        en: `${handle} refers to the ${NAMES[what].en} “${excerptOf(name)}”, which the file does not hold${others > 0 ? `; so do ${others} more` : ''}.`,
        zh: `${handle} 引用的${NAMES[what].zh}“${excerptOf(name)}”在文件中不存在${others > 0 ? `，另有 ${others} 处相同引用` : ''}。`,
      },
      box: byHandle.get(handle)?.box ?? null,
      handle,
    };
  });
}
