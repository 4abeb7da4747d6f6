import { promisify } from 'node:util';
import { constants, crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import * as yauzl from 'yauzl';
import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';
import type { SourceWarning } from '../source.js';
import { PathIndex } from './hrefs.js';
import { warning } from './warnings.js';

/** A zip file's contents, each file inflated only when it is read. */
export interface Container {
  readonly paths: PathIndex;
  readonly names: readonly string[];
  readonly warnings: readonly SourceWarning[];
  /** Declared size of a file in bytes; `read` never gives more. */
  size(name: string): number;
  /** The first bytes of a file, enough to tell its format; fewer (or none) where it is damaged. */
  head(name: string): Promise<Uint8Array>;
  /**
   * A whole file.
   * @throws GroundglassError `zip_bomb`, `file_damaged`, `content_encrypted`, `unsupported_format`
   */
  read(name: string): Promise<Uint8Array>;
}

const STORED = 0;
const DEFLATED = 8;
/** Below this much output a ratio says nothing: a blank page of markup is 300 times smaller, and harmless. */
const RATIO_FLOOR_BYTES = 2 ** 20;
/** Stored bytes that are inflated for a look at the start of a file. */
const HEAD_BYTES = 4096;
const DRIVE_OR_ROOT = /^(?:[A-Za-z]:|\/)/;

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

/**
 * Reads the directory of a zip file.
 * @throws GroundglassError `file_empty`, `file_damaged` (no zip, cut off, two different files of one name), `unsafe_path`
 *   (a name that leads out of the container), `zip_bomb` (`limits.maxZipEntries`, `limits.maxZipBytes`)
 */
export async function openContainer(bytes: Uint8Array, limits: Limits): Promise<Container> {
  if (bytes.length === 0) throw new GroundglassError('file_empty', 'The file is empty.', 'Give a file with content.');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const warnings: SourceWarning[] = [];
  try {
    // Strings are decoded here: yauzl would turn backslashes into slashes, and take bytes that aren't UTF-8 for CP437.
    const zip = await yauzl.fromBufferPromise(buffer, { decodeStrings: false, validateEntrySizes: false });
    checkEntryCount(zip.entryCount, limits);
    const entries = await readDirectory(zip, limits, warnings);
    return new ZipContainer(buffer, zip, entries, limits, warnings);
  } catch (cause) {
    if (cause instanceof GroundglassError) throw cause;
    throw damaged('The file is no readable zip container', cause);
  }
}

class ZipContainer implements Container {
  readonly paths: PathIndex;
  readonly names: readonly string[];
  /** Files inflated so far and their bytes together: a file counts once, however often it is read. */
  private readonly inflated = new Set<string>();
  private inflatedBytes = 0;

  constructor(
    private readonly buffer: Buffer,
    private readonly zip: yauzl.ZipFile,
    private readonly entries: ReadonlyMap<string, yauzl.Entry>,
    private readonly limits: Limits,
    readonly warnings: readonly SourceWarning[],
  ) {
    this.names = [...entries.keys()];
    this.paths = new PathIndex(this.names);
  }

  size(name: string): number {
    return this.entry(name).uncompressedSize;
  }

  async head(name: string): Promise<Uint8Array> {
    const entry = this.entry(name);
    const stored = (await this.storedBytes(name, entry)).subarray(0, HEAD_BYTES);
    if (entry.compressionMethod === STORED) return stored;
    try {
      // Sync flush: the end of the stream is cut away on purpose. Deflate bounds the output to 1,032 times the input.
      return inflateRawSync(stored, { finishFlush: constants.Z_SYNC_FLUSH });
    } catch {
      // Damage is reported by `read`; here it only means that the format is not known.
      return new Uint8Array();
    }
  }

  async read(name: string): Promise<Uint8Array> {
    const entry = this.entry(name);
    const stored = await this.storedBytes(name, entry);
    const content = entry.compressionMethod === STORED ? stored : await this.inflateEntry(name, entry, stored);
    if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32) {
      throw damaged(`${name} is damaged in the zip container: its size or checksum does not hold`);
    }
    if (!this.inflated.has(name)) this.inflatedBytes += content.length;
    this.inflated.add(name);
    return content;
  }

  private async inflateEntry(name: string, entry: yauzl.Entry, stored: Uint8Array): Promise<Uint8Array> {
    const byRatio = Math.max(RATIO_FLOOR_BYTES, stored.length * this.limits.maxZipRatio);
    const left = this.limits.maxZipBytes - (this.inflated.has(name) ? 0 : this.inflatedBytes);
    const allowed = Math.min(left, byRatio);
    try {
      // The header's size bounds the output as well, but is never trusted: zlib stops at the bound while inflating.
      return await inflate(stored, { maxOutputLength: Math.max(1, Math.min(allowed, entry.uncompressedSize)) });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') {
        throw damaged(`${name} is damaged in the zip container`, cause);
      }
      const lie = entry.uncompressedSize < allowed;
      throw bomb(
        lie
          ? `${name} inflates to more than the ${entry.uncompressedSize} bytes that the zip container declares.`
          : `${name} inflates to more than ${allowed} bytes.`,
        { entry: name, allowed_bytes: allowed, declared_bytes: entry.uncompressedSize, stored_bytes: stored.length },
      );
    }
  }

  private async storedBytes(name: string, entry: yauzl.Entry): Promise<Buffer> {
    if (entry.isEncrypted()) {
      throw new GroundglassError(
        'content_encrypted',
        `${name} is encrypted in the zip container.`,
        'Get an unencrypted copy of the publication.',
        { entry: name },
      );
    }
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      throw new GroundglassError(
        'unsupported_format',
        `${name} is compressed with method ${entry.compressionMethod}; EPUB allows 0 (stored) and 8 (deflate).`,
        'Pack the publication again with an EPUB tool.',
        { entry: name, method: entry.compressionMethod },
      );
    }
    try {
      const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
      return this.buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    } catch (cause) {
      throw damaged(`The zip container has no data for ${name}`, cause);
    }
  }

  private entry(name: string): yauzl.Entry {
    const entry = this.entries.get(name);
    if (!entry) throw new RangeError(`no such file in the container: ${name}`);
    return entry;
  }
}

