import { type Edit, edited, textAs } from './edits.js';
import type { FoundPicture, Place } from './picture.js';

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
  return edited(text, scrubbing(pictures.map((picture, i) => ({ picture, words: wordsFor(picture, i + 1) }))));
}

/** A picture and what is said in its stead. */
export interface InWords {
  readonly picture: FoundPicture;
  readonly words: string;
}

/** The edits that put pictures into words. @param appended texts that a string of the conversation gets at its end */
export function scrubbing(pictures: readonly InWords[], appended: readonly Appended[] = []): Edit[] {
  const strings = new Map<number, { readonly place: Appended; readonly pieces: Edit[] }>();
  const piecesOf = (place: Appended): Edit[] => {
    const known = strings.get(place.start) ?? { place, pieces: [] };
    strings.set(place.start, known);
    return known.pieces;
  };
  const values = pictures.flatMap(({ picture, words }): Edit[] => {
    const { place, role, carrier } = picture;
    if (place.kind === 'piece') {
      // A path in quotes is still read by the agent, but no longer loaded.
      const said = carrier.kind === 'path' ? `"${carrier.path}" ${words}` : words;
      piecesOf({ ...place, text: '' }).push({ from: place.from, to: place.to, text: said });
      return [];
    }
    const said = place.kept === '' ? words : `${place.kept}\n${words}`;
    return [{ from: place.start, to: place.end, text: textAs(place.text, role, said) }];
  });
  for (const it of appended) piecesOf(it).push({ from: it.string.length, to: it.string.length, text: it.text });
  const texts = [...strings.values()].map(
    ({ place, pieces }): Edit => ({
      from: place.start,
      to: place.end,
      text: JSON.stringify(edited(place.string, pieces)),
    }),
  );
  return [...values, ...texts];
}

/** A string of the conversation, in the JSON and as it reads, and what is put behind it. */
export type Appended = Pick<Extract<Place, { kind: 'piece' }>, 'start' | 'end' | 'string'> & { readonly text: string };
