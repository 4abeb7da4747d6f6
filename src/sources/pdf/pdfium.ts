import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type Methods } from '@embedpdf/pdfium';

/** PDFium's functions as the WASM module exports them: numbers in, number out, none of the slow argument wrapping. */
export type RawPdfium = { readonly [K in keyof Methods]: (...args: number[]) => number } & {
  readonly malloc: (bytes: number) => number;
  readonly free: (pointer: number) => void;
};

/**
 * Ceiling of one engine's memory. The package allows 2 GiB; a bitmap bomb would then take the whole process along.
 * 640 MiB hold a 256 MiB file beside an A0 page at 300 DPI, and keep a process with one such file under 1.2 GB.
 */
const MAX_MEMORY_BYTES = 640 * 2 ** 20;
/** Memory grows in steps of a fifth of its size, so that the last step may fail well under the ceiling. */
const FULL = 0.75;
const WASM_PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
/** Longest title, label or font name read from a file, in UTF-16 units or bytes. */
const MAX_STRING_BYTES = 4_096;
/** Made once: an outline has thousands of titles. */
const UTF16 = new TextDecoder('utf-16le');
const UTF8 = new TextDecoder();

/** The engine's code with its memory ceiling lowered, compiled. Threads share it, and with it the optimised code. */
export async function compilePdfium(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  return WebAssembly.compile(withMemoryCeiling(readFileSync(path), MAX_MEMORY_BYTES));
}

/** One instance of PDFium, with the helpers to pass strings and structs through its memory. */
export class Pdfium {
  private floats32 = new Float32Array();
  private floats64 = new Float64Array();
  private unsigned32 = new Uint32Array();

  private constructor(
    readonly fn: RawPdfium,
    private readonly memory: WebAssembly.Memory,
    /** A page of scratch memory for out-parameters. */
    readonly scratch: number,
  ) {}

  static async start(module: WebAssembly.Module): Promise<Pdfium> {
    let memory: WebAssembly.Memory | undefined;
    const wrapped = await init({
      instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
        void WebAssembly.instantiate(module, imports).then((instance) => {
          memory = instance.exports.memory as WebAssembly.Memory;
          receive(instance);
        });
        return {};
      },
      // The engine reports damaged files on its own console; what matters reaches the caller as a typed error.
      print: () => undefined,
      printErr: () => undefined,
    } as Parameters<typeof init>[0]);
    wrapped.PDFiumExt_Init();
    const fn = wrapped.pdfium.wasmExports as unknown as RawPdfium;
    return new Pdfium(fn, memory as WebAssembly.Memory, fn.malloc(MAX_STRING_BYTES));
  }

  /** Whether the engine's memory can hardly grow any further: what it traps on then is want of memory. */
  get memoryIsFull(): boolean {
    return this.memoryBytes > FULL * MAX_MEMORY_BYTES;
  }

  /** Size that the engine's memory has grown to. */
  get memoryBytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** The float at `pointer`, a multiple of four. WebAssembly and every machine it runs on here are little-endian. */
  f32(pointer: number): number {
    const value = this.floats32[pointer >> 2];
    if (value !== undefined) return value;
    this.renewViews();
    return this.floats32[pointer >> 2] as number;
  }

  /** The double at `pointer`, a multiple of eight. */
  f64(pointer: number): number {
    const value = this.floats64[pointer >> 3];
    if (value !== undefined) return value;
    this.renewViews();
    return this.floats64[pointer >> 3] as number;
  }

  /** The unsigned integer at `pointer`, a multiple of four. */
  u32(pointer: number): number {
    const value = this.unsigned32[pointer >> 2];
    if (value !== undefined) return value;
    this.renewViews();
    return this.unsigned32[pointer >> 2] as number;
  }

  /** Made anew only when the engine's memory has grown, which leaves the old views empty: a page asks for 100,000 numbers. */
  private renewViews(): void {
    const { buffer } = this.memory;
    this.floats32 = new Float32Array(buffer);
    this.floats64 = new Float64Array(buffer);
    this.unsigned32 = new Uint32Array(buffer);
  }

  bytes(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, pointer, length);
  }

  /** Unsigned integers from `pointer` on, a multiple of four. */
  words(pointer: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, pointer, count);
  }

  /** Copies `bytes` (and a terminating zero) into engine memory; 0 where there is no room. The caller frees it. */
  store(bytes: Uint8Array): number {
    const pointer = this.fn.malloc(bytes.length + 1);
    if (pointer === 0) return 0;
    const target = this.bytes(pointer, bytes.length + 1);
    target.set(bytes);
    target[bytes.length] = 0;
    return pointer;
  }

  withCString<T>(text: string, use: (pointer: number) => T): T {
    const pointer = this.store(new TextEncoder().encode(text));
    try {
      return use(pointer);
    } finally {
      this.fn.free(pointer);
    }
  }

  /** A UTF-16LE string from a call of the form `(buffer, capacity) => bytes needed, terminator included`. */
  utf16(call: (buffer: number, capacity: number) => number): string {
    const needed = call(this.scratch, MAX_STRING_BYTES);
    if (needed <= 2 || needed > MAX_STRING_BYTES) return '';
    return UTF16.decode(this.bytes(this.scratch, needed - 2));
  }

  /** A UTF-8 string from a call of the same form. */
  utf8(call: (buffer: number, capacity: number) => number): string {
    const needed = call(this.scratch, MAX_STRING_BYTES);
    if (needed <= 1 || needed > MAX_STRING_BYTES) return '';
    return UTF8.decode(this.bytes(this.scratch, needed - 1));
  }

  /** Reads `count` floats that a call left at the start of the scratch page. */
  floats(count: number): number[] {
    const values: number[] = [];
    for (let i = 0; i < count; i++) values.push(this.f32(this.scratch + 4 * i));
    return values;
  }
}

/** Rewrites the maximum of the module's memory section (WebAssembly core specification, binary format, §5.5.8). */
function withMemoryCeiling(wasm: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const header = 8;
  for (let at = header; at < wasm.length; ) {
    const id = wasm[at] as number;
    const size = readLeb(wasm, at + 1);
    if (id === MEMORY_SECTION) {
      const count = readLeb(wasm, size.next);
      const flags = readLeb(wasm, count.next);
      const minimum = readLeb(wasm, flags.next);
      const hasMaximum = 1;
      const body = [1, hasMaximum, ...leb(minimum.value), ...leb(Math.floor(maxBytes / WASM_PAGE_BYTES))];
      const section = [MEMORY_SECTION, ...leb(body.length), ...body];
      const rest = wasm.subarray(size.next + size.value);
      const patched = new Uint8Array(at + section.length + rest.length);
      patched.set(wasm.subarray(0, at));
      patched.set(section, at);
      patched.set(rest, at + section.length);
      return patched;
    }
    at = size.next + size.value;
  }
  throw new RangeError('the engine has no memory section');
}

function readLeb(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let shift = 0, next = at; ; shift += 7) {
    const byte = bytes[next++] as number;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}

function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest = Math.floor(rest / 128);
    if (rest === 0) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}
