import type { PageBox } from '../../evidence/boxes.js';
import type { Refusal } from '../../evidence/wire/prove.js';

/**
 * Everything that two parsers and the pixels say of a page's text, glyph by glyph, and the text in the orders in which it
 * can be read. Plain JSON; page space, pt.
 */
export interface PageEvidence {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly EvidenceRun[];
  readonly glyphs: readonly EvidenceGlyph[];
  readonly readings: readonly Reading[];
  /** Where images lie. */
  readonly pictures: readonly PageBox[];
}

/** A run of the first witness (pdf.js); or a text object that only the second (PDFium) knows, `element` is then null. */
export interface EvidenceRun {
  readonly element: string | null;
  readonly font: string;
  readonly embedded: boolean | null;
  readonly mode: number;
  readonly fill: string | null;
  readonly alpha: number;
  readonly sizePt: number;
  readonly rotationDeg: number;
}

export interface EvidenceGlyph {
  /** Index into `runs`. */
  readonly run: number;
  /** What each witness reads; null where it has no such glyph. */
  readonly pdfjs: string | null;
  readonly pdfium: string | null;
  readonly charCode: number | null;
  readonly outline: string | null;
  readonly origin: readonly [x: number, y: number];
  readonly box: PageBox;
  /** Pixels in which it shows, at the witness's scale; null where they were not measured. */
  readonly visiblePixels: number | null;
  /** Share of its ink that shows, 0 to 1. */
  readonly seen: number | null;
  readonly refused: readonly Refusal[];
}

/**
 * Text in one order of reading: a block, line after line, or a line across wide gaps. Blanks are no characters: they are
 * told by `gaps`.
 */
export interface Reading {
  /** Normalised (NFKC), one UTF-16 unit an entry of the arrays below. */
  readonly text: string;
  /** Index of the glyph that each character comes from. */
  readonly glyphs: readonly number[];
  /** Before each character: `.` no gap, `?` maybe a blank, `_` a narrow blank, ` ` a blank, `|` a gap as between cells. */
  readonly gaps: string;
  /** `^` for what is set off the baseline and smaller (a footnote mark, an exponent), `.` for the rest. */
  readonly raised: string;
}
