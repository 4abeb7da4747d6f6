import { box, fittedTo, grown, heightOf, unionOf, widthOf } from '../../../evidence/boxes.js';
import { GroundglassError } from '../../../evidence/errors.js';
import type { CadEntity, WorldBox } from '../../../sources/cad/drawing.js';

/** The drawing area of a CAD window beside its palettes, and without them: pictures that models take without shrinking. */
const BESIDE_PALETTES = { widthPx: 960, heightPx: 640 };
const MAXIMISED = { widthPx: 1280, heightPx: 960 };

/** Room round what is zoomed to, as a part of its longer side. */
const MARGIN = 0.05;

/** The one view of a headless drawing: which window it was last asked to show, and how large it is on the screen. */
export class Viewport {
  private window: WorldBox;
  private maximised = false;

  constructor(private readonly entities: readonly CadEntity[]) {
    this.window = withMargin(unionOf(boxesOf(entities)) ?? box('world', 0, 0, 1, 1), 1);
  }

  get size(): { readonly widthPx: number; readonly heightPx: number } {
    return this.maximised ? MAXIMISED : BESIDE_PALETTES;
  }

  get isMaximised(): boolean {
    return this.maximised;
  }

  /** What it shows: the window, and what else there is room for beside it. */
  get visible(): WorldBox {
    return fittedTo(this.window, this.size.widthPx, this.size.heightPx) ?? this.window;
  }

  set area(mode: 'max' | 'restore') {
    this.maximised = mode === 'max';
  }

  /** @throws GroundglassError `bad_argument` for a window without size */
  showWindow(window: WorldBox): void {
    if (fittedTo(window, 1, 1) === null) {
      throw new GroundglassError(
        'bad_argument',
        `The window ${window.join(',')} is a point.`,
        'Give two corners that differ.',
      );
    }
    this.window = window;
  }

  /** @throws GroundglassError `bad_argument` for a handle that no entity with a box has */
  showEntity(handle: string): void {
    const found = this.entities.find((entity) => entity.handle.toUpperCase() === handle.toUpperCase());
    if (!found?.box) {
      throw new GroundglassError(
        'bad_argument',
        found ? `Entity ${handle} has no extent to zoom to.` : `No entity has the handle ${JSON.stringify(handle)}.`,
        'query_entities lists handles and boxes.',
      );
    }
    // A point is shown with some of what is around it.
    const all = unionOf(boxesOf(this.entities)) as WorldBox;
    this.window = withMargin(found.box, Math.max(widthOf(all), heightOf(all)) * MARGIN || 1);
  }
}

const boxesOf = (entities: readonly CadEntity[]): WorldBox[] =>
  entities.flatMap((entity) => (entity.visible && entity.box !== null ? [entity.box] : []));

const withMargin = (b: WorldBox, ofPoint: number): WorldBox =>
  grown(b, Math.max(widthOf(b), heightOf(b)) * MARGIN || ofPoint);
