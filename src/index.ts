export { openPdf } from './sources/pdf/open.js';
export { limitsFrom } from './sources/limits.js';
