import { basename } from 'node:path';
import type { AddProgress } from '../../library/add.js';
import { harmless } from './harmless.js';

/** A line is rewritten at most this often. */
const INTERVAL_MS = 80;
const CLEAR_LINE = '\r\u001b[2K';

/** Progress on stderr where it is a terminal; nothing elsewhere. */
export function progressLine(quiet: boolean): { show: (progress: AddProgress) => void; clear: () => void } {
  if (quiet || !process.stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  let last = 0;
  let shown = false;
  return {
    show({ path, stage, done, total }) {
      const now = Date.now();
      if (now - last < INTERVAL_MS && done < total) return;
      last = now;
      shown = true;
      const unit = stage === 'embedding' ? 'passages' : 'pages';
      process.stderr.write(`${CLEAR_LINE}${stage} ${harmless(basename(path))}: ${done} of ${total} ${unit}`);
    },
    clear() {
      if (shown) process.stderr.write(CLEAR_LINE);
      shown = false;
    },
  };
}
