import type { Locator } from '../evidence/wire/locator.js';
import { withDrawing } from '../sight/drawing-file.js';
import type { Sheet } from '../sight/sheet.js';
import type { CadDrawing, CadSheet } from '../sources/cad/drawing.js';
import { limitsFrom } from '../sources/limits.js';
import type { CheckSettings } from './checklist.js';
import { type Checked, checkCad, checkObjects } from './checks/run-checks.js';
import { entitiesOn, type SheetEntity } from './checks/sheet-entities.js';
import type { LiveTools } from './look/tools.js';
import { type Annotated, annotatedCopy } from './report/annotate.js';
import type { Numbered } from './report/report-html.js';
import type { ReviewOptions } from './review.js';

/** A drawing under review: a file, or what is open in a CAD program. */
export interface Subject {
  readonly name: string;
  /** Of the file; of a drawing in a CAD program, that of all that the program told of it. */
  readonly digest: string;
  readonly sheets: readonly [Sheet, ...Sheet[]];
  locatorOf(sheet: Sheet): Locator;
  /** What a CAD sheet shows; null for a source without entities. @param index of `sheets` */
  entities(index: number): readonly SheetEntity[] | null;
  /** What rules find on a sheet. */
  check(index: number, settings: CheckSettings): Promise<Checked>;
  /** Reading tools of a CAD program; null for a file. */
  readonly liveTools: LiveTools | null;
  /** Marks the places of findings: in a copy, or in the CAD program's drawing. */
  mark(issues: readonly Numbered[]): Promise<Marked>;
  /** What a reader must know of how it was looked at; there may be more of it in the end. */
  readonly limitations: readonly string[];
}

export interface Marked {
  /** Null where no copy was made. */
  readonly copy: Annotated | null;
  /** Places that were marked. */
  readonly count: number;
}

/** Opens a file for the time that `use` takes. @throws GroundglassError what reading and opening the file find */
export function withFile<T>(
  path: string,
  { environment, password }: Pick<ReviewOptions, 'environment' | 'password'>,
  use: (subject: Subject) => Promise<T>,
): Promise<T> {
  const limits = limitsFrom(environment);
  const context = { limits, environment, ...(password === undefined ? {} : { password }) };
  return withDrawing(path, context, (drawing) => {
    const { name, digest, sheets, cad } = drawing;
    return use({
      name,
      digest,
      sheets,
      locatorOf: (sheet) => drawing.locatorOf(sheet),
      entities: (index) => (cad === null ? null : entitiesOf(cad, index)),
      async check(index, settings) {
        if (cad === null) return checkObjects(sheets[index] as Sheet, settings);
        return checkCad(cad.drawing, cad.sheets[index] as CadSheet, isFirst(cad, index), settings);
      },
      liveTools: null,
      mark: (issues) => annotatedCopy({ ...drawing, password, limits }, issues),
      limitations: [],
    });
  });
}

interface Cad {
  readonly drawing: CadDrawing;
  readonly sheets: readonly CadSheet[];
}

/** What a sheet of a CAD drawing shows. @param index of its sheets */
export const entitiesOf = (cad: Cad, index: number): readonly SheetEntity[] =>
  entitiesOn(cad.drawing, cad.sheets[index] as CadSheet, isFirst(cad, index));

/** Whether a sheet is the first of its layout, to which belongs what has no place. */
const isFirst = ({ sheets }: Cad, index: number): boolean =>
  sheets.findIndex(({ layout }) => layout === sheets[index]?.layout) === index;
