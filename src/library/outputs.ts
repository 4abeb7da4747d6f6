import { checkOutput, type Spared, writeOutput } from '../store/output-file.js';
import type { Library } from './library.js';
import type { SnapshotEntry } from './snapshot.js';

export interface OutputOptions {
  /** Files that the call reads besides the document, such as the one that holds its password: no output may replace them. */
  readonly inputs?: readonly string[];
}

/** Files that a caller asks for besides the reply. None takes the place of what the library or the call lives on. */
export class Outputs {
  private readonly spared: Spared;

  /** @param entries documents that the call is about */
  constructor(library: Library, entries: readonly SnapshotEntry[], { inputs = [] }: OutputOptions) {
    const origins = entries.flatMap(({ document }) => library.catalogue.originsOf(document));
    this.spared = {
      files: [...origins.map(({ path }) => path), ...inputs],
      folders: [library.root, library.pictures.folder],
    };
  }

  /** Refuses what {@link write} would refuse, before any work is done. @throws GroundglassError `bad_argument` */
  check(...outputs: readonly (string | undefined)[]): void {
    for (const output of outputs) if (output !== undefined) checkOutput(output, this.spared);
  }

  /** @returns the absolute path, null where nothing was asked for. @throws GroundglassError `bad_argument` */
  async write(output: string | undefined, content: Uint8Array | string): Promise<string | null> {
    return output === undefined ? null : writeOutput(output, content, this.spared);
  }
}
