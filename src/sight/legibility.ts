import type { SightSettings } from './settings.js';
import type { Sheet } from './sheet.js';

/** How well a picture shows what it is for: `seen` is there, `readable` is read letter by letter. */
export type Level = 'none' | 'seen' | 'readable';
export type WantedLevel = Exclude<Level, 'none'>;

/** Letters are read surely at twice the size at which they are seen (16 px to 8). */
const FACTORS: Readonly<Record<WantedLevel, number>> = { seen: 1, readable: 2 };

/** Pixels to the point: above, a page of letters fills screens and adds nothing; its overview is to be taken in at once. */
const TILE_ZOOM = 6;
const OVERVIEW_ZOOM = 4;
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
 * Text is reckoned with the smallest height that the source lists in the part, and where it lists none with the nominal one,
 * `textHeightMm` of paper. Lines are reckoned with the nominal height, of which a stroked letter is made.
 */
export class Legibility {
  /** The nominal height of text in sheet units; null where the sheet has no scale. */
  private readonly nominal: number | null;

  constructor(
    private readonly sheet: Pick<Sheet, 'unitsPerMm' | 'maxZoom' | 'width' | 'height'>,
    private readonly settings: SightSettings,
  ) {
    this.nominal = sheet.unitsPerMm === null ? null : settings.textHeightMm * sheet.unitsPerMm;
  }

  /**
   * The zoom at which a part is at the wanted level. Null where nothing tells: no scale, and no text of known height.
   * An image has only its pixels: at its own size it shows all it has, and at half of that what is readable is seen.
   */
  zoomFor(wanted: WantedLevel, { text, height }: Lettering): number | null {
    const factor = FACTORS[wanted];
    if (this.sheet.maxZoom !== null && this.nominal === null) return (this.sheet.maxZoom * factor) / FACTORS.readable;
    const forLines = this.nominal === null ? null : (factor * this.settings.lineReadablePx) / this.nominal;
    const letter = (text ? height : null) ?? this.nominal;
    if (!text) return forLines;
    if (letter === null || letter <= 0) return null;
    return Math.max((factor * this.settings.textReadablePx) / letter, forLines ?? 0);
  }

  /** The zoom of a picture that uses its whole budget of pixels on a window. */
  zoomOf(width: number, height: number, purpose: 'overview' | 'tile'): number {
    const edge = this.settings.imageMaxEdge - (purpose === 'tile' ? WHOLE_PIXELS : 0);
    return Math.min(edge / Math.max(width, height), this.ceiling(purpose));
  }

  /** No picture is larger than this, however small its window. */
  ceiling(purpose: 'overview' | 'tile'): number {
    if (this.sheet.maxZoom !== null) return this.sheet.maxZoom;
    if (this.sheet.unitsPerMm === null) return Number.POSITIVE_INFINITY;
    return (purpose === 'tile' ? TILE_ZOOM : OVERVIEW_ZOOM) / (MM_PER_POINT * this.sheet.unitsPerMm);
  }

  levelAt(zoom: number, lettering: Lettering): Level {
    for (const level of ['readable', 'seen'] as const) {
      const needed = this.zoomFor(level, lettering);
      if (needed !== null && zoom >= needed * (1 - ROUNDING)) return level;
    }
    return 'none';
  }

  /** Pixels on which the smallest text of a part lands; null where its height is unknown. */
  textPx(zoom: number, { height }: Lettering): number | null {
    const letter = height ?? this.nominal;
    return letter === null || this.sheet.maxZoom !== null ? null : letter * zoom;
  }

  /** Pixels on which lettering of the nominal height lands; null without a scale. */
  linePx(zoom: number): number | null {
    return this.nominal === null ? null : this.nominal * zoom;
  }
}
