import { type CallToolResult, Client, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { GroundglassError } from '../../evidence/errors.js';
import type { ListedTool } from './capabilities.js';
import { ServerProcess } from './server-process.js';
import type { LiveCadSettings } from './settings.js';
import { splitCommand } from './split-command.js';
import { readToolReply, type ToolReply } from './tool-reply.js';

/**
 * Bytes of one message: 100,000 entities in brief are 10 MB of it, a screenshot of the largest monitor as base64 is less. A
 * server that sends more is cut off.
 */
const MAX_MESSAGE_BYTES = 24 * 2 ** 20;
/** A program that was silent once most likely waits for a person: it gets another chance, such as to be restored, but a short one. */
const LITTLE_PATIENCE_MS = 5_000;
/** Tools of one server; the largest known has 150. */
const MAX_TOOLS = 2_000;

/** A CAD server that was started for this work, and ends with it. */
export class CadConnection {
  private patienceMs: number;

  private constructor(
    private readonly client: Client,
    settings: LiveCadSettings,
    readonly tools: readonly ListedTool[],
  ) {
    this.patienceMs = settings.callTimeoutMs;
  }

  /** `name version`, as the server calls itself. */
  get serverName(): string {
    const version = this.client.getServerVersion();
    return version ? `${version.name} ${version.version}` : 'a server without a name';
  }

  /**
   * Starts a server and asks which tools it has.
   * @param command program and arguments, see {@link splitCommand}
   * @throws GroundglassError `bad_argument`, `engine_missing` where there is no such program, `upstream_refused` where it is no
   *   MCP server or does not answer
   */
  static async open(command: string, settings: LiveCadSettings): Promise<CadConnection> {
    const [program, ...args] = splitCommand(command);
    // The server is told what a shell would tell it, but no keys of ours. What it writes to stderr is for people.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name, value]) => value !== undefined && !/^GROUNDGLASS_.*_KEY$/.test(name)),
    ) as Record<string, string>;
    const transport = transportTo(program, args, env);
    const client = new Client({ name: 'groundglass', version: '1' });
    try {
      await client.connect(transport, { timeout: settings.startTimeoutMs });
      return new CadConnection(client, settings, await toolsOf(client, settings.startTimeoutMs));
    } catch (error) {
      await client.close().catch(() => undefined);
      throw notStarted(program, error);
    }
  }

  /**
   * Calls a tool. What the server itself says went wrong is in the reply.
   * @throws GroundglassError `upstream_refused` where it does not answer in time, is gone, or answers nonsense
   */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolReply> {
    const timeout = this.patienceMs;
    try {
      const result = await this.client.callTool(
        { name, arguments: { ...args } },
        { timeout, maxTotalTimeout: timeout },
      );
      return readToolReply(result as CallToolResult);
    } catch (error) {
      if (isTimeout(error)) this.patienceMs = Math.min(timeout, LITTLE_PATIENCE_MS);
      throw refused(
        `The CAD server did not carry out ${name}: ${reasonOf(error, timeout)}`,
        'Look whether the CAD program waits for an answer or has closed, then run the command again.',
        error,
      );
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** Windows has no process groups, and a command there may be a script; a server without a window gets no interrupts there. */
const transportTo = (command: string, args: string[], env: Record<string, string>): Transport =>
  process.platform === 'win32'
    ? new StdioClientTransport({ command, args, env, stderr: 'ignore', maxBufferSize: MAX_MESSAGE_BYTES })
    : new ServerProcess({ program: command, args, env, maxMessageBytes: MAX_MESSAGE_BYTES });

async function toolsOf(client: Client, timeout: number): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
    tools.push(
      ...page.tools.map(({ name, description = '', inputSchema }) => ({
        name,
        description,
        inputSchema: inputSchema as ListedTool['inputSchema'],
      })),
    );
    cursor = page.nextCursor;
  } while (cursor !== undefined && tools.length < MAX_TOOLS);
  return tools;
}

function notStarted(program: string, error: unknown): GroundglassError {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return new GroundglassError(
      'engine_missing',
      `There is no program ${JSON.stringify(program)} to start as CAD server.`,
      'Check the command; on its own in a shell it must start an MCP server that waits for input.',
      {},
      { cause: error },
    );
  }
  return refused(
    `${JSON.stringify(program)} did not start as an MCP server: ${error instanceof Error ? error.message : error}`,
    'Check the command; on its own in a shell it must start an MCP server that waits for input.',
    error,
  );
}

const isTimeout = (error: unknown): boolean => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

function reasonOf(error: unknown, timeoutMs: number): string {
  if (isTimeout(error)) return `no answer in ${timeoutMs} ms.`;
  if (
    error instanceof SdkError &&
    (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected)
  )
    return 'it has ended, or sent more at once than is taken.';
  return error instanceof Error ? error.message.slice(0, 500) : String(error);
}

const refused = (message: string, nextStep: string, cause: unknown): GroundglassError =>
  new GroundglassError('upstream_refused', message, nextStep, {}, { cause });
