import { type Bitmap, inkCount } from '../bitmap.js';
import { withoutDarkEdges } from './dark-edges.js';
import { withoutFrame } from './erase-frame.js';
import { type BorderFrame, outermostFrame, type PixelBox } from './frame.js';
import { frameBands, toldBands } from './frame-bands.js';
import { MAX_THICKNESS, type ToldLines } from './long-lines.js';
import { withoutZoneMarks } from './zone-marks.js';

/** What was taken out before ink was clustered. */
export interface Dropped {
  readonly what: 'dark_edge' | 'border' | 'inner_frame' | 'zone_marks';
  readonly why: string;
  /** In px of the bitmap. */
  readonly box: PixelBox;
}

/** Trim line, outer border drawn double, inner frame drawn double: more frames in one another are something else. */
const MOST_FRAMES = 5;

/** What a source tells of a sheet beside its ink. */
export interface Witnesses {
  /** Frames whose lines are out of the ink already, px, the outermost first. */
  readonly frames: readonly PixelBox[];
  /** Where the source lists long straight lines: rows of lying ones, columns of standing ones, px. */
  readonly lines: ToldLines;
  /** Whether the sheet came through a scanner or a camera, so that it may have dark edges. */
  readonly scan: boolean;
}

/**
 * A sheet's ink without what covers the sheet: its border, inner frame and zone marks, the dark edges of a scan. Only the
 * lines themselves go: what lies between them, touches or crosses them stays. A sheet that is nothing else keeps it all.
 */
export function takeOutBorders(
  sheet: Bitmap,
  { frames, lines, scan }: Witnesses,
): { bitmap: Bitmap; dropped: Dropped[] } {
  const { bitmap: lit, edges } = scan ? withoutDarkEdges(sheet) : { bitmap: sheet, edges: [] };
  const dropped = edgesDropped(edges, sheet);
  for (const [n, box] of frames.entries()) {
    dropped.push({ what: n === 0 ? 'border' : 'inner_frame', why: 'entities that make the frame of the sheet', box });
  }
  let bitmap = lit;
  const bands = frames.map((box) => toldBands(sheet, box));
  let innermost = frames.at(-1) ?? null;
  for (let n = frames.length; n < MOST_FRAMES; n++) {
    const frame = outermostFrame(bitmap, innermost, lines);
    if (frame === null) break;
    const band = frameBands(bitmap, frame);
    bitmap = withoutFrame(bitmap, band);
    bands.push(band);
    const isFirst = !dropped.some(({ what }) => what === 'border');
    const seen = isFirst ? 'long straight lines around the whole sheet' : 'long straight lines close inside the border';
    const why = `${seen}${turned(frame)}${open(frame)}`;
    dropped.push({ what: isFirst ? 'border' : 'inner_frame', why, box: frame.box });
    innermost = frame.box;
  }
  if (bands.length > 0) {
    const without = withoutZoneMarks(bitmap, lit, bands);
    bitmap = without.bitmap;
    if (without.marks.length > 0) {
      const why = `${without.marks.length} small marks that stand alone outside of the inner frame or on it`;
      dropped.push({ what: 'zone_marks', why, box: around(without.marks) });
    }
  }
  return inkCount(bitmap) === 0 ? { bitmap: sheet, dropped: [] } : { bitmap, dropped };
}

/** What was taken out along the edges: a line on all four is the trimmed edge of the sheet, drawn; else a scanner's shadow. */
function edgesDropped(edges: ReturnType<typeof withoutDarkEdges>['edges'], { width, height }: Bitmap): Dropped[] {
  if (edges.length === 4 && edges.every(({ depth }) => depth <= MAX_THICKNESS)) {
    return [{ what: 'border', why: 'a line along the edges of the whole sheet', box: [0, 0, width, height] }];
  }
  return edges.map(({ edge, depth }) => ({
    what: 'dark_edge',
    why: `ink along the ${edge} edge of the sheet without paper beyond it`,
    box: [
      edge === 'right' ? width - depth : 0,
      edge === 'bottom' ? height - depth : 0,
      edge === 'left' ? depth : width,
      edge === 'top' ? depth : height,
    ],
  }));
}

function turned({ top, bottom }: BorderFrame): string {
  const degrees = (Math.atan((top ?? bottom)?.slope ?? 0) * 180) / Math.PI;
  return Math.abs(degrees) < 0.2 ? '' : `, turned by ${degrees.toFixed(1)}°`;
}

function open(frame: BorderFrame): string {
  const missing = (['top', 'bottom', 'left', 'right'] as const).find((side) => frame[side] === null);
  return missing === undefined ? '' : `, cut off at the ${missing}`;
}

const around = (boxes: readonly Dropped['box'][]): Dropped['box'] => [
  Math.min(...boxes.map((b) => b[0])),
  Math.min(...boxes.map((b) => b[1])),
  Math.max(...boxes.map((b) => b[2])) + 1,
  Math.max(...boxes.map((b) => b[3])) + 1,
];
