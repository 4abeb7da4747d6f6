import { box } from '../../evidence/boxes.js';
import type { CadEntity, CadLayout, CadViewport, PaperSettings } from './drawing.js';
import { DrawnEntity } from './drawn-entity.js';
import type { DxfFile, RawEntity } from './dxf-file.js';
import { isSheetView } from './entities/pictures.js';
import type { Scene } from './scene.js';
import { radians } from './space.js';
import type { Props } from './tags/props.js';

/** Block names of model space and of the paper space that was active when the file was saved (R12 has `$`). */
const MODEL = new Set(['*model_space', '$model_space']);
const ACTIVE_PAPER = '*paper_space';

interface LayoutInfo {
  readonly name: string;
  readonly tab: number;
  readonly block: string;
  readonly settings: Props | null;
}

/**
 * Model space, then the paper spaces in tab order. ENTITIES holds the entities of model space and of the active paper space;
 * those of the other ones stand in blocks `*Paper_Space0` and on.
 */
export function layoutsOf(scene: Scene): CadLayout[] {
  const { file } = scene;
  const name = naming(scene);
  const infos = layoutInfos(file);
  const perBlock = new Map<string, RawEntity[]>();
  const put = (block: string, entity: RawEntity) => {
    const list = perBlock.get(block);
    if (list) list.push(entity);
    else perBlock.set(block, [entity]);
  };
  for (const entity of file.entities) put(ownerOf(entity, file), entity);
  for (const [key, block] of file.blocks) {
    if (!/^[*$](?:model|paper)_space\d*$/.test(key)) continue;
    for (const entity of block.entities) put(MODEL.has(key) ? '*model_space' : key.replace('$', '*'), entity);
  }
  const orders = drawOrders(file);
  const layout = (info: LayoutInfo | null, block: string, title: string): CadLayout => {
    const raws = inDrawOrder(perBlock.get(block) ?? [], orders.get(block), file);
    return {
      name: title,
      kind: block === '*model_space' ? 'model' : 'paper',
      entities: raws.map((raw) => drawn(scene, raw, name(raw))),
      viewports: raws.filter((raw) => raw.type === 'VIEWPORT').flatMap((raw) => viewportOf(scene, raw)),
      paper: info?.settings ? paperOf(info.settings, file) : null,
    };
  };
  const papers = infos.filter((info) => !MODEL.has(info.block));
  const known = new Set(papers.map((info) => info.block));
  const unknown = [...perBlock.keys()].filter((block) => block !== '*model_space' && !known.has(block));
  const model = infos.find((info) => MODEL.has(info.block)) ?? null;
  return [
    layout(model, '*model_space', 'Model'),
    ...papers.map((info) => layout(info, info.block, info.name)),
    ...unknown.map((block, i) => layout(null, block, `Layout${papers.length + i + 1}`)),
  ];
}

function drawn(scene: Scene, raw: RawEntity, handle: string): CadEntity {
  return new DrawnEntity(scene, scene.element(raw, handle));
}

/** Handles as the file has them; those that are missing or taken are made up from the place in the file. */
function naming({ file, findings }: Scene): (raw: RawEntity) => string {
  const taken = new Set<string>();
  let count = 0;
  return (raw) => {
    count++;
    const own = file.props(raw).handle(5);
    if (own !== null && !taken.has(own)) {
      taken.add(own);
      return own;
    }
    if (own !== null) {
      findings.warn('duplicate_handle', `Several entities have the handle ${own}; the later ones are called @1, @2…`);
    }
    return `@${count}`;
  };
}

/** Block that an entity of ENTITIES belongs to: by its owner's handle where that is known, else by group 67. */
function ownerOf(entity: RawEntity, file: DxfFile): string {
  const props = file.props(entity);
  const owner = file.tables.blockRecords.get(props.handle(330) ?? '')?.toLowerCase();
  if (owner !== undefined && /^\*(?:model|paper)_space\d*$/.test(owner)) return owner;
  return props.int(67) === 1 ? ACTIVE_PAPER : '*model_space';
}

/** By block of a layout: handles of entities, and the handles by which they are sorted instead (SORTENTSTABLE). */
function drawOrders(file: DxfFile): Map<string, ReadonlyMap<string, string>> {
  const orders = new Map<string, ReadonlyMap<string, string>>();
  for (const object of file.objects) {
    if (object.type !== 'SORTENTSTABLE') continue;
    const props = file.props(object);
    const own = props.from(props.behindSubclass('AcDbSortentsTable'));
    const block = file.tables.blockRecords.get(own.handle(330) ?? '')?.toLowerCase();
    const order = new Map<string, string>();
    let entity: string | null = null;
    for (let i = own.first; i < own.stop; i++) {
      const handle = () => own.tags.text(i).trim().toUpperCase();
      if (own.tags.codes[i] === 331) entity = handle();
      else if (own.tags.codes[i] === 5 && entity !== null) order.set(entity, handle());
    }
    if (block !== undefined && order.size > 0) orders.set(block, order);
  }
  return orders;
}

