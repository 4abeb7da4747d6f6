import { parse } from 'node:path';
import type { ListReply, RemoveReply, WireDocument } from '../evidence/wire/document.js';
import type { RemoveRequest } from '../evidence/wire/requests.js';
import type { Library } from './library.js';
import type { SnapshotEntry } from './snapshot.js';

/** All documents of the current snapshot. */
export function list(library: Library): Promise<ListReply> {
  return library.snapshots.steady(async () => {
    const snapshot = await library.snapshots.current();
    const documents: WireDocument[] = [];
    for (const entry of snapshot.documents) documents.push(await wireDocument(library, entry));
    return { snapshot: snapshot.ref?.digest ?? null, documents };
  });
}

/** Takes a document out of the library; its objects go with it where nothing else needs them. */
export async function remove(library: Library, request: RemoveRequest): Promise<RemoveReply> {
  const entry = await library.find(request.doc);
  await library.snapshots.remove(entry);
  return { snapshot: library.snapshots.currentRef()?.digest ?? null, removed: entry.document };
}

/** What a document is called: its own title, else the name that its file had first. */
export function titleOf(library: Library, entry: SnapshotEntry): string | null {
  const [origin] = library.catalogue.originsOf(entry.document);
  return entry.title ?? (origin ? parse(origin.path).name : null);
}

/** A document as replies show it. */
export async function wireDocument(library: Library, entry: SnapshotEntry): Promise<WireDocument> {
  const record = await library.record(entry);
  const [origin] = library.catalogue.originsOf(entry.document);
  return {
    document: entry.document,
    digest: entry.digest,
    kind: entry.kind,
    title: titleOf(library, entry),
    file_name: origin ? parse(origin.path).base : null,
    pages: entry.pages,
    fixed_layout: record.fixedLayout,
    members: entry.members,
    warnings: [...record.warnings],
  };
}
