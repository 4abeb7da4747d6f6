/** How a line break is passed in: markup's own white space collapses to blanks, this doesn't. */
const LINE_BREAK = '\u2028';

/** Running text of one block: white space collapsed as a browser does, line breaks kept. */
export class TextRun {
  private pieces: string[] = [];
  private blank = true;

  get isBlank(): boolean {
    return this.blank;
  }

  add(text: string, preformatted = false): void {
    if (text.trim() !== '') this.blank = false;
    this.pieces.push(preformatted ? text.replace(/\r\n?|\n/g, LINE_BREAK).replace(/ /g, '\u2007') : text);
  }

  /** The text so far; the run is empty afterwards. */
  take(): string {
    const text = this.pieces.join('');
    this.pieces = [];
    this.blank = true;
    return text
      .replace(/[ \t\r\n\f]+/g, ' ')
      .replace(/ ?\u2028 ?/g, '\n')
      .replace(/\u2007/g, ' ')
      .replace(/^[ \n]+|[ \n]+$/g, '');
  }
}
