import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { SearchContext } from '../../acquire/take-best.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { ImageRequest, ImageSearchReply } from '../../evidence/wire/candidates.js';
import { imageOrientationSchema, imageProviderSchema } from '../../evidence/wire/images.js';
import { collect } from './collect.js';
import { EXIT_PARTLY } from './exit-codes.js';
import { harmless } from './harmless.js';
import { acquireSettings, type FolderFlags, placeIn, withFolderOptions } from './image-options.js';
import { batchText, rowText, searchText } from './image-search-text.js';
import { interruptible } from './interruptible.js';
import { libraryFolder } from './open-library.js';
import type { CommonOptions } from './run.js';
import { settings } from './settings.js';

interface PageFlags extends FolderFlags {
  readonly saveCandidates?: boolean;
  readonly maxCandidates: string;
  readonly review?: boolean;
}

interface SearchFlags extends PageFlags {
  readonly filename: string;
  readonly queryVariant: readonly string[];
  readonly slide: string;
  readonly purpose: string;
  readonly orientation: ImageRequest['orientation'];
  readonly minWidth: string;
  readonly minHeight: string;
  readonly provider?: NonNullable<ImageRequest['provider']>;
  readonly strictNoAttribution?: boolean;
  readonly requireTerms: readonly string[];
  readonly candidatePage: string;
  readonly explain?: boolean;
}

interface BatchFlags extends PageFlags {
  readonly concurrency?: string;
}

/** Looks for licensed pictures: one, or all of a list. */
export function addImageSearchCommands(images: Command, program: Command, finish: (exitCode: number) => void): void {
  const isJson = (): boolean => program.opts<CommonOptions>().json ?? false;

  withPageOptions(images.command('search'))
    .description('find one licensed picture: the best by its words is taken, or thumbnails are prepared to choose from')
    .argument('<query>', 'the shortest phrase that keeps the identity; no wishes, no "without"')
    .requiredOption('--filename <name>', 'what the picture is called in its folder')
    .option('--query-variant <query>', 'a translation, another spelling, an alias (repeatable)', collect, [])
    .option('--slide <slide>', 'which slide it is for', '')
    .option('--purpose <text>', 'what for: background, hero, side, accent, …', '')
    .addOption(new Option('--orientation <shape>', 'shape').choices(imageOrientationSchema.options).default('any'))
    .option('--min-width <px>', 'of the downloaded picture', '1200')
    .option('--min-height <px>', 'of the downloaded picture', '800')
    .addOption(new Option('--provider <name>', 'ask only this one').choices(imageProviderSchema.options))
    .option('--strict-no-attribution', 'only what needs no credit: CC0, public domain, Pexels, Pixabay')
    .option('--require-terms <terms>', 'names it must have: a comma parts groups, | aliases (repeatable)', collect, [])
    .option('--candidate-page <n>', 'page of thumbnails', '1')
    .option('--explain', 'print why each candidate stands where it stands')
    .action(async (query: string, flags: SearchFlags) => {
      const [{ searchImages }, { pictureName }] = await Promise.all([
        import('../../acquire/search.js'),
        import('../../acquire/filenames.js'),
      ]);
      const place = placeIn(flags);
      const page = wholeNumber('--candidate-page', flags.candidatePage, 1);
      const pageSize = wholeNumber('--max-candidates', flags.maxCandidates, 0);
      if (pageSize === 0 && page > 1)
        throw wrong('--candidate-page', 'all candidates are on page 1 with --max-candidates 0');
      const task = {
        request: requestIn(query, flags),
        target: { ...place, filename: pictureName(flags.filename) },
        thumbnails: flags.saveCandidates ?? false,
        pageSize,
        page,
      };
      const reply = await searching(program, flags, (context) => searchImages(task, context));
      print(isJson(), reply, searchText(reply, flags.explain ?? false, place.folder));
      for (const limitation of reply.limitations) process.stderr.write(harmless(`limitation: ${limitation}\n`));
      for (const warning of reply.warnings) process.stderr.write(harmless(`warning: ${warning}\n`));
      finish(exitCodeOf(reply.status));
    });

  withPageOptions(images.command('batch'))
    .description('find the pictures of a list, and write down in it how each one stands')
    .argument('<file>', 'image_queries.json')
    .option('--concurrency <n>', 'rows at the same time (IMAGE_SEARCH_CONCURRENCY, else 3)')
    .action(async (file: string, flags: BatchFlags) => {
      const [{ isSettled, runBatch }, { concurrencyFrom }] = await Promise.all([
        import('../../acquire/batch.js'),
        import('../../acquire/settings.js'),
      ]);
      const path = resolve(file);
      const concurrency = concurrencyFrom(flags.concurrency ?? process.env.IMAGE_SEARCH_CONCURRENCY);
      const isQuiet = program.opts<CommonOptions>().quiet ?? false;
      const task = {
        path,
        ...placeIn(flags, path),
        thumbnails: flags.saveCandidates ?? false,
        pageSize: wholeNumber('--max-candidates', flags.maxCandidates, 0),
        concurrency,
        onRow: (reply: ImageSearchReply): void => {
          if (!isQuiet) process.stderr.write(harmless(`${rowText(reply)}\n`));
        },
      };
      const reply = await searching(program, flags, (context) => runBatch(task, context), PATIENT_MS);
      print(isJson(), reply, batchText(reply));
      finish(isSettled(reply) ? 0 : EXIT_PARTLY);
    });
}

