import type { Command } from 'commander';

/** Commands that serve other programs. */
export function addServerCommands(program: Command, finish: (exitCode: number) => void): void {
  program
    .command('doctor')
    .description('which engines, models and stores are available, and why not')
    .action(async () => {
      const { doctor } = await import('./doctor.js');
      finish(await doctor(program.opts()));
    });
}
