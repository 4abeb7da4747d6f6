import type { PageBox } from '../../evidence/boxes.js';
import { BLACK, blank, Canvas, type Rendering, rendered, type View } from './ablation.js';
import type { PageObject } from './page-objects.js';

/** Which objects are painted, by their pointers. */
export type Shown = (pointer: number) => boolean;

/** What a rendering is for. A new one takes the place of the last one of its name. */
export type Role = 'page' | 'noText' | 'without' | 'bare' | 'onWhite' | 'onBlack';

/** A page whose objects are switched off and on between renderings. */
export class Scene {
  private readonly off = new Set<number>();
  private readonly canvases = new Map<Role, Canvas>();

  constructor(
    readonly view: View,
    readonly objects: readonly PageObject[],
  ) {}

  /**
   * Renders a part of the page, null where there is no memory for it.
   * @param withAnnotations else objects alone
   */
  take(role: Role, part: PageBox, shown: Shown, withAnnotations: boolean): Rendering | null {
    this.show(shown);
    const view = withAnnotations ? this.view : { ...this.view, flags: 0, form: 0 };
    return rendered(view, part, role === 'onBlack' ? BLACK : undefined, this.canvasOf(role));
  }

  /** What would be taken of a part where nothing is painted. */
  blank(role: Role, part: PageBox): Rendering {
    return blank(this.view, part, this.canvasOf(role));
  }

  private canvasOf(role: Role): Canvas {
    const canvas = this.canvases.get(role) ?? new Canvas();
    this.canvases.set(role, canvas);
    return canvas;
  }

  /** Asks the engine only for what changes. */
  show(shown: Shown): void {
    for (const { pointer } of this.objects) {
      const on = shown(pointer);
      if (on !== this.off.has(pointer)) continue;
      this.view.pdfium.fn.FPDFPageObj_SetIsActive(pointer, on ? 1 : 0);
      if (on) this.off.delete(pointer);
      else this.off.add(pointer);
    }
  }
}
