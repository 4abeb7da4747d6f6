// One process that runs command after command with the built program, so that only the first pays for loading it. Each
// command evaluates the program's entry anew; modules below it stay loaded.
import { pathToFileURL } from 'node:url';

const [, , program] = process.argv;
let commands = 0;
// The entry listens to both streams each time.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

process.on('disconnect', () => process.exit());
process.on('message', async ({ args, env, cwd }) => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  const [stdout, stderr] = [caught(process.stdout), caught(process.stderr)];
  commands += 1;
  await import(`${pathToFileURL(program).href}?${commands}`);
  process.send({ code: process.exitCode ?? 0, stdout: stdout.end(), stderr: stderr.end() });
  process.exitCode = undefined;
});

/** What is written to a stream until `end`. */
function caught(stream) {
  const pieces = [];
  const { write } = stream;
  stream.write = (piece, encoding, done) => {
    pieces.push(
      typeof piece === 'string' ? Buffer.from(piece, typeof encoding === 'string' ? encoding : 'utf8') : piece,
    );
    (typeof encoding === 'function' ? encoding : done)?.();
    return true;
  };
  return {
    end() {
      stream.write = write;
      return Buffer.concat(pieces).toString();
    },
  };
}
