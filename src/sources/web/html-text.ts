import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/**
 * What a snippet of HTML shows as text, on one line: entities decoded once, so that `&lt;b&gt;` stays the text it is; without
 * scripts, styles and what its own attributes hide.
 */
export function htmlText(html: string): string {
  const pieces: string[] = [];
  // A stack of our own: depth is a stranger's choice.
  const open: DefaultTreeAdapterTypes.ChildNode[] = [...parseFragment(html.slice(0, MAX_CHARS)).childNodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('value' in node) pieces.push(node.value);
    else if ('tagName' in node && !isHidden(node)) {
      // Blocks and line breaks part words; links and spans do not.
      if (BLOCKS.test(node.tagName)) pieces.push(' ');
      open.push(...[...node.childNodes].reverse());
    }
  }
  return pieces.join('').replace(/\s+/g, ' ').trim();
}

/** Names and credits are short; markup of megabytes is nobody's name. */
const MAX_CHARS = 20_000;
const BLOCKS = /^(?:br|div|dd|dl|dt|li|ol|p|table|tbody|td|th|tr|ul)$/;

function isHidden({ tagName, attrs }: DefaultTreeAdapterTypes.Element): boolean {
  if (tagName === 'script' || tagName === 'style' || tagName === 'template') return true;
  return attrs.some(
    ({ name, value }) =>
      name === 'hidden' || (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(value)),
  );
}
