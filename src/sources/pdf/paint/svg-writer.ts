import { GroundglassError } from '../../../evidence/errors.js';
import { round4 } from './numbers.js';

/** Bytes of markup of one page; pages of real files stay under 20 MB, most of it pictures. */
const MAX_MARKUP_CHARS = 96 * 2 ** 20;

/** How a piece of markup is set into what lies around it. */
export interface Setting {
  readonly clip: string | null;
  readonly mask: string | null;
  readonly blend: string;
  readonly opacity: number;
}

/** The definitions of one page: named in the order of their first use, so that the same page gives the same names. */
export class Definitions {
  private readonly pieces: string[] = [];
  private readonly counts = new Map<string, number>();
  private chars = 0;

  /** Adds what `markup` makes of a new id, and returns that id. */
  readonly define = (prefix: string, markup: (id: string) => string): string => {
    const count = (this.counts.get(prefix) ?? 0) + 1;
    this.counts.set(prefix, count);
    const id = `${prefix}${count}`;
    const text = markup(id);
    this.count(text.length);
    this.pieces.push(text);
    return id;
  };

  /** Holds the size of the page against the limit. @throws GroundglassError `too_many_bytes` */
  count(chars: number): void {
    this.chars += chars;
    if (this.chars <= MAX_MARKUP_CHARS) return;
    throw new GroundglassError(
      'too_many_bytes',
      `The page as SVG has more than ${MAX_MARKUP_CHARS} characters.`,
      'Render the page as a picture instead.',
      { limit: MAX_MARKUP_CHARS },
    );
  }

  toString(): string {
    return this.pieces.length === 0 ? '' : `<defs>${this.pieces.join('')}</defs>`;
  }
}

/** A sequence of painted markup. Neighbours with the same clip and mask share one <g>. */
export class Layer {
  private readonly pieces: string[] = [];
  private open = '';
  /** Something in it blends with what lies below. */
  blends = false;

  constructor(private readonly definitions: Definitions) {}

  add(markup: string, setting: Setting): void {
    const tag = groupTag(setting);
    const alone = setting.blend !== 'normal' || setting.opacity !== 1;
    if (setting.blend !== 'normal') this.blends = true;
    if (tag !== this.open || alone) {
      if (this.open !== '') this.put('</g>');
      this.open = tag;
      if (tag !== '') this.put(tag);
    }
    this.put(markup);
    if (alone) {
      this.put('</g>');
      this.open = '';
    }
  }

  /** The markup so far. */
  end(): string {
    if (this.open !== '') this.put('</g>');
    this.open = '';
    return this.pieces.join('');
  }

  private put(text: string): void {
    this.definitions.count(text.length);
    this.pieces.push(text);
  }
}

function groupTag({ clip, mask, blend, opacity }: Setting): string {
  if (clip === null && mask === null && blend === 'normal' && opacity === 1) return '';
  return `<g${clip === null ? '' : ` clip-path="url(#${clip})"`}${mask === null ? '' : ` mask="url(#${mask})"`}${
    opacity === 1 ? '' : ` opacity="${round4(opacity)}"`
  }${blend === 'normal' ? '' : ` style="mix-blend-mode:${blend}"`}>`;
}
