import type { CadAttribute, CadEntity, Shape, WorldBox } from './drawing.js';
import { Reach } from './extent.js';
import type { Element, Scene } from './scene.js';

/** Lines without an end have no extent. */
const ENDLESS = new Set(['XLINE', 'RAY']);

/** An entity of a layout: measured once; what it draws is read from the file again when it is asked for. */
export class DrawnEntity implements CadEntity {
  readonly handle: string;
  readonly type: string;
  readonly layer: string;
  readonly box: WorldBox | null;
  readonly text: string | null;
  readonly visible: boolean;
  readonly block: string | null;
  readonly attributes: readonly CadAttribute[];
  readonly #scene: Scene;
  readonly #raw: Element['raw'];
  readonly #isTooMuch: boolean;

  constructor(scene: Scene, element: Element) {
    const { look, content, raw } = element;
    const shown = scene.measure(element);
    // An insert on a layer that is off still shows what its block has on others.
    const isOff = !scene.styles.isFrozen(look.layer) && scene.styles.isHidden(look.layer);
    const rest = isOff ? scene.measure(element, true) : shown;
    const isSeen = rest.count > 0 || !isOff;
    const { reach, count } = isSeen ? rest : shown;
    this.#scene = scene;
    this.#raw = raw;
    this.handle = element.handle;
    this.type = raw.type;
    this.layer = look.layer;
    this.box = ENDLESS.has(raw.type) ? null : reach.box();
    this.visible = !look.invisible && isSeen && !scene.styles.isFrozen(look.layer);
    this.block = content.block;
    this.attributes = element.attributes.length === 0 ? NO_ATTRIBUTES : element.attributes.map(attributeOf);
    this.text = textOf(scene, element);
    this.#isTooMuch = !scene.admits(element, count);
  }

  shapes(): readonly Shape[] {
    if (this.#isTooMuch) return [];
    return this.#scene.shapes(this.#scene.read(this.#raw, this.handle, false));
  }
}

const NO_ATTRIBUTES: readonly CadAttribute[] = [];

function attributeOf({ handle, tag, invisible, content }: Element['attributes'][number]): CadAttribute {
  const reach = new Reach();
  for (const piece of content?.pieces ?? []) reach.piece(piece);
  return { handle, tag, text: content?.text ?? '', invisible, box: reach.box() };
}

function textOf(scene: Scene, { content, attributes, raw }: Element): string | null {
  if (content.text !== null) return content.text;
  if (raw.type === 'ACAD_TABLE' && content.block) return scene.blockText(content.block) || null;
  const texts = attributes.filter(({ invisible }) => !invisible).map(({ content: inner }) => inner?.text ?? '');
  return texts.filter((text) => text !== '').join('\n') || null;
}
