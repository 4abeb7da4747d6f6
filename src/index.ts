/**
 * Groundglass as a library: open a {@link Library}, then call the operations on it. Every operation takes the request
 * and gives the reply that the command line, MCP and HTTP know under the same name.
 *
 * @example
 * const library = Library.open('.groundglass', { create: true });
 * await add(library, { paths: ['report.pdf'] });
 * const { hits, advice } = await search(library, { query: 'total revenue', limit: 5 });
 * await library.close();
 */
export { type ErrorClass, type ErrorCode, type ErrorWire, GroundglassError } from './evidence/errors.js';
export type { Advice, Hints } from './evidence/wire/advice.js';
export type { AddReply, ListReply, RemoveReply, WireDocument } from './evidence/wire/document.js';
export type { Locator } from './evidence/wire/locator.js';
export type { PictureReply } from './evidence/wire/picture.js';
export type { ChaptersReply, ReadReply } from './evidence/wire/read.js';
export type { FiguresReply, Hit, LocateReply, SearchReply } from './evidence/wire/search.js';
export { type AddOptions, type AddProgress, add } from './library/add.js';
export { advise } from './library/advise.js';
export { list, remove } from './library/documents.js';
export { figures } from './library/figures.js';
export { Library, type LibraryOptions } from './library/library.js';
export { locate } from './library/locate.js';
export * as VisualFallbackPolicy from './library/policy/evaluate.js';
export { chapters, read } from './library/read.js';
export { image, type PictureOptions, render } from './library/render.js';
export { search } from './library/search.js';
