/** Ways of saying that nobody is known; whole, folded to lower case. */
const NOBODY = new Set([
  ...[
    'unknown',
    'unknown author',
    'unknown photographer',
    'unknown artist',
    'author unknown',
    'anonymous',
    'anon',
    'n/a',
    'none',
  ],
  ...[
    'not provided',
    'unspecified',
    'unidentified',
    'various',
    'see description',
    'see below',
    '?',
    '-',
    'unbekannt',
    'inconnu',
  ],
  ...[
    'desconocido',
    'sconosciuto',
    'неизвестен',
    'неизвестный автор',
    '不明',
    '未知',
    '佚名',
    '无名氏',
    '匿名',
    '作者不明',
    '작자 미상',
    'مجهول',
  ],
]);

/** An author's name that a credit can stand on; '' where none is known. Commons says it twice, once in a hidden span. */
export function knownAuthor(said: string): string {
  const name = said.normalize('NFC').replace(/\s+/g, ' ').trim();
  const plain = name
    .toLowerCase()
    .replace(/[.()[\]]/g, '')
    .trim();
  const half = plain.slice(0, plain.length / 2).trim();
  const isTwice = plain === `${half}${half}` || plain === `${half} ${half}`;
  return NOBODY.has(plain) || (isTwice && NOBODY.has(half)) ? '' : name;
}
