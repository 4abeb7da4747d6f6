import type { Label } from './labels.js';
import type { Scene } from './scene.js';

/** A sign that is painted as an outline stands this close to its text and is no larger than a letter, em. */
const GAP_EM = 0.7;
const MAX_EM = 1.1;
const MIN_EM = 0.12;
/** A tick of an axis has no height; a minus has. */
const MIN_HEIGHT_EM = 0.03;

/**
 * Labels beside which, or in a gap of which, something of a letter's size is painted that is no text: a minus or a
 * currency sign drawn as an outline. What they say is not all in their text.
 *
 * @param marks elements that are something else: bars, markers, samples of a legend
 */
export function incompleteLabels({ specks }: Scene, labels: readonly Label[], marks: ReadonlySet<string>): Set<Label> {
  const small = specks.filter(({ id }) => !marks.has(id));
  return new Set(
    labels.filter(({ box, sizePt, rotationDeg }) => {
      if (rotationDeg !== 0) return false;
      const gap = GAP_EM * sizePt;
      return small.some(({ box: sign }) => {
        const [w, h] = [sign[2] - sign[0], sign[3] - sign[1]];
        if (w > MAX_EM * sizePt || h > MAX_EM * sizePt || w < MIN_EM * sizePt || h < MIN_HEIGHT_EM * sizePt)
          return false;
        const middle = (sign[1] + sign[3]) / 2;
        return middle > box[1] - 1 && middle < box[3] + 1 && sign[2] > box[0] - gap && sign[0] < box[2] + gap;
      });
    }),
  );
}

/** A letter painted as an outline stands this close to the rest of its name, and is at least this large, em. */
const LETTER_GAP_EM = 0.3;
const MIN_LETTER_EM = 0.45;

/** Names with a letter before or behind them that is painted as an outline: they are not all in their text. */
export function incompleteNames({ specks }: Scene, names: readonly Label[], marks: ReadonlySet<string>): Set<Label> {
  const letters = specks.filter(({ id }) => !marks.has(id));
  return new Set(
    names.filter(({ box, sizePt, rotationDeg }) => {
      const [min, max] = [MIN_LETTER_EM * sizePt, MAX_EM * sizePt];
      return (
        rotationDeg === 0 &&
        letters.some(({ box: [x0, y0, x1, y1] }) => {
          const [w, h, middle] = [x1 - x0, y1 - y0, (y0 + y1) / 2];
          const gap = Math.max(box[0] - x1, x0 - box[2]);
          return (
            w >= min &&
            h >= min &&
            w <= max &&
            h <= max &&
            middle > box[1] &&
            middle < box[3] &&
            Math.abs(gap) <= LETTER_GAP_EM * sizePt
          );
        })
      );
    }),
  );
}
