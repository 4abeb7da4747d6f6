import { areaOf, contains, type PageBox, unionOf } from '../../evidence/boxes.js';
import { type OrderOptions, readingOrder } from './reading-order.js';

/** A panel takes at least this share of the page, and at most that: a card on a slide, a box beside the text. */
const MIN_PANEL_SHARE = 0.01;
const MAX_PANEL_SHARE = 0.7;

/**
 * Reading order of boxes of which some stand on panels: a panel is read as a whole where its turn comes.
 *
 * @returns indices into `boxes`
 */
export function orderWithPanels(
  boxes: readonly PageBox[],
  panels: readonly PageBox[],
  pageArea: number,
  options: OrderOptions,
): number[] {
  const useful = panels
    .filter((panel) => areaOf(panel) >= MIN_PANEL_SHARE * pageArea && areaOf(panel) <= MAX_PANEL_SHARE * pageArea)
    .sort((a, b) => areaOf(b) - areaOf(a))
    .slice(0, MAX_PANELS);
  return order(
    boxes.map((_, i) => i),
    boxes,
    useful,
    options,
  );
}

const MAX_PANELS = 100;

function order(
  items: readonly number[],
  boxes: readonly PageBox[],
  panels: readonly PageBox[],
  options: OrderOptions,
): number[] {
  const groups: { panel: PageBox; members: number[] }[] = [];
  const free = new Set(items);
  const inner: PageBox[] = [];
  for (const panel of panels) {
    const members = [...free].filter((item) => contains(panel, boxes[item] as PageBox, 3));
    if (members.length >= 2 && members.length < items.length) {
      groups.push({ panel, members });
      for (const member of members) free.delete(member);
    } else inner.push(panel);
  }
  const units = [
    ...[...free].map((item) => ({ box: boxes[item] as PageBox, members: [item] })),
    ...groups.map(({ members }) => ({
      box: unionOf(members.map((member) => boxes[member] as PageBox)) as PageBox,
      members,
    })),
  ];
  return readingOrder(
    units.map(({ box }) => box),
    options,
  ).flatMap((at) => {
    const { members } = units[at] as (typeof units)[number];
    return members.length === 1 ? members : order(members, boxes, inner, options);
  });
}
