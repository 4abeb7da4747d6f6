import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  deserializeMessage,
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';

const NEWLINE = 0x0a;
/** What a server gets to end by itself once its input has, and once more after it was told to. */
const ENDING_MS = 2_000;

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  /** A longer message ends the connection. */
  readonly maxMessageBytes: number;
}

/**
 * An MCP server that is started in a process group of its own: an interrupt from the terminal goes to all of a group, and a
 * server that ended with it could no more be told to restore what was changed in the CAD program.
 */
export class ServerProcess implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private child: ChildProcessByStdio<Writable, Readable, null> | null = null;
  private pieces: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly command: Command) {}

  start(): Promise<void> {
    const { program, args, env } = this.command;
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    this.child = child;
    child.on('close', () => {
      this.child = null;
      this.onclose?.();
    });
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.read(chunk));
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.on('error', reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.child === null) throw new SdkError(SdkErrorCode.NotConnected, 'The server has ended.');
    const { stdin } = this.child;
    if (!stdin.write(serializeMessage(message))) await new Promise((resolve) => stdin.once('drain', resolve));
  }

  async close(): Promise<void> {
    const { child } = this;
    if (child === null) return;
    this.child = null;
    const closed = new Promise<true>((resolve) => child.once('close', () => resolve(true)));
    const endsInTime = () => Promise.race([closed, wait(ENDING_MS, false, { ref: false })]);
    child.stdin.end();
    if (await endsInTime()) return;
    child.kill('SIGTERM');
    if (await endsInTime()) return;
    child.kill('SIGKILL');
  }

  private read(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.keep(chunk.subarray(from, at));
      const line = Buffer.concat(this.pieces).toString('utf8');
      [this.pieces, this.bytes, from] = [[], 0, at + 1];
      this.take(line);
    }
    this.keep(chunk.subarray(from));
  }

  private keep(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.bytes <= this.command.maxMessageBytes) this.pieces.push(piece);
    else {
      this.pieces = [];
      void this.close();
    }
  }

  /** Programs also write what is no message, such as that they load fonts. */
  private take(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      return;
    }
    this.onmessage?.(message);
  }
}
