import type { IncomingMessage } from 'node:http';

/** How long a session's events may take to be opened before its reply is asked for all the same. */
const OPEN_TIMEOUT_MS = 5_000;

/** A client that listens to the events of a session, and goes on listening to the one that takes its place. */
export class EventFeed {
  private source: IncomingMessage | null = null;
  private opened: () => void = () => undefined;

  constructor(public sessionId: string) {}

  open(source: IncomingMessage): void {
    this.source = source;
    this.opened();
  }

  /** Ends when the events of the new session are open. */
  move(to: string): Promise<void> {
    const open = new Promise<void>((done) => {
      this.opened = done;
      setTimeout(done, OPEN_TIMEOUT_MS).unref();
    });
    this.sessionId = to;
    this.source?.destroy();
    return open;
  }
}

/** All clients that listen at the moment. */
export class EventFeeds {
  private readonly feeds = new Set<EventFeed>();

  add(feed: EventFeed): void {
    this.feeds.add(feed);
  }

  delete(feed: EventFeed): void {
    this.feeds.delete(feed);
  }

  async move(from: string, to: string): Promise<void> {
    await Promise.all([...this.feeds].filter(({ sessionId }) => sessionId === from).map((feed) => feed.move(to)));
  }
}
