import { attribute, findAll } from './markup-tree.js';
import type { Publication } from './publication.js';

const ENCRYPTION_XML = 'META-INF/encryption.xml';
/** Obfuscation of fonts (IDPF and Adobe). Fonts are never needed, so this is no loss and gets no warning. */
const FONT_ALGORITHMS = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** The files that `encryption.xml` lists, by path. They keep their names and media types, but their bytes are noise. */
export async function readEncrypted(publication: Publication): Promise<ReadonlySet<string>> {
  const encrypted = new Set<string>();
  const path = publication.findFile(ENCRYPTION_XML);
  if (path === null) return encrypted;
  for (const data of findAll(await publication.readMarkup(path), 'EncryptedData')) {
    const algorithm = attributeOfFirst(data, 'EncryptionMethod', 'Algorithm');
    const uri = attributeOfFirst(data, 'CipherReference', 'URI');
    // Relative to the container root.
    const resolved = uri ? publication.resolve(uri, '', 'resource') : null;
    if (resolved?.kind !== 'file') continue;
    encrypted.add(resolved.path);
    if (!algorithm || !FONT_ALGORITHMS.has(algorithm)) {
      publication.note('content_encrypted', `${resolved.path} is encrypted (${algorithm ?? 'unknown algorithm'}).`);
    }
  }
  return encrypted;
}

function attributeOfFirst(data: Parameters<typeof findAll>[0], element: string, name: string): string | null {
  const [found] = findAll(data, element);
  return found ? attribute(found, name) : null;
}
