import { areaOf, heightOf } from '../../../evidence/boxes.js';
import type { CadEntity, CadLayout, CadSheet, TitleField } from '../drawing.js';
import { isScaleLabel, scaleIn } from './labels.js';

export interface ScaleFound {
  /** Drawing units for one unit of paper. */
  readonly ratio: number;
  readonly from: string;
}

/** Lettering heights of GB/T 14691, mm; texts of drawings are mostly 3.5 or 2.5. */
const USUAL_HEIGHTS_MM = [3.5, 2.5];
/** Texts that must have one height for it to say something. */
const FEWEST_TEXTS = 5;
/** Scales that text heights can tell: anything else would be the lettering's own choice. */
const ROUND_SCALES = [1, 2, 5, 10, 20, 25, 50, 100, 150, 200, 250, 500, 1000];

/**
 * Every way that a scale is told, in the order in which they are believed: the window onto model space, the plot settings, the
 * title block, the size of the frame, dimensions, lettering.
 */
export function scalesOf(
  layout: CadLayout,
  fields: readonly TitleField[],
  frameRatio: number | null,
  entities: readonly CadEntity[],
  dimensionScale: number | null,
  mmPerUnit: number,
): ScaleFound[] {
  const found: ScaleFound[] = [];
  const say = (from: string, ratio: number | null) => {
    if (ratio !== null && ratio > 0 && Number.isFinite(ratio)) found.push({ from, ratio });
  };
  const window = layout.viewports.filter(({ on }) => on).sort((a, b) => areaOf(b.box) - areaOf(a.box))[0];
  if (window) say('viewport', window.viewHeight / heightOf(window.box));
  if (layout.kind === 'paper' && !window && layout.paper && layout.paper.unitsPerMm > 0) {
    // A plot scale of one to one is what every new layout has: it says nothing.
    const ratio = layout.paper.unitsPerMm;
    if (Math.abs(ratio - 1) > 1e-6 && Math.abs(ratio * 25.4 - 1) > 1e-6) say('plot_settings', ratio);
  }
  for (const { label, value } of fields) if (isScaleLabel(label)) say('title_block', scaleIn(value));
  if (layout.kind === 'model') {
    say('frame_size', frameRatio);
    if (dimensionScale !== null && dimensionScale !== 1) say('dimension_scale', dimensionScale);
    say('text_height', byLettering(entities, mmPerUnit));
  }
  return found;
}

/** The most frequent height of text over a usual one, where that gives a round scale. */
function byLettering(entities: readonly CadEntity[], mmPerUnit: number): number | null {
  const heights = new Map<number, number>();
  for (const entity of entities) {
    if (entity.type !== 'TEXT' && entity.type !== 'MTEXT') continue;
    const shape = entity.shapes().find((one) => one.kind === 'text');
    if (shape?.kind !== 'text') continue;
    const height = Number(Math.hypot(...shape.up).toPrecision(4));
    heights.set(height, (heights.get(height) ?? 0) + 1);
  }
  const [most] = [...heights].sort((a, b) => b[1] - a[1]);
  if (!most || most[1] < FEWEST_TEXTS) return null;
  for (const mm of USUAL_HEIGHTS_MM) {
    const ratio = ROUND_SCALES.find((scale) => Math.abs((most[0] * mmPerUnit) / (mm * scale) - 1) < 0.01);
    if (ratio !== undefined) return ratio;
  }
  return null;
}

/** 1:100, 2:1; figures that differ from whole ones by half a percent are those. */
export function scaleText(ratio: number): string {
  const shown = (value: number): string => {
    const whole = Math.round(value);
    return Math.abs(value - whole) <= 0.005 * value ? String(whole) : String(Number(value.toPrecision(3)));
  };
  return ratio >= 1 ? `1:${shown(ratio)}` : `${shown(1 / ratio)}:1`;
}

export const asEvidence = (found: readonly ScaleFound[]): CadSheet['scaleEvidence'] =>
  found.map(({ from, ratio }) => ({ from, scale: scaleText(ratio) }));
