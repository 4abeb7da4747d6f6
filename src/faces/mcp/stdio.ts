import { pipeline } from 'node:stream';
import { INVALID_REQUEST, type McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { BoundedLines } from './bounded-lines.js';

/** One message; over HTTP a body may be as large. The transport would close on a line of more than 10 MB. */
const MAX_LINE_BYTES = 8 * 2 ** 20;

/** Serves one client over this process's stdin and stdout, till it goes away or `signal` aborts. */
export async function serveMcpOverStdio(create: () => McpServer, signal?: AbortSignal): Promise<void> {
  const lines = new BoundedLines(MAX_LINE_BYTES, (start, end) => {
    const message = `The message is longer than ${MAX_LINE_BYTES} bytes and was not read. Send less at once, for example fewer hits.`;
    process.stderr.write(`groundglass: ${message}\n`);
    const error = { code: INVALID_REQUEST, message };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: idIn(start, end), error })}\n`);
  });
  const clientGone = new Promise<void>((resolve) => {
    pipeline(process.stdin, lines, () => resolve());
    lines.once('end', resolve);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    if (signal?.aborted) resolve();
  });
  const handle = serveStdio(create, {
    transport: new StdioServerTransport(lines, process.stdout),
    onerror: (error) => void process.stderr.write(`groundglass: ${error.message}\n`),
  });
  await clientGone;
  await handle.close();
  // A process that was told to end does not wait for its client.
  process.stdin.destroy();
}

/** The id of a request of which only the ends are known; null where it stands in neither. */
function idIn(start: string, end: string): string | number | null {
  const found = ID_IN_FRONT.exec(start) ?? ID_AT_THE_END.exec(end);
  return found ? JSON.parse(found[1] as string) : null;
}

const ID = '"id"\\s*:\\s*(-?\\d+|"[^"\\\\]*")';
/** Right after the version, or as the very first member. */
const ID_IN_FRONT = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?${ID}\\s*,`);
/** What stands before the last brace is a member of the message itself. */
const ID_AT_THE_END = new RegExp(`[,{]\\s*${ID}\\s*\\}\\s*$`);
