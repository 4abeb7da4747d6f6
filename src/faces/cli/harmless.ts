/**
 * Text of strangers for a terminal: titles, passages, names in errors. Control characters could steer it, and marks of
 * writing direction could make it read otherwise than it is. Tabs and newlines stay.
 */
export const harmless = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
