import { findPictures } from '../find-pictures.js';
import { type HistoryItem, histories } from '../histories.js';
import { parseJsonTree } from '../json-tree.js';
import { isLoadablePicture } from '../paths-in-text.js';
import type { FoundPicture } from '../picture.js';
import { scrub } from '../scrub.js';
import { textOf, turnStart, wordsOf } from '../turn.js';
import { NO_VISION_MODEL, pictureWords, type Understanding } from '../words.js';

type Describe = (
  pictures: readonly { readonly picture: FoundPicture; readonly question: string }[],
) => Promise<readonly Understanding[]>;

export interface Healing {
  /** Which of its pictures the session's model can't get. */
  readonly unfit: (pictures: readonly FoundPicture[]) => Promise<readonly FoundPicture[]>;
  readonly describe: Describe;
}

/** Pictures of a stored session, as JSON, that goose would send to its model. */
export const storedPictures = (json: string): FoundPicture[] =>
  findPictures(parseJsonTree(json), { dialect: 'goose', loads: isLoadablePicture });

/**
 * A stored session, as JSON, with words for the pictures that its model can't get; all turns and calls of tools stay as they were.
 * @param without what a person said in the turn that is sent again, which is then left out with all that followed it; null to
 *   keep all turns
 */
export async function healedSession(
  json: string,
  { unfit, describe }: Healing,
  without: string | null = null,
): Promise<string> {
  const text = without === null ? json : withoutLastTurn(json, without);
  const pictures = await unfit(storedPictures(text));
  if (pictures.length === 0) return text;
  const items = histories(parseJsonTree(text));
  const known = await describe(pictures.map((picture) => ({ picture, question: questionOf(picture, items) })));
  return scrub(text, pictures, (picture, number) =>
    pictureWords(picture, number, known[number - 1] ?? { kind: 'unseen', why: NO_VISION_MODEL }),
  );
}

const questionOf = ({ path, role }: FoundPicture, items: readonly HistoryItem[]): string => {
  const item = role === 'user' ? items.find(({ pointer }) => path.startsWith(`${pointer}/`)) : undefined;
  return item === undefined ? '' : wordsOf(item.node);
};

function withoutLastTurn(json: string, said: string): string {
  const items = histories(parseJsonTree(json));
  const start = turnStart(items);
  const [turn, last, before] = [items[start], items.at(-1), items[start - 1]];
  if (turn === undefined || last === undefined || textOf(turn.node) !== said) return json;
  return `${json.slice(0, before?.node.end ?? turn.node.start)}${json.slice(last.node.end)}`;
}
