import { heightOf, intersectionOf, type PageBox, rounded, unionOf } from '../../evidence/boxes.js';
import type { WitnessedChar, WitnessedPage, WitnessedText } from '../witnessed.js';
import { RENDER_ANNOTATIONS } from './ablation.js';
import { annotationBoxes } from './annotations.js';
import { BoxGrid } from './box-grid.js';
import { inLayer, isCut } from './form-signs.js';
import { type EnclosingForm, type PageObject, pageObjects } from './page-objects.js';
import type { Matrix } from './page-space.js';
import { type Clip, PathShapes } from './path-shapes.js';
import type { Pdfium } from './pdfium.js';
import type { Rgb } from './text-paint.js';
import { type Measured, measureUnits, type Unit } from './witness-pixels.js';
import { type ActualText, charsOf, type ReadChar, takeActualTexts } from './witness-text.js';

/** Pixels per pt: 216 DPI gives the digits of 6 pt print 12 rows. */
const SCALE = 3;
/** Pixels of one rendering at most, of which up to six are held at once: larger pages are measured coarser. */
const MAX_PIXELS = 8_000_000;
/** Copies of a text that print as one lie up to this share of their height apart. */
const MAX_TWIN_OFFSET = 0.25;

const BLACK = '#000000';
/** Copies are looked for in squares of this size; the few that lie across an edge of one count as text over text. */
const TWIN_CELL_PT = 100;

export interface WitnessContext {
  readonly page: number;
  /** Handle of the form-fill module, 0 for none. */
  readonly form: number;
  readonly area: PageBox;
  readonly toPage: Matrix;
}

/** Everything PDFium knows of a loaded page's text, hidden text included. The page's marks are changed: load it anew. */
export function witnessPage(pdfium: Pdfium, { page, form, area, toPage }: WitnessContext): WitnessedPage {
  const { fn } = pdfium;
  const warnings: { code: string; message: string }[] = [];
  const { objects, complete } = pageObjects(pdfium, page, toPage);
  if (!complete) {
    warnings.push({ code: 'objects_skipped', message: `The page paints more than ${objects.length} objects.` });
  }
  const actualTexts = takeActualTexts(pdfium, objects);
  const chars = charsOf(pdfium, page, toPage, objects, area);
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / Math.max(1, area[2] * area[3])));
  const facts = new FactsOfText(pdfium, actualTexts);
  const read = objects.flatMap((object) =>
    object.kind !== 'text'
      ? []
      : [
          {
            object,
            text: facts.of(object),
            isDrawn: facts.isDrawn(object),
            chars: chars.get(object.pointer) ?? [],
          },
        ],
  );
  const glyphs = new Map(
    read.map((one) => [one, one.chars.map((char): Measured => ({ box: char.box, pixels: null }))]),
  );
  const annotations = fn.FPDFPage_GetAnnotCount(page);
  const hasAnnotations = annotations > 0;
  const view = {
    pdfium,
    page,
    pageArea: area,
    scale,
    flags: hasAnnotations ? RENDER_ANNOTATIONS : 0,
    form: hasAnnotations ? form : 0,
  };
  const overlays = annotationBoxes(pdfium, page, toPage, true);
  // Glyphs that are drawings say themselves how large they are.
  const allKnown = complete && overlays.length === annotations && !read.some(({ isDrawn }) => isDrawn);
  const surroundings = { objects, overlays: allKnown ? overlays : null };
  const unmeasured = measureUnits(view, surroundings, unitsOf(read, glyphs, area));
  if (unmeasured > 0) {
    warnings.push({ code: 'pixels_unmeasured', message: `${unmeasured} text objects overlap too many others.` });
  }
  return {
    width: area[2],
    height: area[3],
    scale,
    texts: read.map((one) => ({
      ...one.text,
      emPt2: one.chars[0] ? Math.round(one.chars[0].emPt2 * 1000) / 1000 : null,
      chars: one.chars.map(
        (char, i): WitnessedChar => ({
          unicode: char.unicode,
          origin: [round2(char.origin[0]), round2(char.origin[1])],
          box: rounded(char.box),
          pixels: glyphs.get(one)?.[i]?.pixels ?? null,
        }),
      ),
    })),
    pictures: objects.flatMap(({ kind, box }) => {
      const seen = kind === 'image' ? intersectionOf(box, area) : null;
      return seen === null ? [] : [rounded(seen)];
    }),
    warnings,
  };
}

