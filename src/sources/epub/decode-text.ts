const DECLARED_ENCODING = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
/** An XML declaration stands at the very start; this many bytes hold any that is not absurd. */
const DECLARATION_BYTES = 256;

/** Bytes of an XML document as text: by byte order mark, else by the encoding it declares, else UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  return decoderFor(bytes).decode(bytes);
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const declared = DECLARED_ENCODING.exec(start.replace(/^ï»¿/, ''))?.[1];
  // What is declared in single bytes can't be UTF-16, whatever it says.
  if (!declared || /^utf-?16/i.test(declared)) return new TextDecoder();
  try {
    return new TextDecoder(declared);
  } catch {
    // A label that nobody knows: nearly every book is UTF-8, and wrong bytes show as U+FFFD.
    return new TextDecoder();
  }
}
