import { indexedColor, trueColor } from './colors.js';
import type { CadLayer, Style } from './drawing.js';
import type { DxfFile } from './dxf-file.js';
import { DEFAULT_LINE_WEIGHT_MM, lineWeight } from './tables.js';
import type { Props } from './tags/props.js';

/** What an entity itself says about how it is drawn, before layers and blocks are asked. */
export interface Look {
  readonly layer: string;
  readonly colorIndex: number;
  /** 0xRRGGBB; -1 for none. */
  readonly rgb: number;
  readonly linetype: string;
  readonly linetypeScale: number;
  readonly lineWeight: number;
  readonly invisible: boolean;
}

const BY_BLOCK = 0;
const BY_LAYER = 256;
const WEIGHT_BY_LAYER = -1;
const WEIGHT_BY_BLOCK = -2;
const BLACK = '#000000';

export function lookOf(props: Props, file: DxfFile): Look {
  const scale = props.has(48) ? props.tags.number(props.find(48)) : 1;
  return {
    layer: file.text(props, 8)?.trim() || '0',
    colorIndex: props.int(62, BY_LAYER),
    rgb: trueColorOf(props),
    linetype: (file.text(props, 6)?.trim() || 'BYLAYER').toLowerCase(),
    linetypeScale: scale > 0 && Number.isFinite(scale) ? scale : 1,
    lineWeight: props.int(370, WEIGHT_BY_LAYER),
    invisible: props.int(60) === 1,
  };
}

/** Code 420 of the entity itself: that of the background of an MTEXT stands behind the marker of its own part. */
function trueColorOf(props: Props): number {
  const at = props.find(420);
  if (at < 0) return -1;
  let markers = 0;
  for (let i = props.first; i < at; i++) if (props.tags.codes[i] === SUBCLASS_MARKER) markers++;
  return markers > 1 ? -1 : props.int(420, -1);
}

const SUBCLASS_MARKER = 100;

/** Styles of a drawing's entities: ByLayer, ByBlock and layer 0 resolved. */
export class Styles {
  readonly #file: DxfFile;
  readonly #scale: number;

  constructor(file: DxfFile) {
    this.#file = file;
    const scale = file.header.get('$LTSCALE')?.tags.number(file.header.get('$LTSCALE')?.first ?? 0) ?? 1;
    this.#scale = scale > 0 && Number.isFinite(scale) ? scale : 1;
  }

  layer(name: string): (CadLayer & { readonly linetype: string }) | undefined {
    return this.#file.tables.layers.get(name.toLowerCase());
  }

  /** Whether what is on a layer is not seen: off, or frozen. What an insert on it shows of other layers is. */
  isHidden(layer: string): boolean {
    const found = this.layer(layer);
    return found !== undefined && (found.off || found.frozen);
  }

  /** Whether a layer hides all that is on it, and all that an insert on it shows. */
  isFrozen(layer: string): boolean {
    return this.layer(layer)?.frozen === true;
  }

  /** @param owner style of the insert whose block the entity stands in; null in a layout */
  resolve(look: Look, owner: Style | null): Style {
    const layerName = owner && look.layer === '0' ? owner.layer : look.layer;
    const layer = this.layer(layerName);
    return {
      color: this.#color(look, layer, owner),
      lineWeightMm: this.#lineWeight(look, layer, owner),
      dashes: this.#dashes(look, layer, owner),
      layer: layerName,
    };
  }

  #color(look: Look, layer: CadLayer | undefined, owner: Style | null): string {
    if (look.rgb >= 0) return trueColor(look.rgb);
    const index = Math.abs(look.colorIndex);
    if (index === BY_BLOCK) return owner?.color ?? BLACK;
    return index === BY_LAYER ? (layer?.color ?? BLACK) : indexedColor(index);
  }

  #lineWeight(look: Look, layer: CadLayer | undefined, owner: Style | null): number {
    if (look.lineWeight === WEIGHT_BY_BLOCK) return owner?.lineWeightMm ?? DEFAULT_LINE_WEIGHT_MM;
    if (look.lineWeight === WEIGHT_BY_LAYER) return layer?.lineWeightMm ?? DEFAULT_LINE_WEIGHT_MM;
    return lineWeight(look.lineWeight) ?? DEFAULT_LINE_WEIGHT_MM;
  }

  #dashes(look: Look, layer: { readonly linetype: string } | undefined, owner: Style | null): readonly number[] {
    if (look.linetype === 'byblock') return owner?.dashes ?? [];
    const name = look.linetype === 'bylayer' ? (layer?.linetype.toLowerCase() ?? 'continuous') : look.linetype;
    const dashes = this.#file.tables.linetypes.get(name) ?? [];
    const scale = this.#scale * look.linetypeScale;
    return scale === 1 ? dashes : dashes.map((dash) => dash * scale);
  }
}
