import { pino } from 'pino';
import { Counter, Registry } from 'prom-client';

/** Where the gateway tells what it does: one JSON line an event, never with bytes of pictures, texts of people, or keys. */
export interface GuardLog {
  info(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
}

export const openLog = (quiet: boolean, stream: NodeJS.WritableStream): GuardLog =>
  pino({ name: 'groundglass-guard', level: quiet ? 'warn' : 'info' }, stream);

export interface GuardMetrics {
  readonly contentType: string;
  readonly requests: Counter<'outcome'>;
  readonly pictures: Counter<'outcome'>;
  readonly learned: Counter;
  readonly rotated: Counter;
  /** All of them, in Prometheus' text format. */
  text(): Promise<string>;
}

export function openMetrics(): GuardMetrics {
  const registry = new Registry();
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> =>
    new Counter({ name: `groundglass_guard_${name}`, help, labelNames: [...labelNames], registers: [registry] });
  return {
    contentType: registry.contentType,
    requests: counter('requests_total', 'Conversations that went through, by what was done with them', ['outcome']),
    pictures: counter('pictures_total', 'Pictures that were replaced by words, or handed on', ['outcome']),
    learned: counter('learned_total', 'Refusals that taught what a model does not take', []),
    rotated: counter('sessions_rotated_total', 'Sessions that held pictures and were replaced', []),
    text: () => registry.metrics(),
  };
}
