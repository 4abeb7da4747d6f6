/** Serves pages that an agent writes, and says of one that it is there only after it has seen it: fail-closed delivery. */
import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.png': 'image/png' };

export function pageServer(folder: string): Server {
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pages');
    try {
      const bytes = await readFile(join(folder, normalize(decodeURIComponent(pathname))));
      const type = TYPES[extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
}

export interface Delivery {
  readonly url: string;
}

/**
 * The address of a page, once it is certain: written to disk since `since`, answering 200, embedding every picture.
 * @param since milliseconds since 1970: when the turn began
 * @param pictures addresses as they stand in the page
 * @throws Error saying what is missing
 */
export async function delivered(
  origin: string,
  folder: string,
  path: string,
  since: number,
  pictures: readonly string[],
): Promise<Delivery> {
  const written = await stat(join(folder, path)).catch(() => null);
  if (written === null) throw new Error(`No page was made: ${path} is not there.`);
  if (written.mtimeMs < since) throw new Error(`No page was made: ${path} is from before.`);
  const url = `${origin}/${path}`;
  const reply = await fetch(url);
  if (reply.status !== 200) throw new Error(`The page answers ${reply.status}.`);
  const html = await reply.text();
  const missing = pictures.filter((it) => !html.includes(`src="${it}"`));
  if (missing.length > 0) throw new Error(`The page lacks ${missing.join(', ')}.`);
  for (const picture of pictures) {
    const { status } = await fetch(new URL(picture, url));
    if (status !== 200) throw new Error(`${picture} answers ${status}.`);
  }
  return { url };
}
