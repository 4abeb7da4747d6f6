import type { PageBox } from '../../evidence/boxes.js';
import type { ChartGrammar, ChartRefusal, MarkKind } from './chart.js';
import type { Label } from './labels.js';

/** A mark while its chart is read: box in the scene. */
export interface DraftMark {
  readonly kind: MarkKind;
  readonly box: PageBox;
  readonly color: string;
  readonly ids: readonly string[];
}

/** A value while its chart is read: what the page prints for it, label by label. */
export interface DraftPoint {
  readonly mark: number;
  readonly series: readonly Label[] | null;
  readonly category: readonly Label[] | null;
  readonly label: readonly Label[] | null;
  /** The part of the label that is the number, where the category stands in it too. */
  readonly printed: string | null;
  readonly refused: readonly ChartRefusal[];
  /** What the mark says of the value: a length or an angle, only ever held against the print. */
  readonly measure: number | null;
}

/** A chart before its title, units and periods are looked for. */
export interface DraftChart {
  readonly grammar: ChartGrammar;
  /** Its marks with its axes and its grid. */
  readonly area: PageBox;
  readonly marks: readonly DraftMark[];
  readonly points: readonly DraftPoint[];
  readonly legend: readonly DraftMark[];
  /** Every label that the chart has a use for: none of them is its title. */
  readonly used: ReadonlySet<Label>;
  readonly axes: readonly DraftAxis[];
}

export interface DraftAxis {
  readonly direction: 'horizontal' | 'vertical';
  readonly kind: 'category' | 'value';
  readonly title: Label | null;
  readonly labels: readonly (readonly Label[])[];
}
