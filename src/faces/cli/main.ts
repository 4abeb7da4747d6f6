#!/usr/bin/env node
import { run } from './run.js';

// A reader that has seen enough (`| head`) closes the pipe: that is no error of this program.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv);
