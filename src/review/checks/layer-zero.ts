import type { Finding } from './finding.js';
import type { SheetEntity } from './sheet-entities.js';

/** A window into model space and the definitions of attributes are no drawn content. */
const NO_CONTENT = new Set(['VIEWPORT', 'ATTDEF']);

/**
 * Entities on layer 0, which is for the contents of blocks: they take the layer of each insert. A drawing that has no other layer
 * keeps none, and is told once.
 */
export function entitiesOnLayerZero(entities: readonly SheetEntity[]): Finding[] {
  const drawn = entities.filter(({ entity }) => entity.visible && !NO_CONTENT.has(entity.type));
  const there = drawn.filter(({ entity }) => entity.layer === '0');
  const [first] = there;
  if (first !== undefined && there.length === drawn.length && there.length > 1) {
    return [
      {
        ...placed(first),
        box: null,
        statement: {
          en: `All ${there.length} entities of the sheet lie on layer 0: nothing is sorted into layers.`,
          zh: `本图全部 ${there.length} 个图元都在图层 0 上，未按图层分类。`,
        },
      },
    ];
  }
  return there.map((one) => ({
    ...placed(one),
    statement: {
      en: `${one.entity.type} ${one.entity.handle} lies on layer 0, which is for the contents of blocks.`,
      zh: `${one.entity.type} ${one.entity.handle} 位于图层 0，该图层只应用于块内图元。`,
    },
  }));
}

const placed = ({ entity, box }: SheetEntity) =>
  ({
    rule: 'entity_on_layer_0',
    category: 'layers_linetypes',
    severity: 'minor',
    box,
    handle: entity.handle,
  }) as const;