type Facts = Omit<WitnessedText, 'chars' | 'emPt2'>;

interface ReadText {
  readonly object: PageObject;
  readonly text: Facts;
  /** In a Type 3 font: its glyphs are drawings, in colours of their own. */
  readonly isDrawn: boolean;
  readonly chars: readonly ReadChar[];
}

/** Copies at nearly one place print as one: each alone would change next to nothing. */
function unitsOf(read: readonly ReadText[], glyphs: ReadonlyMap<ReadText, Measured[]>, area: PageBox): Unit[] {
  /** By the characters and a coarse place: a drawing has thousands of equal labels. */
  const alike = new Map<string, ReadText[][]>();
  const near = ({ chars }: ReadText): ReadText[][] => {
    const [{ origin }] = chars as [ReadChar];
    const cell = origin.map((v) => Math.floor(v / TWIN_CELL_PT));
    const key = `${cell.join(' ')} ${chars.map(({ unicode }) => unicode).join(' ')}`;
    const groups = alike.get(key) ?? [];
    alike.set(key, groups);
    return groups;
  };
  const units: ReadText[][] = [];
  for (const one of read) {
    if (one.chars.length === 0) continue;
    const groups = near(one);
    const group = groups.find((of) => isTwin(of[0] as ReadText, one) && isPaintedAs(of[0] as ReadText, one));
    if (group) group.push(one);
    else {
      groups.push([one]);
      units.push(groups.at(-1) as ReadText[]);
    }
  }
  const unread = unreadCopies(read, area);
  return units.map((group) => {
    const all = group.flatMap((one) => glyphs.get(one) ?? []);
    const [first] = group as [ReadText];
    const others = near(first);
    return {
      pointers: group.flatMap((one) => [one, ...(unread.get(one) ?? [])]).map(({ object }) => object.pointer),
      siblings: others.flatMap((other) =>
        other === group ? [] : other.filter((one) => isTwin(first, one)).map(({ object }) => object.pointer),
      ),
      box: unionOf(all.map(({ box }) => box)) as PageBox,
      black: isBlack(first),
      onlyOnWhite: group.some(({ text }) => text.transparent) ? paintOf(first) : null,
      glyphs: all,
    };
  });
}

/** Objects that PDFium reads nothing of because it takes them for copies, by the text that they are copies of. */
function unreadCopies(read: readonly ReadText[], area: PageBox): Map<ReadText, ReadText[]> {
  const copies = new Map<ReadText, ReadText[]>();
  const unread = read.filter(({ chars }) => chars.length === 0);
  if (unread.length === 0) return copies;
  const grid = new BoxGrid(
    area,
    read.flatMap((one) => (one.chars.length === 0 ? [] : [{ box: one.object.box, one }])),
  );
  for (const copy of unread) {
    const { box } = copy.object;
    const limit = MAX_TWIN_OFFSET * heightOf(box);
    for (const { box: other, one } of grid.near(box)) {
      if (!isPaintedAs(one, copy) || !box.every((v, i) => Math.abs(v - (other[i] as number)) <= limit)) continue;
      copies.set(one, [...(copies.get(one) ?? []), copy]);
      break;
    }
  }
  return copies;
}

function isPaintedAs({ text: a }: ReadText, { text: b }: ReadText): boolean {
  return a.font === b.font && a.fill === b.fill && a.stroke === b.stroke && a.mode === b.mode;
}

/** Whether a text is painted in nothing but black. */
function isBlack({ text, isDrawn }: ReadText): boolean {
  const { fill, stroke, mode, transparent } = text;
  return !isDrawn && !transparent && fill === BLACK && (mode % 4 === 0 || stroke === BLACK);
}

/** The colour that a text is painted in: of its line where it has no filling. */
function paintOf({ text }: ReadText): Rgb {
  const hex = Number.parseInt((text.mode % 4 === 1 ? text.stroke : text.fill).slice(1), 16);
  return [hex >> 16, (hex >> 8) & 255, hex & 255];
}