/** What comes later covers what came before. Without an order of its own that is the order of the file. */
function inDrawOrder(
  raws: readonly RawEntity[],
  order: ReadonlyMap<string, string> | undefined,
  file: DxfFile,
): readonly RawEntity[] {
  if (order === undefined) return raws;
  const places = new Map(
    raws.map((raw) => {
      const own = file.props(raw).handle(5) ?? '';
      return [raw, Number.parseInt(order.get(own) ?? own, 16) || 0] as const;
    }),
  );
  return [...raws].sort((a, b) => (places.get(a) as number) - (places.get(b) as number));
}

/** LAYOUT objects: the name is in the part of AcDbLayout, the paper's size in that of AcDbPlotSettings. */
function layoutInfos(file: DxfFile): LayoutInfo[] {
  const infos: LayoutInfo[] = [];
  const blocks = new Set<string>();
  for (const object of file.objects) {
    if (object.type !== 'LAYOUT') continue;
    const props = file.props(object);
    const own = props.from(props.behindSubclass('AcDbLayout'));
    const block = file.tables.blockRecords.get(own.handle(330) ?? '')?.toLowerCase();
    if (block === undefined || blocks.has(block)) continue;
    blocks.add(block);
    const settings = props.from(props.behindSubclass('AcDbPlotSettings'), own.first);
    infos.push({ name: file.text(own, 1) ?? '', tab: own.int(71), block, settings });
  }
  return infos.sort((a, b) => a.tab - b.tab);
}

const MM_PER_INCH = 25.4;

/** Groups 44/45 width and height, 142/143 plot scale, 72 unit (0 inch, 1 mm, 2 px), 73 rotation in quarter turns. */
function paperOf(settings: Props, file: DxfFile): PaperSettings | null {
  const value = (code: number): number => {
    const at = settings.find(code);
    return at < 0 ? 0 : settings.tags.number(at);
  };
  const [width, height] = [value(44), value(45)];
  if (!(width > 0 && height > 0 && Number.isFinite(width + height))) return null;
  const isTurned = value(73) % 2 === 1;
  const [paperUnits, drawingUnits] = [value(142), value(143)];
  const ratio = paperUnits > 0 && drawingUnits > 0 ? drawingUnits / paperUnits : 1;
  return {
    name: file.text(settings, 4)?.trim() || null,
    widthMm: isTurned ? height : width,
    heightMm: isTurned ? width : height,
    unitsPerMm: ratio / (value(72) === 0 ? MM_PER_INCH : 1),
  };
}

/** Bit of a viewport's flags (90): it is switched off. Its status (68) is 0 in every layout that is not active. */
const SWITCHED_OFF = 0x20000;

function viewportOf({ file, findings }: Scene, raw: RawEntity): CadViewport[] {
  const props = file.props(raw);
  try {
    if (isSheetView(props)) return [];
    const [x, y] = props.point(10);
    const [w, h] = [props.number(40) / 2, props.number(41) / 2];
    const [viewX, viewY] = props.point(12);
    const target = props.point(17);
    const twist = radians(props.number(51));
    const [c, s] = [Math.cos(twist), Math.sin(twist)];
    const [dx, dy, dz] = props.point(16, [0, 0, 1]);
    if (dx !== 0 || dy !== 0 || dz < 0) {
      findings.warn('view_direction', 'A viewport looks at the model from another side; it is drawn from above.');
    }
    return [
      {
        handle: props.handle(5) ?? '',
        box: box('world', x - w, y - h, x + w, y + h),
        // The centre is told in the view's own coordinates (DCS): from the target on, turned by the twist.
        viewCentre: [target[0] + viewX * c + viewY * s, target[1] - viewX * s + viewY * c],
        viewHeight: props.number(45),
        twist,
        on: props.has(90) ? (props.int(90) & SWITCHED_OFF) === 0 : props.int(68, 1) !== 0,
        frozenLayers: [...props.all(331), ...props.all(341)]
          .map((i) => file.tables.layerHandles.get(props.tags.text(i).trim().toUpperCase()))
          .filter((layer) => layer !== undefined),
      },
    ];
  } catch {
    // Its numbers are no numbers; as an entity it is counted as skipped.
    return [];
  }
}
