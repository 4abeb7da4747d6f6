import { dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import type { PageFiles } from '../answers/page.js';
import type { TableFiles } from '../answers/tables.js';
import { adviceSchema } from '../evidence/wire/advice.js';
import { askReplySchema } from '../evidence/wire/ask.js';
import { imageSearchReplySchema } from '../evidence/wire/candidates.js';
import { chartsReplySchema } from '../evidence/wire/charts.js';
import { collisionsReplySchema } from '../evidence/wire/collisions.js';
import { addReplySchema, listReplySchema, removeReplySchema } from '../evidence/wire/document.js';
import { entitiesReplySchema } from '../evidence/wire/entities.js';
import {
  creditCheckRequestSchema,
  imagePromoteRequestSchema,
  imageSearchRequestSchema,
} from '../evidence/wire/image-requests.js';
import { pageReplySchema } from '../evidence/wire/page.js';
import { pictureReplySchema } from '../evidence/wire/picture.js';
import { inspectReplySchema, planReplySchema } from '../evidence/wire/plan.js';
import { proveReplySchema } from '../evidence/wire/prove.js';
import { chaptersReplySchema, readReplySchema } from '../evidence/wire/read.js';
import {
  addRequestSchema,
  adviseRequestSchema,
  askRequestSchema,
  chaptersRequestSchema,
  chartsRequestSchema,
  collisionsRequestSchema,
  entitiesRequestSchema,
  figuresRequestSchema,
  imageRequestSchema,
  inspectRequestSchema,
  listRequestSchema,
  locateRequestSchema,
  pageRequestSchema,
  planRequestSchema,
  proveRequestSchema,
  readRequestSchema,
  removeRequestSchema,
  renderRequestSchema,
  reviewPageRequestSchema,
  searchRequestSchema,
  tablesRequestSchema,
} from '../evidence/wire/requests.js';
import { reviewPageReplySchema } from '../evidence/wire/review-page.js';
import { figuresReplySchema, locateReplySchema, searchReplySchema } from '../evidence/wire/search.js';
import { tablesReplySchema } from '../evidence/wire/tables.js';
import { creditCheckReplySchema, imageTakeReplySchema } from '../evidence/wire/take.js';
import type { AddOptions } from '../library/add.js';
import type { Library } from '../library/library.js';
import type { PictureOptions } from '../library/render.js';
import type { DrawingContext } from '../sight/drawing-file.js';
import type { PictureFolder } from '../sight/picture-folder.js';
import { digestOf, documentIdOf } from '../store/objects.js';
import type { Spared } from '../store/output-file.js';

/** What a face may add to a call beside its request. */
export type CallOptions = AddOptions & PictureOptions & PageFiles & TableFiles & { readonly overlay?: string };

/** One operation of the library as every face offers it: the same name, the same request, the same reply. */
export interface Operation<Request extends z.ZodObject = z.ZodObject, Reply extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly request: Request;
  readonly reply: Reply;
  readonly run: (library: Library, request: z.infer<Request>, options: CallOptions) => Promise<z.infer<Reply>>;
}

const operation = <Request extends z.ZodObject, Reply extends z.ZodType>(
  definition: Operation<Request, Reply>,
): Operation<Request, Reply> => definition;

