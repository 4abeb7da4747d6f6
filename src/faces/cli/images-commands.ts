import type { Command } from 'commander';
import { addImageCreditCommands } from './image-credit-commands.js';
import { addImageSearchCommands } from './image-search-commands.js';
import { addImageTakingCommands } from './image-taking-commands.js';

/** Commands that find licensed pictures, keep them with their provenance, and see to their credits. */
export function addImageCommands(program: Command, finish: (exitCode: number) => void): void {
  const images = program
    .command('images')
    .description('licensed pictures: find one, keep it with its provenance, credit it');
  addImageSearchCommands(images, program, finish);
  addImageTakingCommands(images, finish);
  addImageCreditCommands(images, finish);
}
