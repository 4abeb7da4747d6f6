import { box as boxOf, heightOf, widthOf } from '../../evidence/boxes.js';
import type { SourceBox } from '../checks/finding.js';

/** A picture that a model was shown, and what it shows. */
export interface Shown {
  /** What it is spoken of by. */
  readonly label: string;
  readonly png: Uint8Array;
  /** What is really to be seen in it, in the source's own frame. */
  readonly visible: SourceBox;
  readonly widthPx: number;
  readonly heightPx: number;
  /** How sharp it is: none, seen or readable; null where that is unknown. */
  readonly level: string | null;
}

/** Which way y runs in a source's own frame: world coordinates of CAD run up, pages and pictures down. */
export type SourceFrame = 'page' | 'world';

/**
 * A box of the source from one in fractions of a picture, whose own y runs down from its top.
 * @param region x0, y0, x1, y1 from 0 to 1, from the picture's top left
 */
export function fromRegion(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  { visible }: Shown,
  frame: SourceFrame,
): SourceBox {
  const [width, height] = [widthOf(visible), heightOf(visible)];
  const x = (fraction: number): number => visible[0] + fraction * width;
  const y = (fraction: number): number =>
    frame === 'world' ? visible[3] - fraction * height : visible[1] + fraction * height;
  return boxOf(frame, x(x0), y(y0), x(x1), y(y1));
}

/** Pixels of a picture from a box of the source; the inverse of {@link fromRegion}. */
export function toPixels(
  box: SourceBox,
  { visible, widthPx, heightPx }: Omit<Shown, 'png' | 'level' | 'label'>,
  frame: SourceFrame,
): readonly [number, number, number, number] {
  const [scaleX, scaleY] = [widthPx / widthOf(visible), heightPx / heightOf(visible)];
  const [x0, x1] = [(box[0] - visible[0]) * scaleX, (box[2] - visible[0]) * scaleX];
  return frame === 'world'
    ? [x0, (visible[3] - box[3]) * scaleY, x1, (visible[3] - box[1]) * scaleY]
    : [x0, (box[1] - visible[1]) * scaleY, x1, (box[3] - visible[1]) * scaleY];
}
