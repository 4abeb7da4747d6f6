import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GroundglassError } from '../evidence/errors.js';
import { dataFile } from './data-file.js';
import type { Embedder, EmbedOptions } from './embedder.js';
import { BRIDGE_ID, bridgeHan } from './han-bridge.js';
import { toUnitLength } from './unit-vector.js';
import { WordPieces } from './word-pieces.js';

/**
 * The embedder that ships with us: a table with one vector a word piece, distilled from MiniLM (data/README.md says
 * how, docs give the recall of both). A text is the sum of its pieces; the table holds the weight of each piece in
 * the length of its row. That takes microseconds where the network takes a tenth of a second, so adding a document
 * waits for no model.
 */
export async function openStaticEmbedder(): Promise<Embedder> {
  table ??= readTable();
  const { id, dimensions, pieces, rows, scales } = await table;
  const embedOne = async (text: string): Promise<Float32Array> => {
    const vector = new Float32Array(dimensions);
    for (const piece of pieces.split(await bridgeHan(text))) {
      const scale = scales[piece]!;
      const row = piece * dimensions;
      for (let i = 0; i < dimensions; i += 1) vector[i]! += scale * rows[row + i]!;
    }
    return toUnitLength(vector);
  };
  return {
    id: `${id}+${BRIDGE_ID}`,
    dimensions,
    async embed(texts, options: EmbedOptions = {}) {
      const result: Float32Array[] = [];
      for (const text of texts) {
        if (result.length % BATCH === 0 && result.length > 0) {
          options.onProgress?.(result.length, texts.length);
          await nextTurn();
        }
        options.signal?.throwIfAborted();
        result.push(await embedOne(text));
      }
      if (texts.length > 0) options.onProgress?.(texts.length, texts.length);
      return result;
    },
    close: async () => undefined,
  };
}

/** Texts between two turns of the event loop: a few milliseconds, so that a server stays responsive. */
const BATCH = 128;

interface Table {
  id: string;
  dimensions: number;
  pieces: WordPieces;
  rows: Int8Array;
  scales: Float32Array;
}

/** Read once a process, when the first embedder is opened. */
let table: Promise<Table> | undefined;

/**
 * The file: a 4-byte length and that much JSON (`{id, dimensions, pieces, vocabularyBytes}`), the vocabulary (one
 * piece a line), a float32 scale a piece, then the int8 rows. Little-endian.
 */
async function readTable(): Promise<Table> {
  const file = await readFile(dataFile('embedding.bin'));
  const headerEnd = 4 + file.readUInt32LE(0);
  const { id, dimensions, pieces, vocabularyBytes } = parseHeader(file.subarray(4, headerEnd).toString('utf8'));
  const scalesStart = headerEnd + vocabularyBytes;
  const rowsStart = scalesStart + pieces * 4;
  if (file.length !== rowsStart + pieces * dimensions) throw damaged();
  const vocabulary = file.subarray(headerEnd, scalesStart).toString('utf8').split('\n');
  const scales = Float32Array.from({ length: pieces }, (_, i) => file.readFloatLE(scalesStart + i * 4));
  return {
    id,
    dimensions,
    pieces: new WordPieces(new Map(vocabulary.map((piece, index) => [piece, index]))),
    rows: new Int8Array(file.buffer, file.byteOffset + rowsStart, pieces * dimensions),
    scales,
  };
}

interface Header {
  id: string;
  dimensions: number;
  pieces: number;
  vocabularyBytes: number;
}

function parseHeader(json: string): Header {
  const header = JSON.parse(json) as Partial<Header>;
  const { id, dimensions, pieces, vocabularyBytes } = header;
  if (!id || !dimensions || !pieces || !vocabularyBytes) throw damaged();
  return { id, dimensions, pieces, vocabularyBytes };
}

function damaged(): GroundglassError {
  return new GroundglassError(
    'engine_missing',
    'The embedding table that search needs is damaged.',
    'Install the package again.',
    { file: 'embedding.bin' },
  );
}
