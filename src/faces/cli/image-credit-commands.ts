import type { Command } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { CreditCheckReply } from '../../evidence/wire/take.js';
import { EXIT_PARTLY } from './exit-codes.js';
import { harmless } from './harmless.js';
import { type FolderFlags, placeIn, withFolderOptions } from './image-options.js';
import type { CommonOptions } from './run.js';

/** Commands that list the credits of the pictures of a folder, and look for them on slides. */
export function addImageCreditCommands(images: Command, finish: (exitCode: number) => void): void {
  const isJson = (): boolean => images.optsWithGlobals<CommonOptions>().json ?? false;

  images
    .command('check')
    .description(
      'whether slides and pages visibly credit each picture that must be credited; exit 1 where one does not',
    )
    .argument('<slides...>', 'SVG or HTML files')
    .option('--manifest <file>', 'image_sources.json (else looked for near each slide)')
    .action(async (slides: string[], { manifest }: FolderFlags) => {
      const { checkCredits } = await import('../../acquire/check/check-credits.js');
      const reply = await checkCredits(slides, manifest ?? null);
      process.stdout.write(isJson() ? `${JSON.stringify(reply)}\n` : harmless(checkText(reply)));
      finish(reply.slides.some((slide) => slide.images.some(({ credited }) => credited === false)) ? EXIT_PARTLY : 0);
    });

  withFolderOptions(images.command('credits'))
    .description('the credits of the pictures of a folder')
    .option('--format <format>', 'markdown, html or json', 'markdown')
    .action(async (flags: FolderFlags & { readonly format: string }) => {
      const [{ creditsOf, creditsMarkdown, creditsHtml }, { readManifest }] = await Promise.all([
        import('../../acquire/credits.js'),
        import('../../acquire/manifest.js'),
      ]);
      const credits = creditsOf(readManifest(placeIn(flags).manifestPath));
      const json = (): string => `${JSON.stringify({ credits })}\n`;
      const writers = new Map([
        ['json', json],
        ['markdown', () => harmless(creditsMarkdown(credits))],
        ['html', () => creditsHtml(credits)],
      ]);
      const write = writers.get(flags.format);
      if (write === undefined) {
        throw new GroundglassError('bad_argument', `--format ${flags.format} is none.`, 'Say markdown, html or json.');
      }
      process.stdout.write((isJson() ? json : write)());
      finish(0);
    });
}

function checkText({ slides }: CreditCheckReply): string {
  const lines = slides.flatMap(({ file, images, limitations }) => [
    file,
    ...images.map(({ href, credited, why, license_tier }) => {
      const mark = credited === null ? '·' : credited ? '✓' : '✗';
      return `  ${mark} ${href}  ${why ?? (credited === null ? license_tier : 'credited')}`;
    }),
    ...limitations.map((it) => `  ! ${it}`),
  ]);
  return `${lines.join('\n')}\n`;
}
