import { firstNot } from '../sorted.js';
import { BestOfPrefix } from './best-of-prefix.js';
import type { Line, Piece } from './pieces.js';

/** Pieces of one line may overlap by this much (ems), kerned; more, and one is painted over the other. */
const OVERLAP_EM = 0.3;
/** Baselines this far apart (ems of the larger print) are one line. */
const SAME_LINE_EM = 0.5;

/**
 * Parts text from text that is painted over it: what is seen before what is refused, each piece in the first layer that has
 * room for it.
 *
 * @returns the pieces of each layer, in the order in which they were put there
 */
export function layersOf(line: Line): Line[] {
  const starts = ranksOf(line, ({ from }) => from);
  const middles = ranksOf(line, middleOf);
  const layers: Layer[] = [];
  for (const piece of [...line].sort((a, b) => Number(a.refused) - Number(b.refused) || a.from - b.from)) {
    const free = layers.find((layer) => layer.hasRoomFor(piece));
    if (free) free.add(piece);
    else layers.push(new Layer(piece, starts, middles));
  }
  return layers.map(({ pieces }) => pieces);
}

/** Half of it would do as well. */
const middleOf = ({ from, to }: Piece): number => from + to;

/** The places of pieces in the order of a value, and how many lie under or up to some other value. */
interface Ranks {
  readonly of: ReadonlyMap<Piece, number>;
  readonly below: (value: number) => number;
  readonly upTo: (value: number) => number;
}

function ranksOf(line: Line, value: (piece: Piece) => number): Ranks {
  const sorted = [...line].sort((a, b) => value(a) - value(b));
  const values = sorted.map(value);
  const count = (isIn: (one: number) => boolean): number => firstNot(values, isIn);
  return {
    of: new Map(sorted.map((piece, rank) => [piece, rank])),
    below: (limit) => count((one) => one < limit),
    upTo: (limit) => count((one) => one <= limit),
  };
}

interface Placed {
  readonly piece: Piece;
  /** When it was put into the layer. */
  readonly order: number;
}

/** One layer, which finds in logarithmic time what a piece would lie over, and what it would stand next to. */
class Layer {
  readonly pieces: Line = [];
  private to = Number.NEGATIVE_INFINITY;
  /** Of the pieces that start before a place, the one that reaches furthest. */
  private readonly reaching: BestOfPrefix<Placed>;
  /** Of those whose middle lies to the left, the one that ends last; and to the right, that starts first. Earlier ones win. */
  private readonly before: BestOfPrefix<Placed>;
  private readonly after: BestOfPrefix<Placed>;

  constructor(
    first: Piece,
    private readonly starts: Ranks,
    private readonly middles: Ranks,
  ) {
    const places = starts.of.size;
    const isEarlier = (a: Placed, b: Placed): boolean => a.order < b.order;
    this.reaching = new BestOfPrefix(places, (a, b) => a.piece.to > b.piece.to);
    this.before = new BestOfPrefix(
      places,
      (a, b) => a.piece.to > b.piece.to || (a.piece.to === b.piece.to && isEarlier(a, b)),
    );
    this.after = new BestOfPrefix(
      places,
      (a, b) => a.piece.from < b.piece.from || (a.piece.from === b.piece.from && isEarlier(a, b)),
    );
    this.add(first);
  }

  add(piece: Piece): void {
    const placed = { piece, order: this.pieces.length };
    const middle = this.middles.of.get(piece) as number;
    this.pieces.push(piece);
    this.to = Math.max(this.to, piece.to);
    this.reaching.add(this.starts.of.get(piece) as number, placed);
    this.before.add(middle, placed);
    this.after.add(this.middles.of.size - 1 - middle, placed);
  }

  hasRoomFor(piece: Piece): boolean {
    const slack = OVERLAP_EM * piece.run.sizePt;
    // Pieces come from left to right: mostly one stands behind all that a layer holds.
    if (piece.from >= this.to - slack) return isOnLineOf(piece, this.pieces.at(-1) as Piece);
    const reaching = this.reaching.best(this.starts.below(piece.to - slack));
    if (reaching !== null && reaching.piece.to - slack > piece.from) return false;
    return isOnLineOf(piece, this.nearest(piece));
  }

  private nearest(piece: Piece): Piece {
    const left = this.middles.upTo(middleOf(piece));
    const before = this.before.best(left);
    const after = this.after.best(this.middles.of.size - left);
    if (before === null || after === null) return ((before ?? after) as Placed).piece;
    const [toLeft, toRight] = [piece.from - before.piece.to, after.piece.from - piece.to];
    if (toLeft === toRight) return (before.order < after.order ? before : after).piece;
    return (toLeft < toRight ? before : after).piece;
  }
}

/** Large print between two lines of small print makes one line of all, though the small print is on two. */
const isOnLineOf = (piece: Piece, nearest: Piece): boolean =>
  Math.abs(nearest.v - piece.v) <= SAME_LINE_EM * Math.max(nearest.run.sizePt, piece.run.sizePt);
