import type { ListReply, RemoveReply, WireDocument } from '../evidence/wire/document.js';
import type { RemoveRequest } from '../evidence/wire/requests.js';
import type { DocumentRecord, Library } from './library.js';
import type { SnapshotEntry } from './snapshot.js';

/** All documents of the current snapshot. */
export async function list(library: Library): Promise<ListReply> {
  const snapshot = await library.snapshots.current();
  const documents: WireDocument[] = [];
  for (const entry of snapshot.documents) documents.push(wireDocument(entry, await library.record(entry)));
  return { snapshot: snapshot.ref?.digest ?? null, documents };
}

/** Takes a document out of the library; its objects go with it where nothing else needs them. */
export async function remove(library: Library, request: RemoveRequest): Promise<RemoveReply> {
  const entry = await library.find(request.doc);
  const snapshot = await library.snapshots.remove(entry);
  return { snapshot: snapshot.ref?.digest ?? null, removed: entry.document };
}

export function wireDocument(entry: SnapshotEntry, record: DocumentRecord): WireDocument {
  return {
    document: entry.document,
    digest: entry.digest,
    kind: entry.kind,
    title: entry.title,
    pages: entry.pages,
    members: entry.members,
    warnings: [...record.warnings],
  };
}