/** A batch is left to itself, and may wait out a minute's limit. */
const PATIENT_MS = 90_000;

const withPageOptions = (command: Command): Command =>
  withFolderOptions(command)
    .option('--save-candidates', 'prepare a page of thumbnails instead of taking a picture')
    .option('--max-candidates <n>', 'candidates of one page; 0 for all', '8')
    .option(
      '--review',
      'let the vision model look at each page (GROUNDGLASS_VISION_URL, _MODEL), with --save-candidates',
    );

/** Runs a search with the settings in force; waits for a provider's limit are told as they begin. */
async function searching<T>(
  program: Command,
  flags: PageFlags,
  work: (context: SearchContext) => Promise<T>,
  patienceMs?: number,
): Promise<T> {
  const { openProviders } = await import('../../acquire/providers/providers.js');
  const isQuiet = program.opts<CommonOptions>().quiet ?? false;
  const reviewer = await reviewerOf(flags, program.opts<CommonOptions>());
  const acquire = acquireSettings(program.opts<CommonOptions>());
  const providers = openProviders(acquire, {
    patienceMs,
    onWait: ({ provider, ms, why }) => {
      if (!isQuiet) process.stderr.write(harmless(`waiting ${Math.ceil(ms / 1_000)} s for ${provider}: ${why}\n`));
    },
  });
  try {
    return await interruptible('What was finished is kept.', (signal) =>
      work({ settings: acquire, providers, reviewer, signal }),
    );
  } finally {
    await providers.close();
  }
}

/** Null where no review is asked for. @throws GroundglassError `bad_argument`, `engine_missing` before anything is asked */
async function reviewerOf(flags: PageFlags, { library }: CommonOptions) {
  if (!flags.review) return null;
  if (!flags.saveCandidates) throw wrong('--review', 'there are only thumbnails to review with --save-candidates');
  const { reviewerFrom } = await import('../../acquire/look/model-review.js');
  return reviewerFrom(settings(libraryFolder(library)));
}

const requestIn = (query: string, flags: SearchFlags): ImageRequest => ({
  query,
  query_variants: [...flags.queryVariant],
  slide: flags.slide,
  purpose: flags.purpose,
  orientation: flags.orientation,
  provider: flags.provider ?? null,
  strict_no_attribution: flags.strictNoAttribution ?? false,
  required_terms: [...flags.requireTerms],
  min_width: wholeNumber('--min-width', flags.minWidth, 1),
  min_height: wholeNumber('--min-height', flags.minHeight, 1),
});

/** A picture, or a page to choose one from, is what was asked for. */
const exitCodeOf = (status: ImageSearchReply['status']): number =>
  status === 'Sourced' || status === 'Needs-Selection' ? 0 : EXIT_PARTLY;

function wholeNumber(flag: string, given: string, least: number): number {
  if (/^\d{1,7}$/.test(given) && Number(given) >= least) return Number(given);
  throw wrong(flag, `${JSON.stringify(given)} is no whole number from ${least} on`);
}

const wrong = (flag: string, why: string): GroundglassError =>
  new GroundglassError('bad_argument', `${flag}: ${why}.`, 'Run groundglass images search --help.');

function print(json: boolean, reply: unknown, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(reply)}\n` : `${harmless(text)}\n`);
}
