import { Transform, type TransformCallback } from 'node:stream';

const NEWLINE = 0x0a;
/** What is kept of each end of a line that is too long: enough to tell whose request it was. */
const KEPT_BYTES = 256;

/**
 * Passes on whole lines of at most `maxBytes`. A longer one is let go by without being held; what it began and ended with
 * goes to `onTooLong`, at most {@link KEPT_BYTES} of each.
 */
export class BoundedLines extends Transform {
  private pieces: Buffer[] = [];
  private bytes = 0;
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);

  constructor(
    private readonly maxBytes: number,
    private readonly onTooLong: (start: string, end: string) => void,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.keep(chunk.subarray(from, at));
      this.finishLine();
      from = at + 1;
    }
    this.keep(chunk.subarray(from));
    done();
  }

  private keep(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.head.length < KEPT_BYTES) this.head = Buffer.concat([this.head, piece]).subarray(0, KEPT_BYTES);
    this.tail = Buffer.concat([this.tail, piece.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
    if (this.bytes <= this.maxBytes) this.pieces.push(piece);
    else this.pieces = [];
  }

  private finishLine(): void {
    if (this.bytes > this.maxBytes) this.onTooLong(this.head.toString(), this.tail.toString());
    else this.push(Buffer.concat([...this.pieces, Buffer.of(NEWLINE)]));
    this.pieces = [];
    this.bytes = 0;
    this.head = this.tail = Buffer.alloc(0);
  }
}
