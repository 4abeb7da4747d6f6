import type { Command } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { ImageItem } from '../../evidence/wire/images.js';
import type { ImageTakeReply } from '../../evidence/wire/take.js';
import { EXIT_PARTLY } from './exit-codes.js';
import { harmless } from './harmless.js';
import {
  acquireSettings,
  DEFAULT_MIN_HEIGHT,
  DEFAULT_MIN_WIDTH,
  type FolderFlags,
  filenameIn,
  placeIn,
  sizeIn,
  withFolderOptions,
} from './image-options.js';
import { interruptible } from './interruptible.js';
import type { CommonOptions } from './run.js';

interface TakeFlags extends FolderFlags {
  readonly filename?: string;
  readonly slide?: string;
  readonly purpose?: string;
  readonly minWidth?: string;
  readonly minHeight?: string;
  readonly checkedBy?: string;
}

const KEPT = 'No picture was kept without its entry in the manifest.';

/** Commands that take exactly one picture each, and take one away. */
export function addImageTakingCommands(images: Command, finish: (exitCode: number) => void): void {
  const common = (): CommonOptions => images.optsWithGlobals<CommonOptions>();
  const destinationIn = (flags: TakeFlags) => ({
    ...placeIn(flags, flags.batch),
    filename: filenameIn(flags.filename),
    batch: flags.batch,
  });
  const show = (reply: ImageTakeReply): void => {
    process.stdout.write(common().json ? `${JSON.stringify(reply)}\n` : harmless(takeText(reply)));
    finish(reply.status === 'Sourced' ? 0 : EXIT_PARTLY);
  };

  taking(images.command('promote'))
    .description('make a candidate of a prepared page the picture: one download, its licence read again')
    .argument(
      '[candidate]',
      'its number, or candidate_03.jpg; left out: the one that a model selected (search --review)',
    )
    .option(
      '--checked-by <who>',
      'who looked at the thumbnails: person, model or none (else model where it selected this one, none otherwise)',
    )
    .action(async (candidate: string | undefined, flags: TakeFlags) => {
      const destination = destinationIn(flags);
      const checkedBy = checkerIn(flags.checkedBy);
      const [{ promote }, { openProviders }] = await Promise.all([
        import('../../acquire/promote.js'),
        import('../../acquire/providers/providers.js'),
      ]);
      const settings = acquireSettings(common());
      const providers = openProviders(settings);
      try {
        show(
          await interruptible(KEPT, (signal) =>
            promote({ ...destination, candidate, checkedBy }, { settings, providers, signal }),
          ),
        );
      } finally {
        await providers.close();
      }
    });

  sized(taking(images.command('from-url')))
    .description('take the picture at an address; its rights are yours to see to')
    .argument('<url>', 'of the picture itself')
    .action(async (url: string, flags: TakeFlags) => {
      const request = { ...destinationIn(flags), ...choiceIn(flags), url };
      const { fromUrl } = await import('../../acquire/from-url.js');
      const settings = acquireSettings(common());
      show(await interruptible(KEPT, (signal) => fromUrl(request, { settings, signal })));
    });

  sized(taking(images.command('adopt')))
    .description('take one picture of an adopted page; its rights are yours to see to')
    .argument('<package>', 'folder that from-page made')
    .argument('<image>', 'its number in the package, or its file')
    .action(async (folder: string, image: string, flags: TakeFlags) => {
      const request = { ...destinationIn(flags), ...choiceIn(flags), package: folder, image };
      const { adopt } = await import('../../acquire/adopt.js');
      show(await adopt(request));
    });

  images
    .command('from-page')
    .description('adopt a web page as a package: Markdown, its pictures, image_manifest.json')
    .argument('<url>', 'of the page')
    .option('-o, --output <dir>', 'folder for the package (else this one)')
    .action(async (url: string, flags: FolderFlags) => {
      const { adoptPage } = await import('../../acquire/adopt-page.js');
      const settings = acquireSettings(common());
      const reply = await interruptible('The package is not whole.', (signal) =>
        adoptPage(url, placeIn(flags).folder, { settings, signal }),
      );
      const lines = reply.images.map(({ file, width, height, alt }) => `  ${file}  ${width} × ${height}  ${alt}`);
      process.stdout.write(
        common().json ? `${JSON.stringify(reply)}\n` : harmless(`${[reply.package, ...lines].join('\n')}\n`),
      );
      finish(0);
    });

  withFolderOptions(images.command('remove'))
    .description('take a picture away with its entry in the manifest')
    .argument('<filename>')
    .action(async (filename: string, flags: FolderFlags) => {
      const { folder, manifestPath } = placeIn(flags);
      const { removePicture } = await import('../../acquire/remove.js');
      const removed = await removePicture(folder, manifestPath, filename);
      process.stdout.write(common().json ? `${JSON.stringify({ removed })}\n` : harmless(`Removed ${removed}.\n`));
      finish(0);
    });
}

const taking = (command: Command): Command =>
  withFolderOptions(command)
    .option('--filename <name>', 'bare name of the picture, such as team.jpg')
    .option('--batch <file>', 'the image_queries.json whose row of this name is updated');

const sized = (command: Command): Command =>
  command
    .option('--slide <slide>', 'the slide it is for')
    .option('--purpose <text>', 'what it is for')
    .option('--min-width <px>', `least width of the file (${DEFAULT_MIN_WIDTH})`)
    .option('--min-height <px>', `least height of the file (${DEFAULT_MIN_HEIGHT})`);

const choiceIn = ({ slide = '', purpose = '', minWidth, minHeight }: TakeFlags) => ({
  slide,
  purpose,
  minWidth: sizeIn(minWidth, DEFAULT_MIN_WIDTH),
  minHeight: sizeIn(minHeight, DEFAULT_MIN_HEIGHT),
});

function checkerIn(given: string | undefined): ImageItem['checked_by'] | undefined {
  if (given === undefined || given === 'person' || given === 'model' || given === 'none') return given;
  throw new GroundglassError('bad_argument', `--checked-by ${given} is none.`, 'Say person, model or none.');
}

function takeText({ status, item, warnings, error }: ImageTakeReply): string {
  if (item === null) return `${status}: ${error?.message}\n  ${error?.next_step}\n`;
  const credit = item.attribution_text === '' ? 'Its rights are yours to see to.' : item.attribution_text;
  return `${[`${status}: ${item.filename}, ${item.width} × ${item.height} px`, `  ${credit}`, ...warnings.map((it) => `  ${it}`)].join('\n')}\n`;
}
