import { heightOf, middleOf, type PageBox, widthOf } from '../../evidence/boxes.js';
import { type Extent, extentOf } from '../layout/direction.js';
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
    labels.filter((label) => {
      const { sizePt } = label;
      const { along, across } = lineOf(label);
      const gap = GAP_EM * sizePt;
      return small.some(({ box }) => {
        const sign = extentOf(box, label.rotationDeg);
        const [w, h] = [sign.along[1] - sign.along[0], sign.across[1] - sign.across[0]];
        if (w > MAX_EM * sizePt || h > MAX_EM * sizePt || w < MIN_EM * sizePt || h < MIN_HEIGHT_EM * sizePt)
          return false;
        const middle = (sign.across[0] + sign.across[1]) / 2;
        return (
          middle > across[0] - 1 &&
          middle < across[1] + 1 &&
          sign.along[1] > along[0] - gap &&
          sign.along[0] < along[1] + gap
        );
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
    names.filter((label) => {
      const [min, max] = [MIN_LETTER_EM * label.sizePt, MAX_EM * label.sizePt];
      const { along, across } = lineOf(label);
      return letters.some(({ box }) => {
        if (Math.min(widthOf(box), heightOf(box)) < min || Math.max(widthOf(box), heightOf(box)) > max) return false;
        const letter = extentOf(box, label.rotationDeg);
        const middle = (letter.across[0] + letter.across[1]) / 2;
        const gap = Math.max(along[0] - letter.along[1], letter.along[0] - along[1]);
        return middle > across[0] && middle < across[1] && Math.abs(gap) <= LETTER_GAP_EM * label.sizePt;
      });
    }),
  );
}

/** A letter follows its sample at most this far, in its own heights, in one row with it. */
const SAMPLE_GAP = 2.1;
const MIN_LETTER_PT = 3;
const MAX_LETTER_PT = 16;

/**
 * Those of some colours of which a small sample stands right before a letter that is painted as an outline: the name of what has
 * that colour is in no text.
 *
 * @param marks elements that are no samples
 */
export function unreadColors(
  { specks, shapes }: Scene,
  colors: ReadonlySet<string>,
  marks: ReadonlySet<string>,
): Set<string> {
  const colorOf = ({ fill, stroke }: Scene['shapes'][number]): string => fill ?? stroke ?? '';
  const colored = new Set(shapes.filter((shape) => colors.has(colorOf(shape))).map(({ id }) => id));
  const letters = specks.filter(
    ({ id, box }) =>
      !colored.has(id) &&
      !marks.has(id) &&
      Math.min(widthOf(box), heightOf(box)) >= MIN_LETTER_PT &&
      Math.max(widthOf(box), heightOf(box)) <= MAX_LETTER_PT,
  );
  const samples = shapes.filter(
    ({ id, box }) =>
      colored.has(id) && !marks.has(id) && widthOf(box) <= 2.5 * MAX_LETTER_PT && heightOf(box) <= MAX_LETTER_PT,
  );
  const stands = (sample: PageBox): boolean =>
    letters.some(({ box }) => {
      const gap = box[0] - sample[2];
      const level = Math.abs(middleOf(box)[1] - middleOf(sample)[1]) <= 0.5 * heightOf(box);
      return level && gap > 0 && gap <= SAMPLE_GAP * heightOf(box);
    });
  return new Set(samples.filter(({ box }) => stands(box)).map(colorOf));
}

/** Where a line of lettering lies, seen along it. The box of a slanted one holds far more than the line itself. */
function lineOf({ box, rotationDeg, sizePt }: Label): Extent {
  if (rotationDeg % 90 === 0) return extentOf(box, rotationDeg);
  const angle = (rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const length = Math.max(0, (widthOf(box) + heightOf(box)) / (cos + sin) - sizePt);
  const [x, y] = middleOf(box);
  const { along, across } = extentOf([x, y, x, y] as unknown as PageBox, rotationDeg);
  return {
    along: [along[0] - length / 2, along[0] + length / 2],
    across: [across[0] - sizePt / 2, across[0] + sizePt / 2],
  };
}
