/** Words of a server, or about one, without the keys in force, in whatever way they were written. */
export function redact(text: string, keys: readonly string[]): string {
  let clean = text;
  for (const key of keys.filter((it) => it !== '')) {
    for (const form of new Set([key, encodeURIComponent(key), new URLSearchParams({ key }).toString().slice(4)])) {
      clean = clean.replaceAll(form, '[key]');
    }
  }
  // A key that somebody else put into an address.
  return clean.replace(/([?&](?:key|api_?key|token)=)[^&\s"'<>]+/gi, '$1[key]');
}
