import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { AddReply } from '../../evidence/wire/document.js';
import type { ProveReply } from '../../evidence/wire/prove.js';
import { digestOf } from '../../store/objects.js';
import type { CallOptions, LibraryOperationName } from '../operations.js';
import { collect } from './collect.js';
import { EXIT_PARTLY, exitCodeOf } from './exit-codes.js';
import { harmless } from './harmless.js';
import { withLibrary } from './open-library.js';
import { progressLine } from './progress.js';
import { readJson } from './read-json.js';
import type { CommonOptions } from './run.js';

interface CommandShape {
  /** Positional arguments in commander's notation, and the request key that each fills. */
  readonly positionals: readonly [notation: string, key: string][];
  readonly options: readonly [flags: string, description: string, parse?: typeof collect][];
  readonly description: string;
}

const DOC: [string, string] = ['<doc>', 'doc'];
const WITHIN: [string, string] = ['--doc <doc>', 'only in this document: id, start of its digest, or a file'];
const FILE: [string, string] = ['<file>', 'file'];
const PAGE: [string, string] = ['--page <n>', 'page, counted from 1'];
const OUTPUT: [string, string] = ['-o, --output <file>', 'write the picture here as well'];

const COMMANDS: Readonly<Record<LibraryOperationName, CommandShape>> = {
  add: { positionals: [['<path...>', 'paths']], options: [], description: 'add files or folders' },
  list: { positionals: [], options: [], description: 'list the documents' },
  remove: { positionals: [DOC], options: [], description: 'take a document out' },
  search: {
    positionals: [['<query>', 'query']],
    options: [WITHIN, ['--limit <n>', 'hits at most (10)']],
    description: 'find passages, and whether their text is enough',
  },
  advise: {
    positionals: [['<query>', 'query']],
    options: [
      WITHIN,
      ['--hits <file>', 'a search reply (JSON) instead of a new search'],
      ['--hints <file>', 'what is known already (JSON)'],
    ],
    description: 'whether to look at a page, why, and at which',
  },
  figures: { positionals: [DOC], options: [], description: 'index of figures, tables and pictures' },
  locate: {
    positionals: [['[query]', 'query']],
    options: [
      WITHIN,
      ['--figure <label>', 'label such as "Figure 3" or 图3-1'],
      ['--probe <text>', 'wording that the page bears (repeatable)', collect],
    ],
    description: 'find the page or chapter to look at',
  },
  read: {
    positionals: [DOC],
    options: [
      PAGE,
      ['--chapter <href>', 'chapter of an EPUB'],
      ['--format <format>', 'text or markdown'],
      ['--hidden', 'also text that the page does not show'],
    ],
    description: 'text of a page or chapter with its spans',
  },
  chapters: { positionals: [DOC], options: [], description: 'chapters of an EPUB' },
  render: {
    positionals: [DOC],
    options: [
      PAGE,
      ['--crop <x0,y0,x1,y1>', 'part of the page; origin top left, pt (PDF) or px (image)'],
      ['--dpi <n>', 'pixels per 72 units (120; images 72)'],
      OUTPUT,
    ],
    description: 'picture of a page or of a crop',
  },
  image: {
    positionals: [DOC],
    options: [['--href <href>', 'path of the picture inside the EPUB'], OUTPUT],
    description: 'picture of an EPUB',
  },
  page: {
    positionals: [DOC],
    options: [
      PAGE,
      ['--svg <file>', 'write the SVG here'],
      ['--spans <file>', 'write the spans here (JSON)'],
      ['--crop <x0,y0,x1,y1>', 'only this part of the page, pt'],
      ['--layout <how>', 'vector, or model: the vision endpoint proposes the regions'],
      ['--inline', 'the SVG in the reply'],
    ],
    description: 'a page as SVG, its spans and regions',
  },
  prove: {
    positionals: [DOC],
    options: [
      PAGE,
      ['--text <text>', 'what the page is to show'],
      ['--box <x0,y0,x1,y1>', 'only where its centre lies in this box, pt'],
    ],
    description: 'whether a text is really visible on a page',
  },
  ask: {
    positionals: [['<question>', 'question']],
    options: [
      WITHIN,
      ['-o, --output <file>', 'write the answer here as well: .html for a browser, .png the cited place'],
    ],
    description: 'the exact printed value that answers a question, or why there is none',
  },
  tables: {
    positionals: [DOC],
    options: [
      PAGE,
      ['--csv <dir>', 'write each table as CSV into this folder'],
      ['--html <dir>', 'write each table as HTML into this folder'],
    ],
    description: 'tables, cell by cell',
  },
  charts: {
    positionals: [DOC],
    options: [PAGE, ['--full', 'with --json: also binding, axes, marks and the evidence of every field']],
    description: 'charts, value by value',
  },
  collisions: {
    positionals: [['<file>', 'file']],
    options: [
      ['--window <x0,y0,x1,y1>', 'only overlaps that touch this window, in world coordinates'],
      ['--layer <name>', 'only entities on this layer (repeatable)', collect],
      ['--min-overlap <ratio>', 'lowest ratio, 0 to 1 (0)'],
      ['--narrow', 'confirm the pairs of this page by their geometry'],
      ['--include-same-layer', 'pairs on one layer too'],
      ['--exclude-oversized <part>', 'leave out what covers this part of the drawing, up to 1'],
      ['--exclude-container-deg <n>', 'leave out what overlaps so many others (8), and'],
      ['--exclude-container-frac <part>', 'this part of them (0.25)'],
      ['--limit <n>', 'pairs at most (100)'],
      ['--offset <n>', 'pairs to pass over'],
    ],
    description: 'entities of a drawing that lie on each other',
  },
  entities: {
    positionals: [['<file>', 'file']],
    options: [
      ['--layout <name>', 'model, all, or the name of a layout (model)'],
      ['--type <type>', 'only this type, such as INSERT (repeatable)', collect],
      ['--layer <name>', 'only this layer (repeatable)', collect],
      ['--window <x0,y0,x1,y1>', 'only what touches this window, in world coordinates'],
      ['--brief', 'handle, type and box only'],
      ['--limit <n>', 'entities at most (2000)'],
      ['--offset <n>', 'entities to pass over'],
    ],
    description: 'entities of a drawing with their boxes',
  },
  'review-page': {
    positionals: [DOC],
    options: [PAGE, ['-o, --output <file>', 'write the HTML here'], ['--inline', 'the HTML in the reply']],
    description: 'a page with its evidence, to look at in a browser',
  },
  plan: {
    positionals: [FILE],
    options: [
      ['--frames <n>', 'only the first n sheets'],
      ['--level <level>', 'seen (default) or readable'],
      ['--max-tiles <n>', 'pictures of a sheet besides its overview (12)'],
      ['--overlay <dir>', 'draw each plan on its sheet, as PNG into this folder'],
    ],
    description: 'where to look at a drawing, and how sharply',
  },
  inspect: {
    positionals: [FILE],
    options: [
      ['--window <x0,y0,x1,y1>', 'a place in the drawing’s own coordinates'],
      ['--handle <handle>', 'a CAD entity'],
      ['--label <label>', 'a part of a picture shown before: overall, a tile of the plan, inspect-1…'],
      ['--cx <fraction>', 'with --label: middle of the part from the left edge (0.5)'],
      ['--cy <fraction>', 'with --label: middle of the part from the top edge (0.5)'],
      ['--span <fraction>', 'with --label: width of the part (1)'],
      ['--frame <n>', 'sheet, counted from 1'],
      ['--purpose <purpose>', 'text (default) or line'],
      ['-o, --output <dir>', 'write the pictures, and what their labels stand for, into this folder'],
    ],
    description: 'legible pictures of a place in a drawing',
  },
};

