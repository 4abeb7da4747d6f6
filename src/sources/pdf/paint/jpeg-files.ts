/** A JPEG file that the engine passed on as it lies in the PDF. */
export interface JpegFile {
  readonly jpeg: Uint8Array;
  close(): void;
}

const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2]);
/** Markers without a length (ITU-T T.81, B.1.1.3): restart, start and end of image, temporary. */
const isBare = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd9) || marker === 0x01;

/**
 * pdf.js hands plain RGB photographs to the browser's decoder where there is one. Here that decoder hands the file back:
 * it goes into the SVG as it is, not decoded and packed again.
 */
export function keepJpegFiles(): void {
  const scope = globalThis as unknown as Record<string, unknown>;
  scope.ImageDecoder = class {
    private readonly data: Uint8Array;

    constructor({ data }: { readonly data: Uint8Array }) {
      this.data = data;
    }

    static isTypeSupported(type: string): Promise<boolean> {
      return Promise.resolve(type === 'image/jpeg');
    }

    async decode(): Promise<{ image: JpegFile }> {
      if (!isCommonJpeg(this.data)) throw new Error('not a JPEG that every renderer of SVG takes');
      return { image: { jpeg: this.data, close: () => undefined } };
    }

    close(): void {}
  };
}

/** Sequential or progressive Huffman coding with 8 bits a sample and three components, and an end. */
function isCommonJpeg(data: Uint8Array): boolean {
  if (data[0] !== 0xff || data[1] !== 0xd8) return false;
  for (let at = 2; at + 9 < data.length; ) {
    if (data[at] !== 0xff) return false;
    const marker = data[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (START_OF_FRAME.has(marker)) return data[at + 4] === 8 && data[at + 9] === 3;
    // Any other start of frame, or a scan without one.
    if (
      (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) ||
      marker === 0xda
    ) {
      return false;
    }
    at += isBare(marker) ? 2 : 2 + (((data[at + 2] as number) << 8) | (data[at + 3] as number));
  }
  return false;
}