async function readDirectory(
  zip: yauzl.ZipFile,
  limits: Limits,
  warnings: SourceWarning[],
): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  let declaredBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const name = decodeName(entry, warnings);
    checkName(name);
    declaredBytes += entry.uncompressedSize;
    if (declaredBytes > limits.maxZipBytes) {
      throw bomb(`The zip container declares more than ${limits.maxZipBytes} bytes of content.`, {
        max_zip_bytes: limits.maxZipBytes,
      });
    }
    if (name.endsWith('/')) continue;
    const first = entries.get(name);
    if (first) checkSameFile(name, first, entry, warnings);
    else entries.set(name, entry);
  }
  return entries;
}

/** The bytes decide, not flag bit 11: many tools write UTF-8 without setting it. */
function decodeName(entry: yauzl.Entry, warnings: SourceWarning[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw);
  } catch {
    const name = new TextDecoder('latin1').decode(entry.fileNameRaw);
    warnings.push(warning('name_not_utf8', `The file name ${JSON.stringify(name)} in the zip container isn't UTF-8.`));
    return name;
  }
}

function checkName(name: string): void {
  const unsafe = DRIVE_OR_ROOT.test(name) || /[\\\0]/.test(name) || name.split('/').includes('..');
  if (!unsafe) return;
  throw new GroundglassError(
    'unsafe_path',
    `The zip container holds the unsafe file name ${JSON.stringify(name)}.`,
    'The file is hostile or badly packed: get another copy, or pack it again with an EPUB tool.',
    { entry: name },
  );
}

/** Twins are harmless; two different files of one name would show one reader this and another reader that. */
function checkSameFile(name: string, first: yauzl.Entry, second: yauzl.Entry, warnings: SourceWarning[]): void {
  if (first.crc32 !== second.crc32 || first.uncompressedSize !== second.uncompressedSize) {
    throw damaged(`The zip container holds two different files named ${name}`);
  }
  warnings.push(warning('duplicate_entry', `The zip container holds ${name} twice; the first is read.`));
}

function checkEntryCount(count: number, limits: Limits): void {
  if (count <= limits.maxZipEntries) return;
  throw bomb(`The zip container has ${count} entries; ${limits.maxZipEntries} are allowed.`, {
    entries: count,
    max_zip_entries: limits.maxZipEntries,
  });
}

function bomb(message: string, details: Record<string, unknown>): GroundglassError {
  return new GroundglassError(
    'zip_bomb',
    message,
    'If you trust the file, raise GROUNDGLASS_MAX_ZIP_ENTRIES, _BYTES or _RATIO; otherwise leave it alone.',
    details,
  );
}

function damaged(message: string, cause?: unknown): GroundglassError {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new GroundglassError(
    'file_damaged',
    `${message}${why}.`,
    'Get an undamaged copy of the file; an EPUB is a zip file with META-INF/container.xml inside.',
    {},
    { cause },
  );
}
