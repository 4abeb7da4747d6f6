import type { SightSettings } from './settings.js';
import type { Sheet, SheetObject } from './sheet.js';

/** How well a picture shows what it is for: `seen` is there, `readable` is read letter by letter. */
export type Level = 'none' | 'seen' | 'readable';
export type WantedLevel = Exclude<Level, 'none'>;

/** Letters are read surely at twice the size at which they are seen (16 px to 8). */
const FACTORS: Readonly<Record<WantedLevel, number>> = { seen: 1, readable: 2 };

/** Pixels to the point: above, a page of letters fills screens and adds nothing; its overview is to be taken in at once. */
const TILE_ZOOM = 6;
const OVERVIEW_ZOOM = 4;
/** A sheet that tells neither scale nor height of text is taken in by its quadrants, which are half as long and overlap a little. */
const HALVES = 1.9;
/** No picture shows less of a sheet without a scale than this share of its long edge: heights of text may be nonsense. */
const LEAST_SHARE = 1 / 64;
/** Pixels that a window may gain where it is fitted into whole ones, one at each end. */
export const WHOLE_PIXELS = 2;
const MM_PER_POINT = 25.4 / 72;
/** Zooms are compared after divisions of window by pixels. */
const ROUNDING = 1e-6;

/** What a part of a sheet holds, for the purpose of looking at it. */
export interface Lettering {
  /** Whether text is there, or may be. */
  readonly text: boolean;
  /** Height of the smallest in sheet units; null where the source doesn't tell. */
  readonly height: number | null;
}

/**
 * How large a sheet's things land in a picture. Zooms are pixels to the sheet unit.
 *
 * Text is reckoned with the smallest height that the source lists in the part, and where it lists none with the nominal one:
 * `textHeightMm` of paper, or on a sheet without a scale the usual (median) height of its text. Lines are reckoned with the
 * nominal height, of which a stroked letter is made. Where there is neither, levels go by the sheet's own extent.
 */
export class Legibility {
  /** The nominal height of text in sheet units; null where neither a scale nor text of known height tells it. */
  private readonly nominal: number | null;

  constructor(
    private readonly sheet: Pick<Sheet, 'unitsPerMm' | 'maxZoom' | 'width' | 'height'>,
    private readonly settings: SightSettings,
    objects: readonly Pick<SheetObject, 'textHeight'>[],
  ) {
    this.nominal = sheet.unitsPerMm === null ? usualHeight(objects) : settings.textHeightMm * sheet.unitsPerMm;
  }

  /** Whether something tells how large lettering is: a scale, or text of known height. */
  get isTold(): boolean {
    return this.nominal !== null;
  }

  /**
   * The zoom at which a part is at the wanted level. An image has only its pixels: at its own size it shows all it has, and
   * at half of that what is readable is seen. Other sheets of which nothing tells are seen by their quadrants, and read by quarters of these.
   */
  zoomFor(wanted: WantedLevel, { text, height }: Lettering): number {
    const factor = FACTORS[wanted];
    if (this.sheet.maxZoom !== null) return (this.sheet.maxZoom * factor) / FACTORS.readable;
    const { textReadablePx, lineReadablePx } = this.settings;
    const letter = (text ? height : null) ?? this.nominal;
    const forText = text && letter !== null ? (factor * textReadablePx) / letter : 0;
    const forLines = this.nominal === null ? 0 : (factor * lineReadablePx) / this.nominal;
    return Math.max(forText, forLines) || factor * HALVES * this.whole('tile');
  }

  /** The zoom of a picture that uses its whole budget of pixels on a window. */
  zoomOf(width: number, height: number, purpose: 'overview' | 'tile'): number {
    return Math.min(this.edge(purpose) / Math.max(width, height), this.ceiling(purpose));
  }

  /** No picture is larger than this, however small its window. */
  ceiling(purpose: 'overview' | 'tile'): number {
    if (this.sheet.maxZoom !== null) return this.sheet.maxZoom;
    if (this.sheet.unitsPerMm === null) return this.whole(purpose) / LEAST_SHARE;
    return (purpose === 'tile' ? TILE_ZOOM : OVERVIEW_ZOOM) / (MM_PER_POINT * this.sheet.unitsPerMm);
  }

  levelAt(zoom: number, lettering: Lettering): Level {
    for (const level of ['readable', 'seen'] as const) {
      if (zoom >= this.zoomFor(level, lettering) * (1 - ROUNDING)) return level;
    }
    return 'none';
  }

  /** Pixels on which the smallest text of a part lands; null where its height is unknown. */
  textPx(zoom: number, { height }: Lettering): number | null {
    const letter = height ?? this.nominal;
    return letter === null || this.sheet.maxZoom !== null ? null : letter * zoom;
  }

  /** Pixels on which lettering of the nominal height lands; null where nothing tells it. */
  linePx(zoom: number): number | null {
    return this.nominal === null || this.sheet.maxZoom !== null ? null : this.nominal * zoom;
  }

  /** The zoom of a picture of the whole sheet. */
  private whole(purpose: 'overview' | 'tile'): number {
    return this.edge(purpose) / Math.max(this.sheet.width, this.sheet.height);
  }

  private edge(purpose: 'overview' | 'tile'): number {
    return this.settings.imageMaxEdge - (purpose === 'tile' ? WHOLE_PIXELS : 0);
  }
}

function usualHeight(objects: readonly Pick<SheetObject, 'textHeight'>[]): number | null {
  const heights = objects.flatMap(({ textHeight }) => (textHeight !== null && textHeight > 0 ? [textHeight] : []));
  return heights.sort((a, b) => a - b)[heights.length >> 1] ?? null;
}
