/** A page at Wikimedia Commons that an address means: a file by its name, or by its number. */
export type CommonsPage = { readonly title: string } | { readonly id: string };

/** Null for an address that is no page of a file. Whether its host is Commons is not asked here. */
export function commonsPage(address: string): CommonsPage | null {
  if (!URL.canParse(address)) return null;
  const { pathname, searchParams } = new URL(address);
  const id = searchParams.get('curid');
  if (id !== null && /^\d{1,12}$/.test(id)) return { id };
  const title = /^\/(?:[^/]+\/)?wiki\/(File:.+)$/.exec(decodedPath(pathname))?.[1] ?? searchParams.get('title');
  return title?.startsWith('File:') ? { title: title.replaceAll('_', ' ') } : null;
}

/** A path without its escapes; as it is where they are none. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
