import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Library } from '../../library/library.js';
import { createMcpServer, type McpOptions } from './server.js';

/** Serves one client over this process's stdin and stdout, till it goes away or `signal` aborts. */
export async function serveMcpOverStdio(library: Library, options: McpOptions, signal?: AbortSignal): Promise<void> {
  const handle = serveStdio(() => createMcpServer(library, options));
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    if (signal?.aborted) resolve();
  });
  await handle.close();
}
