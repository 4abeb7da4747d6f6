import type { Grammar } from './spec.js';

const ROUND: readonly Grammar[] = ['pie', 'donut', 'radial_bar'];
const STACKED: readonly Grammar[] = ['stacked_bar', 'stacked_horizontal_bar'];
const GROUPED: readonly Grammar[] = ['grouped_bar', 'grouped_horizontal_bar'];
/** Marks that lie beside each other and so share the width for their labels. */
const UPRIGHT: readonly Grammar[] = ['bar', 'grouped_bar', 'stacked_bar', 'waterfall', 'bar_line', 'line'];

export const isRound = (grammar: Grammar): boolean => ROUND.includes(grammar);
export const isStacked = (grammar: Grammar): boolean => STACKED.includes(grammar);
export const isGrouped = (grammar: Grammar): boolean => GROUPED.includes(grammar);
/** Whether marks stand beside each other and share the width for their labels. */
export const isUpright = (grammar: Grammar): boolean => UPRIGHT.includes(grammar);
