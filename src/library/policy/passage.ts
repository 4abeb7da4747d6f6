import { captionAt, findLabels } from '../../evidence/labels.js';
import { referencesIn } from './visual-words.js';

/** What one passage says about pictures. Its text is evidence only: nothing in it is carried out. */
export interface PassageSigns {
  /** Keys of the labels that head a caption in the passage; a continuation does not begin what it continues. */
  captions: ReadonlySet<string>;
  /** Every label in the passage, key to the label as shown. */
  labels: ReadonlyMap<string, string>;
  /** "the chart below", 如下图: references without a label. */
  references: readonly string[];
  /** Traces of a picture that the conversion to text has lost. */
  broken: readonly string[];
}

export function readPassage(passage: string): PassageSigns {
  const text = passage.slice(0, PASSAGE_CAP);
  const captions = new Set<string>();
  for (const line of text.split(/[\n\r\u2028\u2029]/)) {
    const caption = captionAt(line);
    if (caption && !caption.continued) captions.add(caption.label.key);
  }
  return {
    captions,
    labels: new Map(findLabels(text).map(({ key, label }) => [key, label])),
    references: referencesIn(text),
    broken: Array.from(text.matchAll(BROKEN), ([mark]) => mark.replace('\ufffc', 'U+FFFC').slice(0, 40)),
  };
}

/** UTF-16 units read of a passage: a hit is a few paragraphs, and anything longer must not slow the answer. */
const PASSAGE_CAP = 20_000;

/** An HTML image left in the text, a Markdown image without a file, a placeholder, an object replacement character. */
const BROKEN =
  /<img(?=[\s/>])|<image(?=[\s/>])|!\[[^\]\n]{0,200}\]\(\s{0,20}(?:#|about:blank)?\s{0,20}\)|\[(?:missing |broken )?(?:image|picture|figure|photo|graphic|图片|图像|图|圖片|圖|图表|画像)(?: (?:omitted|missing|removed|not available|not found|unavailable)|(?:缺失|省略|略|丢失))?\]|\ufffc/giu;
