import { GroundglassError } from '../../evidence/errors.js';

/**
 * Runs work that the first interrupt asks to stop where it loses nothing; a second one ends the process.
 * @param kept what remains of the work, a sentence
 * @throws GroundglassError `interrupted`, and what the work throws
 */
export async function interruptible<T>(kept: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    return await work(interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    throw new GroundglassError(
      'interrupted',
      `Interrupted. ${kept}`,
      'Run the command again to go on.',
      {},
      { cause: error },
    );
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
