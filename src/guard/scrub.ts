import type { FoundPicture, TextShape } from './picture.js';

/**
 * A JSON text with each picture replaced, in its place and in its dialect, by words; all else stays byte for byte. The
 * text that is given stays as it is: a model that sees gets its pictures back from it.
 *
 * @param text the JSON that the pictures were found in
 * @param wordsFor what to say in a picture's stead; pictures are numbered from 1, in reading order
 */
export function scrub(
  text: string,
  pictures: readonly FoundPicture[],
  wordsFor: (picture: FoundPicture, number: number) => string,
): string {
  const replacements = new Map<number, { readonly end: number; json: string; readonly pieces: Piece[] }>();
  pictures.forEach((picture, i) => {
    const { place } = picture;
    const words = wordsFor(picture, i + 1);
    if (place.kind === 'value') {
      const said = place.kept === '' ? words : `${place.kept}\n${words}`;
      replacements.set(place.start, { end: place.end, json: textAs(place.text, picture.role, said), pieces: [] });
    } else {
      const at = replacements.get(place.start) ?? { end: place.end, json: '', pieces: [] };
      at.pieces.push({
        from: place.from,
        to: place.to,
        words: picture.carrier.kind === 'path' ? `"${picture.carrier.path}" ${words}` : words,
      });
      at.json = JSON.stringify(spliced(place.string, at.pieces));
      replacements.set(place.start, at);
    }
  });
  const edits = [...replacements]
    .sort(([a], [b]) => a - b)
    .map(([from, { end, json }]) => ({ from, to: end, words: json }));
  return spliced(text, edits);
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** @param pieces in order, without overlap */
function spliced(text: string, pieces: readonly Piece[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, words } of pieces) {
    parts.push(text.slice(at, from), words);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function textAs(shape: TextShape, role: FoundPicture['role'], text: string): string {
  if (shape === 'string') return JSON.stringify(text);
  if (shape !== 'message') return JSON.stringify({ type: shape, text });
  const speaker = role === 'assistant' ? 'assistant' : 'user';
  const type = speaker === 'assistant' ? 'output_text' : 'input_text';
  return JSON.stringify({ type: 'message', role: speaker, content: [{ type, text }] });
}
