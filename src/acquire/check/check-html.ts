import type { ImageManifest } from '../../evidence/wire/images.js';
import type { MarkupElement } from '../../sources/epub/markup.js';
import type { Limits } from '../../sources/limits.js';
import { checkSvg } from './check-svg.js';
import { pageFactsOf } from './html-page.js';
import { type CheckedImage, judge } from './judge-credits.js';
import { hrefName, itemFor } from './slide-pictures.js';

/**
 * The pictures of an HTML page, each with whether the page visibly credits it where a credit is due: by text of the page, by the caption
 * of its own figure, or, where it stands in a drawing, by the drawing's text.
 */
export async function checkHtml(
  root: MarkupElement,
  file: string,
  manifest: ImageManifest,
  folders: readonly string[],
  limits: Limits,
): Promise<{ images: CheckedImage[]; limitations: string[] }> {
  const { images, texts, drawings, limitations } = pageFactsOf(root);
  const drawn = (await Promise.all(drawings.map((it) => checkSvg(it, file, manifest, folders, limits)))).flat();
  const all = [...new Set(images.map(({ href }) => href))].map((href) => ({ href, item: itemFor(href, manifest) }));
  const checked = all.map((picture): CheckedImage => {
    const uses = images.filter(({ href }) => href === picture.href);
    const verdicts = [...new Set(uses.map(({ figure }) => figure))].map((figure) => {
      // A caption speaks of its own figure. All pictures are judged together: a text names what belongs to whom.
      const heard = texts.filter(({ caption }) => caption === null || caption === figure);
      return judge(all, heard).find(({ href }) => href === picture.href) as CheckedImage;
    });
    const verdict = verdicts.find(({ credited }) => credited === true) ?? (verdicts[0] as CheckedImage);
    if (verdict.credited !== false) return verdict;
    if (uses.every(({ isHidden }) => isHidden)) return { ...verdict, credited: null, why: 'the page does not show it' };
    return drawn.find(({ href, credited }) => href === hrefName(picture.href) && credited !== false) ?? verdict;
  });
  return { images: checked.map((it) => ({ ...it, href: hrefName(it.href) })), limitations: [...limitations] };
}
