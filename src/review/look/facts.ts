import { heightOf, widthOf } from '../../evidence/boxes.js';
import type { SheetPlan } from '../../sight/plan-sheet.js';
import type { Shown } from './shown.js';

/** What is told of a sheet with its first pictures: JSON, so that no text of the drawing can pass for words of ours. */
export function sheetFacts({ sheet, limitations }: SheetPlan, shown: readonly Shown[]): string {
  const visible = shown[0]?.visible;
  const facts = {
    sheet: sheet.number,
    source: sheet.sourceKind,
    size: sheet.size,
    scale: sheet.scale,
    units: sheet.frame === 'world' ? 'drawing units, y up' : 'y down',
    width: visible === undefined ? sheet.width : widthOf(visible),
    height: visible === undefined ? sheet.height : heightOf(visible),
    limitations,
    pictures: shown.map(({ label, visible: shows, level }) => ({ label, shows: shows.map(short), legible: level })),
  };
  return `The sheet:\n${JSON.stringify(facts)}`;
}

/** Coordinates as they need to be told: six digits. */
const short = (value: number): number => Number(value.toPrecision(6));
