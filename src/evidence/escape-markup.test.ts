import { expect, it } from 'vitest';
import { escapeMarkup } from './escape-markup.js';

it('leaves no sign with which text could end its element or its attribute, and no control character', () => {
  expect(escapeMarkup(`a & <b title="c" lang='d'>`)).toBe('a &amp; &lt;b title=&quot;c&quot; lang=&#39;d&#39;&gt;');
  expect(escapeMarkup('a\u0000b\u001f\uffffc\td\n')).toBe('abc\td\n');
});