function isTwin(a: ReadText, b: ReadText): boolean {
  const [first, second] = [a.chars[0] as ReadChar, b.chars[0] as ReadChar];
  const offset = Math.hypot(first.origin[0] - second.origin[0], first.origin[1] - second.origin[1]);
  return offset <= MAX_TWIN_OFFSET * heightOf(a.object.box);
}

/** What text objects say of themselves; fonts and forms are asked once. */
class FactsOfText {
  private readonly fonts = new Map<number, { name: string; embedded: boolean; drawn: boolean }>();
  private readonly forms = new Map<number, { clips: readonly Clip[]; layer: boolean; transparent: boolean }>();
  private readonly shapes: PathShapes;

  constructor(
    private readonly pdfium: Pdfium,
    private readonly actualTexts: ReadonlyMap<number, readonly ActualText[]>,
  ) {
    this.shapes = new PathShapes(pdfium);
  }

  of({ pointer, box, toPage, form }: PageObject): Facts {
    const { fn } = this.pdfium;
    const { name, embedded } = this.fontOf(fn.FPDFTextObj_GetFont(pointer));
    const fill = this.colour(pointer, fn.FPDFPageObj_GetFillColor);
    const stroke = this.colour(pointer, fn.FPDFPageObj_GetStrokeColor);
    const clips = [...this.shapes.clipsOf(pointer, toPage)];
    let layer = inLayer(this.pdfium, pointer);
    let transparent = fn.FPDFPageObj_HasTransparency(pointer) !== 0;
    for (let around: EnclosingForm | null = form; around !== null; around = around.form) {
      const signs = this.formOf(around);
      clips.push(...signs.clips);
      layer ||= signs.layer;
      transparent ||= signs.transparent;
    }
    return {
      box: rounded(box),
      font: name,
      embedded,
      mode: fn.FPDFTextObj_GetTextRenderMode(pointer),
      fill: fill.hex,
      stroke: stroke.hex,
      fillAlpha: fill.alpha,
      strokeAlpha: stroke.alpha,
      inLayer: layer,
      transparent,
      actualText: this.actualTexts.get(pointer) ?? [],
      cut: isCut(clips, box),
    };
  }

  isDrawn({ pointer }: PageObject): boolean {
    return this.fontOf(this.pdfium.fn.FPDFTextObj_GetFont(pointer)).drawn;
  }

  private fontOf(font: number) {
    let known = this.fonts.get(font);
    if (!known) {
      const { fn } = this.pdfium;
      const name =
        font === 0 ? '' : this.pdfium.utf8((buffer, capacity) => fn.FPDFFont_GetBaseFontName(font, buffer, capacity));
      known = { name, embedded: font !== 0 && fn.FPDFFont_GetIsEmbedded(font) === 1, drawn: this.hasNoFile(font) };
      this.fonts.set(font, known);
    }
    return known;
  }

  /** Every font has a file, its own or that of a stand-in, but those whose glyphs are drawings (Type 3). */
  private hasNoFile(font: number): boolean {
    const { fn, scratch } = this.pdfium;
    return font === 0 || !fn.FPDFFont_GetFontData(font, 0, 0, scratch) || this.pdfium.u32(scratch) === 0;
  }

  private formOf({ pointer, toPage }: EnclosingForm) {
    let known = this.forms.get(pointer);
    if (!known) {
      known = {
        clips: this.shapes.clipsOf(pointer, toPage),
        layer: inLayer(this.pdfium, pointer),
        transparent: this.pdfium.fn.FPDFPageObj_HasTransparency(pointer) !== 0,
      };
      this.forms.set(pointer, known);
    }
    return known;
  }

  private colour(object: number, read: (...args: number[]) => number): { hex: string; alpha: number } {
    const { pdfium } = this;
    const at = pdfium.scratch;
    if (!read(object, at, at + 4, at + 8, at + 12)) return { hex: '#000000', alpha: 1 };
    const [red, green, blue, alpha] = [pdfium.u32(at), pdfium.u32(at + 4), pdfium.u32(at + 8), pdfium.u32(at + 12)];
    const hex = `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
    return { hex, alpha: Math.round((alpha / 255) * 100) / 100 };
  }
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
