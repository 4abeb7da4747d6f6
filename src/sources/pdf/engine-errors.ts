import { GroundglassError } from '../../evidence/errors.js';

/** FPDF_GetLastError after a failed load (fpdfview.h). */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

/** The engine has no room for `what`. */
export function outOfMemory(what: string): GroundglassError {
  return new GroundglassError(
    'out_of_memory',
    `The PDF engine ran out of its memory for ${what}.`,
    'Ask for a smaller crop or DPI, or split the file.',
  );
}

/** What FPDF_GetLastError says after a failed load, as an error that tells what to do. */
export function openError(code: number, passwordGiven: boolean): GroundglassError {
  if (code === ERROR_PASSWORD) {
    return new GroundglassError(
      'password_needed',
      passwordGiven ? 'The password does not open this PDF.' : 'The PDF is encrypted and needs a password.',
      'Pass the password with --password-file FILE.',
    );
  }
  if (code === ERROR_SECURITY) {
    return new GroundglassError(
      'content_encrypted',
      'The PDF uses a security handler that this engine does not know.',
      'Save an unprotected copy with the program that made it.',
    );
  }
  return new GroundglassError(
    'file_damaged',
    'The file is no readable PDF: its structure is broken.',
    'Re-download or re-export the file, or repair it (for example with qpdf) and add it again.',
    { engine_error: code },
  );
}
