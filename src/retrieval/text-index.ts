import type { Database } from '../store/database.js';
import { queryTokens, searchTokens } from './segment.js';

/**
 * BM25 over passages in SQLite's FTS5. Words are cut by `searchTokens` before they go in, so that Chinese and Japanese
 * are found by their character pairs; the index keeps no text, only where each passage stands.
 */
export const TEXT_INDEX_TABLES = `
  CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY, document TEXT NOT NULL, ordinal INTEGER NOT NULL, UNIQUE (document, ordinal)
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS passage_tokens USING fts5(
    tokens, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
  );
`;

/** Words of a question that are searched for; more make no question sharper. */
const MAX_QUERY_TOKENS = 64;

export interface TextHit {
  readonly document: string;
  /** Position of the passage in its document, 0-based. */
  readonly ordinal: number;
  /** BM25, higher is better. */
  readonly score: number;
}

/** Replaces what the index holds of a document. Runs inside the caller's transaction. */
export function indexPassages(database: Database, document: string, texts: readonly string[]): void {
  removePassages(database, document);
  const place = database.prepare('INSERT INTO passages (document, ordinal) VALUES (?, ?)');
  const fill = database.prepare('INSERT INTO passage_tokens (rowid, tokens) VALUES (?, ?)');
  texts.forEach((text, ordinal) => {
    const { lastInsertRowid } = place.run(document, ordinal);
    fill.run(lastInsertRowid, searchTokens(text).join(' '));
  });
}

/** Runs inside the caller's transaction. */
export function removePassages(database: Database, document: string): void {
  database
    .prepare('DELETE FROM passage_tokens WHERE rowid IN (SELECT id FROM passages WHERE document = ?)')
    .run(document);
  database.prepare('DELETE FROM passages WHERE document = ?').run(document);
}

/** The best passages for a question, in one document or in all, best first. No words to look for: no hits. */
export function searchPassages(database: Database, query: string, document: string | null, limit: number): TextHit[] {
  const tokens = [...new Set(queryTokens(query))].slice(0, MAX_QUERY_TOKENS);
  if (tokens.length === 0) return [];
  const match = tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' OR ');
  // FTS5's bm25() is negative, the better the lower (sqlite.org/fts5.html, 6.2).
  const rows = database
    .prepare(
      `SELECT p.document, p.ordinal, -bm25(passage_tokens) AS score
       FROM passage_tokens JOIN passages p ON p.id = passage_tokens.rowid
       WHERE passage_tokens MATCH ?1 AND (?2 IS NULL OR p.document = ?2)
       ORDER BY score DESC, p.document, p.ordinal LIMIT ?3`,
    )
    .all(match, document, limit);
  return rows.map((row) => ({
    document: String(row.document),
    ordinal: Number(row.ordinal),
    score: Number(row.score),
  }));
}
