import type { MarkupElement } from './markup.js';

/** A picture that is no file of its own: an inline <svg>, or a `data:` URL. */
export type InlinePicture =
  | { readonly kind: 'svg'; readonly chapter: string; readonly svg: MarkupElement }
  | { readonly kind: 'data'; readonly chapter: string; readonly url: string };

/** Gives pictures without a file a href: `chapter.xhtml#svg-1`, `chapter.xhtml#data-1`, counted from 1 in each chapter. */
export class InlinePictures {
  private readonly pictures = new Map<string, InlinePicture>();
  private readonly counts = new Map<string, number>();
  private readonly dataHrefs = new Map<string, string>();

  get(href: string): InlinePicture | undefined {
    return this.pictures.get(href);
  }

  [Symbol.iterator](): IterableIterator<[href: string, picture: InlinePicture]> {
    return this.pictures.entries();
  }

  addSvg(chapter: string, svg: MarkupElement): string {
    return this.add({ kind: 'svg', chapter, svg });
  }

  /** The same URL in one chapter is the same picture. */
  addData(chapter: string, url: string): string {
    const key = `${chapter} ${url}`;
    const href = this.dataHrefs.get(key) ?? this.add({ kind: 'data', chapter, url });
    this.dataHrefs.set(key, href);
    return href;
  }

  private add(picture: InlinePicture): string {
    const prefix = `${picture.chapter}#${picture.kind}-`;
    const count = (this.counts.get(prefix) ?? 0) + 1;
    this.counts.set(prefix, count);
    this.pictures.set(`${prefix}${count}`, picture);
    return `${prefix}${count}`;
  }
}