/** Modules are loaded when an operation runs: a face that only prints its help loads none of them. */
export const OPERATIONS = {
  add: operation({
    summary: 'Add PDF, EPUB and image files, or folders of them, to the library.',
    request: addRequestSchema,
    reply: addReplySchema,
    run: async (library, request, options) => (await import('../library/add.js')).add(library, request, options),
  }),
  list: operation({
    summary: 'List the documents of the library.',
    request: listRequestSchema,
    reply: listReplySchema,
    run: async (library) => (await import('../library/documents.js')).list(library),
  }),
  remove: operation({
    summary: 'Take a document out of the library.',
    request: removeRequestSchema,
    reply: removeReplySchema,
    run: async (library, request) => (await import('../library/documents.js')).remove(library, request),
  }),
  search: operation({
    summary: 'Find passages by words and meaning, and learn whether their text is enough or a page must be looked at.',
    request: searchRequestSchema,
    reply: searchReplySchema,
    run: async (library, request, options) => (await import('../library/search.js')).search(library, request, options),
  }),
  advise: operation({
    summary: 'Say whether text is enough for a question, why not, and where to look.',
    request: adviseRequestSchema,
    reply: adviceSchema,
    run: async (library, request, options) => (await import('../library/advise.js')).advise(library, request, options),
  }),
  figures: operation({
    summary: 'List the figures, tables and pictures of a document, without pixels.',
    request: figuresRequestSchema,
    reply: figuresReplySchema,
    run: async (library, request) => (await import('../library/figures.js')).figures(library, request),
  }),
  locate: operation({
    summary: 'Find the page or chapter of a figure label, of wording, or of a question, with a crop to look at.',
    request: locateRequestSchema,
    reply: locateReplySchema,
    run: async (library, request, options) => (await import('../library/locate.js')).locate(library, request, options),
  }),
  read: operation({
    summary: 'Read the original text of one page or chapter, with where each piece stands.',
    request: readRequestSchema,
    reply: readReplySchema,
    run: async (library, request) => (await import('../library/read.js')).read(library, request),
  }),
  chapters: operation({
    summary: 'List the chapters of an EPUB in order.',
    request: chaptersRequestSchema,
    reply: chaptersReplySchema,
    run: async (library, request) => (await import('../library/read.js')).chapters(library, request),
  }),
  render: operation({
    summary: 'Render one page of a PDF or image, or a crop of it, as a PNG.',
    request: renderRequestSchema,
    reply: pictureReplySchema,
    run: async (library, request, options) => (await import('../library/render.js')).render(library, request, options),
  }),
  image: operation({
    summary: 'Get one picture of an EPUB by its href.',
    request: imageRequestSchema,
    reply: pictureReplySchema,
    run: async (library, request, options) => (await import('../library/render.js')).image(library, request, options),
  }),
  page: operation({
    summary: 'A PDF page, or a part of it, as SVG with every element named, its spans and its regions.',
    request: pageRequestSchema,
    reply: pageReplySchema,
    run: async (library, request, options) => (await import('../answers/page.js')).page(library, request, options),
  }),
  prove: operation({
    summary: 'Whether a text is really visible on a PDF page, by two parsers and the pixels; or why it is not proven.',
    request: proveRequestSchema,
    reply: proveReplySchema,
    run: async (library, request) => (await import('../answers/prove.js')).prove(library, request),
  }),
  tables: operation({
    summary: 'The tables of a PDF, or of one page, cell by cell, each cell proven or with the reason why not.',
    request: tablesRequestSchema,
    reply: tablesReplySchema,
    run: async (library, request, options) => (await import('../answers/tables.js')).tables(library, request, options),
  }),
  ask: operation({
    summary: 'Answer a question with the exact value that a PDF prints, borne out down to the glyphs, or say why not.',
    request: askRequestSchema,
    reply: askReplySchema,
    run: async (library, request, options) =>
      (await import('../answers/answer-view.js')).askAndShow(library, request, options),
  }),
  charts: operation({
    summary: 'The charts of a PDF, or of one page: every printed value with its series, category, period and unit.',
    request: chartsRequestSchema,
    reply: chartsReplySchema,
    run: async (library, request, options) => (await import('../answers/charts.js')).charts(library, request, options),
  }),
  collisions: operation({
    summary: 'Pairs of entities of a DXF or DWG drawing that lie on each other, the worst first.',
    request: collisionsRequestSchema,
    reply: collisionsReplySchema,
    run: async (library, request) =>
      (await import('../review/collisions/collisions.js')).collisions(request, library.limits),
  }),
  entities: operation({
    summary: 'Entities of a DXF or DWG drawing with their boxes, and what could not be read.',
    request: entitiesRequestSchema,
    reply: entitiesReplySchema,
    run: async (library, request) => (await import('../review/entities.js')).entities(request, library.limits),
  }),
  'review-page': operation({
    summary: 'One HTML file that shows a PDF page with its spans, regions, tables and refusals.',
    request: reviewPageRequestSchema,
    reply: reviewPageReplySchema,
    run: async (library, request, options) =>
      (await import('../answers/review-page.js')).reviewPage(library, request, options),
  }),
  plan: operation({
    summary: 'Where to look at each sheet of a drawing (PDF, picture, DXF, DWG), and how sharply.',
    request: planRequestSchema,
    reply: planReplySchema,
    run: async (library, request, options) =>
      (await import('../sight/plan.js')).plan(request, await contextOf(library), {
        ...(options.overlay === undefined ? {} : { overlay: options.overlay }),
        spared: sparedFor(library, request.file, options),
      }),
  }),
  inspect: operation({
    summary: 'Legible pictures of a place in a drawing: a window, a CAD entity, or a part of a picture shown before.',
    request: inspectRequestSchema,
    reply: inspectReplySchema,
    run: async (library, request, options) =>
      (await import('../sight/inspect.js')).inspect(
        request,
        await contextOf(library),
        await pictureFolder(library, request.file, options),
      ),
  }),
  image_search: operation({
    summary: 'Find openly licensed pictures for a page: thumbnails to choose from.',
    request: imageSearchRequestSchema,
    reply: imageSearchReplySchema,
    run: async (library, request, { signal }) =>
      (await import('./image-operations.js')).imageSearch(library, request, signal),
  }),
  image_promote: operation({
    summary: 'Take one of them with its provenance.',
    request: imagePromoteRequestSchema,
    reply: imageTakeReplySchema,
    run: async (library, request, { signal }) =>
      (await import('./image-operations.js')).imagePromote(library, request, signal),
  }),
  credit_check: operation({
    summary: 'Whether slides visibly credit each picture that must be credited.',
    request: creditCheckRequestSchema,
    reply: creditCheckReplySchema,
    run: async (_library, request) => (await import('./image-operations.js')).creditCheck(request),
  }),
} as const;

/** Drawings are looked at as they lie on disk, outside of the library, with its limits, its settings and what it knows of models. */
async function contextOf(library: Library): Promise<DrawingContext> {
  const { withCalibration } = await import('../review/calibrate/calibrations.js');
  const { password } = library.options;
  const { limits, root } = library;
  const environment = withCalibration(library.environment, root);
  return { limits, environment, ...(password === undefined ? {} : { password }) };
}

const sparedFor = (library: Library, file: string, { inputs = [] }: CallOptions): Spared => ({
  files: [file, ...inputs],
  folders: [library.root, library.pictures.folder],
});

/** The folder that a caller named; else the pictures' cache, which holds what they are known by beside them. */
async function pictureFolder(library: Library, file: string, options: CallOptions): Promise<PictureFolder> {
  const { PictureFolder } = await import('../sight/picture-folder.js');
  if (options.output !== undefined) return new PictureFolder(options.output, sparedFor(library, file, options));
  const name = documentIdOf(digestOf(Buffer.from(resolve(file))));
  return new PictureFolder(
    join(dirname(library.pictures.folder), 'shown', name),
    { files: [], folders: [] },
    async (png) => (await library.pictures.put(png, 'image/png')).file,
  );
}

export type OperationName = keyof typeof OPERATIONS;

/** Those that work on the library's documents or on drawings; the commands about pictures have options of their own. */
export type LibraryOperationName = Exclude<OperationName, 'image_search' | 'image_promote' | 'credit_check'>;
