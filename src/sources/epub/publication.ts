import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';
import type { SourceWarning } from '../source.js';
import type { Container } from './container.js';
import { decodeText } from './decode-text.js';
import { type Match, resolveHref, type Target } from './hrefs.js';
import { type MarkupElement, parseMarkup } from './markup.js';
import { warning } from './warnings.js';

/** Where a reference led: a file of the publication, a `data:` URL, or nowhere. */
export type Resolved =
  | { readonly kind: 'file'; readonly path: string; readonly fragment: string | null }
  | { readonly kind: 'data'; readonly url: string }
  | null;

/** Warnings kept of one publication; a file that breaks a million references needs no million words. */
const MAX_WARNINGS = 1_000;

/** The container with what every part of the reader needs: forgiving references, parsed markup, noted warnings. */
/** All documents of a publication together may have this many times the markup of one: text is kept several times over. */
const TOTAL_TO_ONE = 2;

export class Publication {
  private markupBytes = 0;
  private readonly noted = new Map<string, SourceWarning>();

  constructor(
    readonly container: Container,
    readonly limits: Limits,
  ) {
    for (const w of container.warnings) this.note(w.code, w.message);
  }

  get warnings(): readonly SourceWarning[] {
    return [...this.noted.values()];
  }

  /** Adds a warning, once however often the same thing is met. */
  note(code: string, message: string): void {
    if (this.noted.size < MAX_WARNINGS) this.noted.set(`${code} ${message}`, warning(code, message));
    else this.noted.set('', warning('warnings_omitted', `There are more than ${MAX_WARNINGS} warnings.`));
  }

  /** A path from the container root as its file, noting a warning where it had to be bent. */
  findFile(path: string): string | null {
    const match = this.container.paths.find(path);
    if (match) this.noteStep(path, match);
    return match?.path ?? null;
  }

  /**
   * A reference in the file `from`. What lies outside is never fetched: it is noted and gives null, like a missing file.
   * @param whatFor begins the warning's code: `image` gives `image_missing`
   */
  resolve(reference: string, from: string, whatFor: 'image' | 'chapter' | 'resource'): Resolved {
    const target: Target = resolveHref(reference, from);
    if (target.kind === 'data') return target;
    if (target.kind === 'outside') {
      const what = whatFor === 'image' ? 'an image' : 'a file';
      this.note(`remote_${whatFor}`, `${from} refers to ${what} outside the publication: ${shortened(target.url)}`);
      return null;
    }
    const path = this.findFile(target.path);
    if (path === null) {
      this.note(`${whatFor}_missing`, `${from} refers to ${shortened(target.path)}, which the publication lacks.`);
      return null;
    }
    return { kind: 'file', path, fragment: target.fragment };
  }

  /**
   * A file as parsed markup.
   * @throws GroundglassError `file_too_large` (`limits.maxMarkupBytes`), `too_deep`, and those of `Container.read`
   */
  async readMarkup(path: string): Promise<MarkupElement> {
    const size = this.container.size(path);
    this.markupBytes += size;
    const isOne = size > this.limits.maxMarkupBytes;
    if (isOne || this.markupBytes > TOTAL_TO_ONE * this.limits.maxMarkupBytes) {
      throw new GroundglassError(
        'file_too_large',
        isOne
          ? `${path} has ${size} bytes of markup; ${this.limits.maxMarkupBytes} are allowed.`
          : `With ${path} the publication has ${this.markupBytes} bytes of markup; ${TOTAL_TO_ONE * this.limits.maxMarkupBytes} are allowed.`,
        'Split the document, or raise GROUNDGLASS_MAX_MARKUP_BYTES.',
        { document: path, bytes: size, max_markup_bytes: this.limits.maxMarkupBytes },
      );
    }
    const text = decodeText(await this.container.read(path));
    const { root, wellFormed } = parseMarkup(text, path, this.limits);
    if (!wellFormed) this.note('markup_not_well_formed', `${path} isn't well-formed XML; it was read as HTML.`);
    return root;
  }

  private noteStep(asked: string, { path, step }: Match): void {
    // Percent-encoding is what URLs are meant to have; only what the standard does not allow is worth a word.
    if (step === 'exact' || step === 'percent_decoded') return;
    const difference = step === 'case_folded' ? 'letter case' : 'Unicode normalisation';
    this.note(`href_${step}`, `${shortened(asked)} was found as ${path}: they differ in ${difference}.`);
  }
}

/** References come from the file and may be of any length. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
