import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

/**
 * pdf.js asks for its data files (character maps, standard fonts, colour profiles, decoders) as a browser would. In this
 * thread such requests read files of its package, and nothing else: no other path, and never the network.
 */
export function serveDataFiles(root: string): void {
  const within = (name: string): string => {
    const path = resolve(name);
    if (!path.startsWith(root + sep)) throw new Error('only the engine\u2019s own files can be read');
    return path;
  };
  const scope = globalThis as unknown as Record<string, unknown>;
  scope.fetch = async (name: string) => {
    const bytes = new Uint8Array(await readFile(within(name)));
    return { ok: true, bytes: async () => bytes };
  };
  scope.XMLHttpRequest = class {
    private path = '';
    response: ArrayBuffer | undefined;

    open(_method: string, name: string): void {
      this.path = within(name);
    }

    send(): void {
      this.response = new Uint8Array(readFileSync(this.path)).buffer;
    }
  };
}
