import type { Database } from '../store/database.js';
import { queryCoverage } from './fusion.js';
import { queryTokens, searchTokens } from './segment.js';

/**
 * BM25 over passages in SQLite's FTS5. Words are cut by `searchTokens` before they go in, so that Chinese and Japanese
 * are found by their character pairs. The table keeps the words: one without content forgets to take deleted passages
 * out of its totals, so that scores would depend on what the library held in the past.
 */
export const TEXT_INDEX_TABLES = `
  CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY, document TEXT NOT NULL, ordinal INTEGER NOT NULL, UNIQUE (document, ordinal)
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS passage_tokens USING fts5(tokens, tokenize = 'unicode61 remove_diacritics 0');
`;

/** Words of a question that are searched for; more make no question sharper. */
const MAX_QUERY_TOKENS = 64;

export interface TextHit {
  readonly document: string;
  /** Position of the passage in its document, 0-based. */
  readonly ordinal: number;
  /** BM25, higher is better. */
  readonly score: number;
  /** Share of the question's words that the passage holds, 0 to 1. */
  readonly coverage: number;
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
  // The passages of a document were put in by one transaction, so that their ids follow each other.
  const range =
    document === null
      ? null
      : database.prepare('SELECT min(id) AS first, max(id) AS last FROM passages WHERE document = ?').get(document);
  const match = tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' OR ');
  // Best first by FTS5's own sorting, which is bm25(), negative, the better the lower (sqlite.org/fts5.html, 6.2 and 7).
  // Words and places are looked up for the few that are left only: a common word is in every tenth passage.
  const rows = database
    .prepare(
      `WITH best AS MATERIALIZED (
         SELECT rowid AS id, rank FROM passage_tokens
         WHERE passage_tokens MATCH ?1 ${range ? 'AND rowid BETWEEN ?3 AND ?4' : ''} ORDER BY rank LIMIT ?2
       )
       SELECT p.document, p.ordinal, -best.rank AS score, words.tokens
       FROM best JOIN passages p ON p.id = best.id JOIN passage_tokens words ON words.rowid = best.id
       ORDER BY score DESC, p.document, p.ordinal`,
    )
    .all(match, limit, ...(range ? [range.first, range.last] : []));
  return rows.map((row) => ({
    document: String(row.document),
    ordinal: Number(row.ordinal),
    score: Number(row.score),
    coverage: queryCoverage(tokens, new Set(String(row.tokens).split(' '))),
  }));
}
