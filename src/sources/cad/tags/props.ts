import type { Vec3 } from '../space.js';
import type { TagTable } from './tag-table.js';

/** Application data begins here; what follows is not the object's own. */
const XDATA = 1000;
/** Opens an object inside an object (columns of an MTEXT): its codes mean other things. */
const EMBEDDED_OBJECT = 101;
/** `{NAME` opens, `}` closes a group of an application: its handles are not the owner's. */
const APPLICATION_GROUP = 102;
/** Past this a coordinate is damage: the sun is 1.5e14 mm away. */
const MAX_NUMBER = 1e15;

/** A number that can't be one: NaN, infinite, or absurd. The entity is then counted as skipped. */
export class BadNumber extends Error {
  constructor(code: number) {
    super(`group ${code} holds no usable number`);
  }
}

/** The tags of one entity or object, by group code. */
export class Props {
  /** Where the object's own tags end: at an embedded object or at application data. */
  private readonly end: number;

  constructor(
    readonly tags: TagTable,
    readonly first: number,
    readonly last: number,
  ) {
    let end = first;
    while (end < last && (tags.codes[end] as number) < XDATA && tags.codes[end] !== EMBEDDED_OBJECT) end++;
    this.end = end;
  }

  /** Index of the first tag with this code outside of application groups, or -1. */
  find(code: number, from = this.first): number {
    const { codes } = this.tags;
    let group = 0;
    for (let i = from; i < this.end; i++) {
      if (codes[i] === APPLICATION_GROUP) group = this.tags.text(i).startsWith('{') ? 1 : 0;
      else if (codes[i] === code && group === 0) return i;
    }
    return -1;
  }

  has(code: number): boolean {
    return this.find(code) >= 0;
  }

  /** @throws BadNumber */
  number(code: number, otherwise = 0): number {
    const at = this.find(code);
    return at < 0 ? otherwise : this.numberAt(at);
  }

  /** @throws BadNumber */
  numberAt(index: number): number {
    const value = this.tags.number(index);
    if (!(Math.abs(value) <= MAX_NUMBER)) throw new BadNumber(this.tags.codes[index] as number);
    return value;
  }

  /** An integer, flags or a count; what is no number is `otherwise`. */
  int(code: number, otherwise = 0): number {
    const at = this.find(code);
    const value = at < 0 ? Number.NaN : this.tags.number(at);
    return Math.abs(value) <= MAX_NUMBER ? Math.trunc(value) : otherwise;
  }

  /** The bytes of a text, one character a byte. */
  raw(code: number): string | null {
    const at = this.find(code);
    return at < 0 ? null : this.tags.text(at);
  }

  /** A handle, in capitals without leading blanks; null where there is none. */
  handle(code: number): string | null {
    return this.raw(code)?.trim().toUpperCase() || null;
  }

  /** A point from `code`, `code + 10`, `code + 20`. @throws BadNumber */
  point(code: number, otherwise: Vec3 = [0, 0, 0]): Vec3 {
    const at = this.find(code);
    return at < 0 ? otherwise : this.pointAt(at);
  }

  /** The point whose x stands at `index`; its y and z stand right behind. @throws BadNumber */
  pointAt(index: number): Vec3 {
    const { codes } = this.tags;
    const code = codes[index] as number;
    let y = 0;
    let z = 0;
    if (index + 1 < this.last && codes[index + 1] === code + 10) {
      y = this.numberAt(index + 1);
      if (index + 2 < this.last && codes[index + 2] === code + 20) z = this.numberAt(index + 2);
    }
    return [this.numberAt(index), y, z];
  }

  /** Direction of the object's own z axis. */
  get extrusion(): Vec3 {
    return this.point(210, [0, 0, 1]);
  }

  /** Indices of all tags with this code, in order. */
  *all(code: number): Generator<number> {
    for (let i = this.first; i < this.end; i++) if (this.tags.codes[i] === code) yield i;
  }

  /** First index behind the subclass marker (group 100) of this name; the beginning where the object has none. */
  behindSubclass(name: string): number {
    for (let i = this.first; i < this.end; i++) {
      if (this.tags.codes[i] === 100 && this.tags.text(i).trim() === name) return i + 1;
    }
    return this.first;
  }

  /** The part of it from a tag on. */
  from(index: number, last = this.end): Props {
    return new Props(this.tags, index, last);
  }

  get stop(): number {
    return this.end;
  }
}
