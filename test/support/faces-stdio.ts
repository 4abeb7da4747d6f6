import { serveMcpOverStdio } from '../../src/faces/mcp/stdio.js';
import { Library } from '../../src/library/library.js';

/** The MCP face over stdio as a process of its own: `faces-stdio.ts LIBRARY`. */
const library = Library.open(process.argv[2] as string);
await serveMcpOverStdio(library, { version: '0.0.0' });
await library.close();
