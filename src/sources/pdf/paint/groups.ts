import { concat } from '../page-space.js';
import { NO_CLIP } from './clips.js';
import { num } from './numbers.js';
import type { EngineGroup } from './operators.js';
import type { Painter } from './painter.js';
import { addRect, emptyRect, isEmpty, type Rect } from './rect.js';
import type { GraphicsState } from './state.js';
import type { Layer } from './svg-writer.js';

/** A transparency group, or the content of a soft mask, that is being painted. */
export interface GroupFrame {
  readonly group: EngineGroup;
  /** The state, layer and so on around it. */
  readonly state: GraphicsState;
  readonly layer: Layer;
  readonly ink: Rect;
  readonly listing: boolean;
}

/** Begins a transparency group (ISO 32000-1, 11.4.7), which is painted as a whole when it ends. */
export function beginGroup(painter: Painter, group: EngineGroup): void {
  painter.save();
  painter.groups.push({
    group,
    state: painter.state.copy(),
    layer: painter.layer,
    ink: painter.ink,
    listing: painter.listing,
  });
  painter.enterGroup();
  if (group.knockout && painter.state.knockoutGroup === 0)
    painter.state.knockoutGroup = painter.context.numberKnockoutGroup();
  if (group.smask !== null && group.smask !== undefined) {
    painter.listing = false;
    painter.state.clip = NO_CLIP;
  }
  if (group.bbox) {
    painter.clipToBox(group.bbox, group.matrix ? concat(group.matrix, painter.state.ctm) : painter.state.ctm);
  }
}

export function endGroup(painter: Painter): void {
  const frame = painter.groups.pop();
  if (frame === undefined) return;
  const { layer, ink } = painter;
  const content = layer.end();
  painter.restore();
  painter.layer = frame.layer;
  painter.ink = frame.ink;
  painter.listing = frame.listing;
  if (frame.group.smask) {
    defineMask(painter, frame, content);
    return;
  }
  if (content === '') return;
  addRect(painter.ink, ink);
  const { state } = frame;
  const clip = painter.context.clips.idFor(state.clip, isEmpty(ink) ? emptyRect() : ink);
  // Where everything is painted plainly, painting the parts one by one gives what painting the group as a whole does.
  const isolates = layer.blends && frame.group.isolated;
  if (layer.blends && !isolates) frame.layer.blends = true;
  painter.layer.add(isolates ? `<g style="isolation:isolate">${content}</g>` : content, {
    clip,
    mask: state.mask,
    blend: state.blend,
    opacity: state.fillAlpha,
  });
  if (frame.group.knockout) painter.context.cover(ink, 'a knockout group');
}

/** Keeps a soft mask (ISO 32000-1, 11.6.5.3) for the graphics state dictionary that follows. */
function defineMask(painter: Painter, { group }: GroupFrame, content: string): void {
  const { area, context } = painter;
  const { subtype, backdrop, transferMap } = group.smask as NonNullable<EngineGroup['smask']>;
  const [x, y, x1, y1] = area;
  const at = `x="${num(x)}" y="${num(y)}" width="${num(x1 - x)}" height="${num(y1 - y)}"`;
  const isAlpha = subtype === 'Alpha';
  const ground = !isAlpha && backdrop && backdrop !== '#000000' ? `<rect ${at} fill="${backdrop}"/>` : '';
  const id = context.definitions.define(
    'm',
    (name) =>
      `<mask id="${name}" maskUnits="userSpaceOnUse" ${at}${isAlpha ? ' mask-type="alpha"' : ''}>${ground}${content}</mask>`,
  );
  const isPlain = !transferMap || transferMap.every((value, i) => Math.abs(value - i) <= 1);
  painter.pendingMask = { id, unwritable: isPlain ? null : 'a soft mask with a transfer function' };
}
