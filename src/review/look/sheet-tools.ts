import { box as boxOf, holdsPoint, middleOf } from '../../evidence/boxes.js';
import { collisionsRequestSchema } from '../../evidence/wire/requests.js';
import type { Sheet } from '../../sight/sheet.js';
import type { SourceBox } from '../checks/finding.js';
import type { SheetEntity } from '../checks/sheet-entities.js';
import { collisionsAmong } from '../collisions/collisions.js';
import type { Eye } from './eye.js';
import type { LiveTools, Sight } from './tools.js';

/** Characters of one text in a tool's reply. */
const MAX_TEXT = 200;

/** A sheet as a model may question it. */
export function sheetTools(
  eye: Eye,
  sheet: Sheet,
  entities: readonly SheetEntity[] | null,
  live: LiveTools | null,
): Sight {
  const inWindow = (window: readonly number[] | null | undefined) => {
    if (!window) return () => true;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = window;
    const within = boxOf('page', x0, y0, x1, y1);
    return (place: SourceBox | null) => place !== null && holdsPoint(within, middleOf(place));
  };
  return {
    inspect: (target, purpose) => eye.inspect(target, purpose),
    async text({ window, limit, offset }) {
      const holds = inWindow(window);
      const all = (await sheet.objects())
        .filter(({ text }) => text !== null && text.trim() !== '')
        .map(({ text, box, handle }) => ({ text: (text ?? '').slice(0, MAX_TEXT), box: sheet.toSource(box), handle }))
        .filter(({ box }) => holds(box));
      const texts = all.slice(offset, offset + limit).map((one) => ({ ...one, box: one.box.map(short) }));
      return { total: all.length, texts };
    },
    cad:
      entities === null || live !== null
        ? null
        : {
            async entities({ type, layer, window, limit, offset }) {
              const holds = inWindow(window);
              const all = entities.filter(
                ({ entity, box }) =>
                  entity.visible &&
                  (!type || entity.type === type.toUpperCase()) &&
                  (!layer || entity.layer.toLowerCase() === layer.toLowerCase()) &&
                  holds(box),
              );
              return {
                total: all.length,
                entities: all.slice(offset, offset + limit).map(({ entity, box }) => ({
                  handle: entity.handle,
                  type: entity.type,
                  layer: entity.layer,
                  box: box?.map(short) ?? null,
                  text: entity.text?.slice(0, MAX_TEXT) ?? null,
                })),
              };
            },
            async collisions({ window, layer, min_overlap, limit, offset }) {
              const request = collisionsRequestSchema.omit({ file: true }).parse({
                ...(window ? { window } : {}),
                ...(layer ? { layer: [layer] } : {}),
                min_overlap,
                narrow: true,
                limit,
                offset,
              });
              return collisionsAmong(
                entities.map(({ entity }) => entity),
                request,
              );
            },
          },
    live,
  };
}

const short = (value: number): number => Number(value.toPrecision(8));