/** Options that name what to write: they are no part of the request. */
const FILE_OPTIONS: readonly string[] = ['output', 'svg', 'spans', 'csv', 'html', 'overlay'];

/** Options as requests name them. */
const snakeCased = (options: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
  );

/** The library's operations as commands. */
export function addLibraryCommands(program: Command, finish: (exitCode: number) => void): void {
  for (const [name, shape] of Object.entries(COMMANDS) as [LibraryOperationName, CommandShape][]) {
    const command = program.command(name).description(shape.description);
    for (const [notation] of shape.positionals) command.argument(notation);
    for (const [flags, description, parse] of shape.options) {
      if (parse) command.option(flags, description, parse);
      else command.option(flags, description);
    }
    command.action(async (...args: unknown[]) => {
      const common = program.opts<CommonOptions>();
      const options = command.opts<Record<string, unknown>>();
      const request = snakeCased(options);
      shape.positionals.forEach(([, key], i) => {
        if (args[i] !== undefined) request[key] = args[i];
      });
      finish(await runOperation(name, request, common));
    });
  }
}

async function runOperation(
  name: LibraryOperationName,
  request: Record<string, unknown>,
  common: CommonOptions,
): Promise<number> {
  const given = Object.entries(request);
  const files = Object.fromEntries(given.filter(([key]) => FILE_OPTIONS.includes(key)));
  const asked = Object.fromEntries(given.filter(([key]) => !FILE_OPTIONS.includes(key)));
  for (const key of ['hits', 'hints']) {
    if (typeof asked[key] === 'string') asked[key] = await readJson(asked[key]);
  }
  const [{ OPERATIONS }, { parseRequest }] = await Promise.all([
    import('../operations.js'),
    import('../parse-request.js'),
  ]);
  const operation = OPERATIONS[name];
  const takesFile = typeof asked.doc === 'string' && isFile(asked.doc);
  if (takesFile && name === 'remove') asked.doc = digestOf(await readFile(asked.doc as string));
  const addsFirst = takesFile && name !== 'remove';
  return withLibrary({ ...common, create: name === 'add' || addsFirst }, async (library, signal) => {
    const progress = progressLine(common.quiet ?? false);
    const callOptions: CallOptions = {
      onProgress: progress.show,
      signal,
      ...files,
      inputs: inputsOf(request, common),
    };
    try {
      if (addsFirst) asked.doc = await addFirst(library, asked.doc as string, callOptions);
      // The table pairs each operation with its own schema; the union of them can't be called as one.
      const run = operation.run as (l: typeof library, r: unknown, o: CallOptions) => Promise<unknown>;
      const reply = await run(library, parseRequest(operation.request, asked), callOptions);
      progress.clear();
      await print(name, reply, common.json ?? false);
      return exitCodeFor(name, reply);
    } finally {
      progress.clear();
    }
  });
}

