#!/usr/bin/env node
import { run } from './run.js';

// A reader that has seen enough (`| head`) closes the pipe: that is no error of this program.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

process.exitCode = await run(process.argv);
