import type { PageBox } from '../evidence/boxes.js';

/** A pixel is seen where it changes by this many grey levels (of 255) per full ink: less can't be told apart by eye. */
export const NOTICEABLE_CHANGE = 24;

/**
 * A page's text as the second engine (PDFium) finds it, hidden text included, and what its pixels say of every glyph.
 * Coordinates are page space (pt, origin top left, y down).
 */
export interface WitnessedPage {
  readonly width: number;
  readonly height: number;
  /** Pixels per pt of the renderings that were measured. */
  readonly scale: number;
  /** In painting order. */
  readonly texts: readonly WitnessedText[];
  /** Where images lie, clipped to the page. */
  readonly pictures: readonly PageBox[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** One text object: what one operator shows, in one font and colour. */
export interface WitnessedText {
  readonly box: PageBox;
  /** Base font name as the file gives it, subset prefix included. */
  readonly font: string;
  readonly embedded: boolean;
  /** Area that a square of one em takes on the page (pt²), null for text without characters. */
  readonly emPt2: number | null;
  /** Text rendering mode 0 to 7 (ISO 32000-1, table 106). */
  readonly mode: number;
  /** `#rrggbb`; a pattern reads as the flat colour that the engine puts in its place. */
  readonly fill: string;
  readonly stroke: string;
  /** 0 to 1; what groups around it add is not in it. */
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** Marked as part of an optional-content group, on or off. */
  readonly inLayer: boolean;
  /** It, or a form around it, is painted with an opacity, a blend mode or a soft mask. */
  readonly transparent: boolean;
  /** Every /ActualText of marked content around it; texts with the same `group` share it. */
  readonly actualText: readonly { readonly text: string; readonly group: number }[];
  /** A clip, its own or that of a form around it, may cut it. */
  readonly cut: boolean;
  readonly chars: readonly WitnessedChar[];
}

export interface WitnessedChar {
  /** '' where the engine knows none; several characters for a ligature. /ActualText is left aside. */
  readonly unicode: string;
  /** Start of the glyph on the baseline. */
  readonly origin: readonly [x: number, y: number];
  readonly box: PageBox;
  readonly pixels: GlyphPixels | null;
}

/** What renderings with and without a glyph's text object say of it. Null where they could not be made. */
export interface GlyphPixels {
  /** Ink that the glyph would leave with nothing over or under it, after its clip and its transparency (pt²). */
  readonly ink: number;
  /** Share of that ink that changes the page noticeably. */
  readonly seen: number;
  /** Share that changes nothing since the page has the ink's colour there already. */
  readonly merged: number;
  /** Share that changes nothing though it differs from what is seen there: something lies over it. */
  readonly lost: number;
  /** Mean change of the page where it is seen, 0 to 255 grey levels of the channel that changes most, per full ink. */
  readonly contrast: number;
  /** What hides the merged ink: what is painted later, or what lies under it. Null where little merged. */
  readonly cause: 'covered' | 'background' | null;
  /** Pixels in which the glyph is seen. */
  readonly visiblePixels: number;
}