/** The files that a call reads, which its outputs must not replace. */
const inputsOf = ({ doc, file, hits, hints }: Record<string, unknown>, { passwordFile }: CommonOptions): string[] =>
  [doc, file, hits, hints, passwordFile, process.env.GROUNDGLASS_CONFIG].filter((path) => typeof path === 'string');

type OpenLibrary = Parameters<Parameters<typeof withLibrary>[1]>[0];

const isFile = (doc: string): boolean => existsSync(doc) && statSync(doc).isFile();

/** A document named by its file is added first; its digest stands for it from then on. */
async function addFirst(library: OpenLibrary, path: string, options: CallOptions): Promise<string> {
  const { add } = await import('../../library/add.js');
  const { documents, failed } = await add(library, { paths: [path] }, options);
  const failure = failed[0];
  if (failure) throw GroundglassError.fromWire(failure.error as Parameters<typeof GroundglassError.fromWire>[0]);
  return (documents[0] as AddReply['documents'][number]).digest;
}

function exitCodeFor(name: LibraryOperationName, reply: unknown): number {
  if (name === 'add') return addExitCode(reply as AddReply);
  return name === 'prove' && !(reply as ProveReply).proven ? EXIT_PARTLY : 0;
}

/** All failed: bad input. Some failed, or something could only be found by words: partly. */
function addExitCode({ documents, failed }: AddReply): number {
  if (failed.length > 0 && documents.length === 0) return exitCodeOf('bad_input');
  const unembedded = documents.some((document) => document.warnings.some((warning) => warning.code === 'not_embedded'));
  return failed.length > 0 || unembedded ? EXIT_PARTLY : 0;
}

async function print(name: LibraryOperationName, reply: unknown, json: boolean): Promise<void> {
  if (json) {
    process.stdout.write(`${JSON.stringify(reply)}\n`);
    return;
  }
  const { asText } = await import('./text.js');
  process.stdout.write(`${harmless(asText(name, reply))}\n`);
}
