import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { Library } from '../../library/library.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** A digest and a known ending, nothing that a path could be made of. */
const PICTURE_NAME = /^[0-9a-f]{64}\.(png|jpg|gif|webp)$/;

export const pictureUri = (name: string): string => `groundglass://picture/${name}`;

/** A picture of the cache by its name; null for one that is not there (any more), and for any other name. */
export async function readPicture(
  library: Library,
  name: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; mediaType: string } | null> {
  const ending = PICTURE_NAME.exec(name)?.[1];
  if (ending === undefined) return null;
  const bytes = await readFile(join(library.pictures.folder, name)).catch(() => null);
  return bytes === null ? null : { bytes: new Uint8Array(bytes), mediaType: MEDIA_TYPES[ending] as string };
}

/** Lets a client read the pictures that replies link to. They are not listed: a name is known from a reply alone. */
export function registerPictures(server: McpServer, library: Library): void {
  server.registerResource(
    'picture',
    new ResourceTemplate(pictureUri('{name}'), { list: undefined }),
    { description: 'A picture that render or image has made, by the link in its reply.' },
    async (uri, { name }) => {
      const picture = await readPicture(library, String(name));
      if (picture === null) throw new ResourceNotFoundError(uri.href, 'No such picture in the cache: render it again.');
      return {
        contents: [{ uri: uri.href, mimeType: picture.mediaType, blob: Buffer.from(picture.bytes).toString('base64') }],
      };
    },
  );
}
