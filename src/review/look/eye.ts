import pLimit from 'p-limit';
import { box as boxOf, heightOf, widthOf } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import { legibleShots } from '../../sight/legible-shots.js';
import type { PlannedTile, SheetPlan } from '../../sight/plan-sheet.js';
import type { SightSettings } from '../../sight/settings.js';
import type { SheetBox } from '../../sight/sheet.js';
import { clamped, roomy, type Shot, within } from '../../sight/windows.js';
import type { SourceBox } from '../checks/finding.js';
import type { Shown } from './shown.js';
import type { Target } from './tools.js';

/** Room around an entity, as a part of its long side: what it touches tells what it is. */
const AROUND_ENTITY = 0.5;

/** Looks at one sheet, and remembers every picture under its label, so that a later look can start from it. */
export class Eye {
  readonly pictures = new Map<string, Shown>();
  private inspected = 0;

  /** @param atOnce pictures that the source draws at the same time: a CAD program has one view, which is moved for each */
  constructor(
    private readonly plan: SheetPlan,
    private readonly settings: SightSettings,
    private readonly boxOfHandle: (handle: string) => SourceBox | null | undefined,
    private readonly atOnce: number,
  ) {}

  /** The pictures of the plan, the overview first. */
  async showPlan(signal: AbortSignal | undefined): Promise<readonly Shown[]> {
    const inTurn = pLimit(this.atOnce);
    const shown = await Promise.all(
      this.plan.tiles.map((tile) =>
        inTurn(() => {
          signal?.throwIfAborted();
          return this.pictureOf(tile.label, tile, tile.level);
        }),
      ),
    );
    for (const picture of shown) this.pictures.set(picture.label, picture);
    return shown;
  }

  /**
   * Pictures of a target in which text, or lines, can be told apart.
   * @throws GroundglassError `bad_argument` for a target that is none, or that would take too many pictures
   */
  async inspect(target: Target, purpose: 'text' | 'line'): Promise<readonly Shown[]> {
    const { sheet, legibility } = this.plan;
    const window = clamped(this.windowOf(target), sheet);
    if (window === null) throw wrong('The window lies off the sheet.', 'Name a place on the sheet.');
    const { shots, lettering } = await legibleShots({ sheet, window }, purpose, this.settings);
    const shown: Shown[] = [];
    for (const { shot } of shots) {
      this.inspected += 1;
      const label = `inspect-${this.inspected}`;
      const picture = await this.pictureOf(label, shot, legibility.levelAt(shot.zoom, lettering));
      this.pictures.set(label, picture);
      shown.push(picture);
    }
    return shown;
  }

  private windowOf(target: Target): SheetBox {
    const { sheet } = this.plan;
    if ('handle' in target) {
      const found = this.boxOfHandle(target.handle.trim().toUpperCase());
      if (!found) throw wrong(`No entity ${target.handle} has a place on this sheet.`, 'Take a handle from entities.');
      const own = sheet.fromSource(found);
      const least = Math.max(sheet.width, sheet.height) / 50;
      return roomy(own, Math.max(widthOf(own), heightOf(own), least) * AROUND_ENTITY, Number.POSITIVE_INFINITY, sheet);
    }
    if ('window' in target) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = target.window;
      return sheet.fromSource(boxOf(sheet.frame, x0, y0, x1, y1));
    }
    const from = this.pictures.get(target.label);
    if (from === undefined)
      throw wrong(`No picture ${target.label} was shown.`, 'Name one by the label it came under.');
    return within(sheet.fromSource(from.visible), target.cx, target.cy, target.span);
  }

  private async pictureOf(label: string, shot: Shot, level: PlannedTile['level'] | null): Promise<Shown> {
    const { sheet } = this.plan;
    const picture = await sheet.render(shot.visible, shot.zoom);
    return {
      label,
      png: picture.bytes,
      visible: sheet.toSource(shot.visible),
      widthPx: picture.widthPx,
      heightPx: picture.heightPx,
      level,
    };
  }
}

const wrong = (message: string, nextStep: string): GroundglassError =>
  new GroundglassError('bad_argument', message, nextStep);
