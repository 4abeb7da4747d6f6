/** Text as HTML or XML has it, in content and in quoted attributes. Neither allows control characters, not even as references. */
export const escapeMarkup = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
