import { parse } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import { checkFileSize, type Limits } from './limits.js';
import { PROMISING_NAME, type SniffedKind, sniff } from './sniff.js';
import type { OpenOptions, Source } from './source.js';

/**
 * Opens a file with the reader that its content asks for; its name decides nothing.
 *
 * @param fileName gives the title of a picture, and tells what a file that is nothing readable was meant to be
 * @throws GroundglassError `file_empty`, `file_too_large`, `unsupported_format`, or what the reader finds
 */
export async function openSource(
  bytes: Uint8Array,
  fileName: string,
  limits: Limits,
  options: OpenOptions = {},
): Promise<Source> {
  if (bytes.length === 0) {
    throw new GroundglassError('file_empty', 'The file is empty.', 'Download or export it again.');
  }
  checkFileSize(bytes.length, limits);
  const kind = await sniff(bytes);
  switch (kind) {
    case 'pdf': {
      const { openPdf } = await import('./pdf/open.js');
      return openPdf(bytes, limits, options);
    }
    case 'epub': {
      const { openEpub } = await import('./epub/open-epub.js');
      return openEpub(bytes, limits);
    }
    case 'image': {
      const { openImage } = await import('./image/open-image.js');
      return openImage(bytes, limits, parse(fileName).name);
    }
    default:
      throw unreadable(kind, fileName);
  }
}

function unreadable(kind: SniffedKind | null, fileName: string): GroundglassError {
  if (kind === 'cad') {
    return new GroundglassError(
      'unsupported_format',
      'The file is a CAD drawing (DXF or DWG); the library does not take those.',
      'Plot the drawing to PDF and add that.',
      { kind },
    );
  }
  if (PROMISING_NAME.test(fileName)) {
    return new GroundglassError(
      'file_damaged',
      `The file is named ${parse(fileName).ext} but its content is nothing that can be read: it is cut off, or something else.`,
      'Download or export it again.',
    );
  }
  return new GroundglassError(
    'unsupported_format',
    'The content of the file is none that can be read.',
    'Add a PDF, an EPUB, or a PNG, JPEG, WebP, TIFF or GIF picture; convert other formats to one of these.',
  );
}
