import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { box, fittedTo } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { WorldBox } from '../cad/drawing.js';
import {
  type Capability,
  capabilitiesOf,
  hasProperty,
  type ListedTool,
  type Means,
  windowArguments,
} from './capabilities.js';
import { CadConnection } from './connection.js';
import { type LiveEntities, type LiveEntity, liveEntitiesIn } from './live-entities.js';
import { mayModelCall, modelTools } from './model-tools.js';
import type { LiveCadSettings } from './settings.js';
import type { ToolReply } from './tool-reply.js';

export interface Screenshot {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** What it shows: the window that was asked for, and what the viewport's sides let in beside it. */
  readonly visible: WorldBox;
}

/** A place to mark in the drawing, and what is written there. */
export interface LiveMark {
  readonly box: WorldBox;
  readonly text: string;
}

/** What is said where a CAD server lacks something that a review does well to have. */
const WITHOUT: Readonly<Partial<Record<Capability, string>>> = {
  texts: 'The CAD server has no tool that lists texts: only texts that come with entities are known.',
  drawingArea: 'The CAD server has no tool that maximises the drawing area: pictures are as large as its window is.',
  writeMarks: 'The CAD server has no tool that writes review marks: the drawing is not marked.',
  clearMarks: 'The CAD server has no tool that clears review marks.',
};

/** A drawing that is open in a CAD program, by that program's MCP server. What is missing there is told, and done without. */
export class LiveCad {
  private readonly told: Set<string>;
  /** The view as it was, where the server tells it; asked for before anything changes it. */
  private viewBefore: WorldBox | null = null;
  private moved = false;

  private constructor(
    private readonly connection: CadConnection,
    private readonly capabilities: ReadonlyMap<Capability, Means>,
    private readonly settings: LiveCadSettings,
  ) {
    this.told = new Set(Object.entries(WITHOUT).flatMap(([name, why]) => (this.has(name as Capability) ? [] : [why])));
  }

  /** @throws GroundglassError as {@link CadConnection.open} does */
  static async open(command: string, settings: LiveCadSettings): Promise<LiveCad> {
    const connection = await CadConnection.open(command, settings);
    return new LiveCad(connection, capabilitiesOf(connection.tools), settings);
  }

  get serverName(): string {
    return this.connection.serverName;
  }

  /** All tools of the server, those that are used here, and those that a model may call. */
  get tools(): readonly {
    readonly name: string;
    readonly usedFor: readonly Capability[];
    readonly openToModel: boolean;
  }[] {
    const open = new Set(modelTools(this.connection.tools));
    return this.connection.tools.map((tool) => ({
      name: tool.name,
      usedFor: [...this.capabilities].flatMap(([capability, means]) => (means.tool === tool ? [capability] : [])),
      openToModel: open.has(tool),
    }));
  }

  /** Tools that a model may call, as the server describes them. */
  get modelTools(): readonly ListedTool[] {
    return modelTools(this.connection.tools);
  }

  /** What a reader must know before trusting what came of this. */
  get limitations(): readonly string[] {
    return [...this.told];
  }

  has(capability: Capability): boolean {
    return this.capabilities.has(capability);
  }

  /**
   * Runs some work with the drawing area maximised. Afterwards, also where the work failed, the area is restored, and the view
   * is put back if it was moved.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.viewBefore = await this.currentView();
    this.moved = false;
    const maximised = await this.maximise();
    try {
      return await work();
    } finally {
      if (maximised) await this.quietly('restored its drawing area', () => this.restore());
      await this.putViewBack();
    }
  }

  /** Brings back what a maximised drawing area hides. @throws GroundglassError `unsupported_operation`, `upstream_refused` */
  async restore(): Promise<void> {
    await this.ask('drawingArea', { mode: 'restore' });
    await wait(this.settings.restoreWaitMs);
  }

  /**
   * Entities with their boxes, texts with their words.
   * @throws GroundglassError `unsupported_operation` where the server lists none, `upstream_refused`
   */
  async entities(): Promise<LiveEntities> {
    const { tool } = this.means('entities');
    const reply = await this.ask('entities', hasProperty(tool, 'brief') ? { brief: true } : {});
    const listed = liveEntitiesIn(reply.data);
    if (listed === null) throw this.refusal('entities', 'its reply holds no list of entities');
    if (listed.truncated)
      this.told.add('The CAD server told only some of the entities: what the others hold is not known.');
    const words = await this.texts();
    return {
      ...listed,
      entities: listed.entities.map((entity) => {
        const text = words.get(entity.handle);
        return text === undefined ? entity : { ...entity, text: text.text, layer: entity.layer ?? text.layer };
      }),
    };
  }

  /**
   * A picture of a window, which must be within what the program can show at once.
   * @throws GroundglassError `unsupported_operation` without tools for it, `upstream_refused`
   */
  async screenshot(window: WorldBox): Promise<Screenshot> {
    const args = windowArguments(this.means('zoomToWindow'), window);
    if (args === null) throw this.refusal('zoomToWindow', 'it takes no window that is known here');
    this.moved = true;
    await this.ask('zoomToWindow', args);
    const { pictures } = await this.ask('screenshot', {});
    const [picture] = pictures;
    if (picture === undefined) throw this.refusal('screenshot', 'its reply holds no picture');
    const { width, height } = await sharp(picture.bytes)
      .metadata()
      .catch(() => {
        throw this.refusal('screenshot', 'its picture can not be read');
      });
    const visible = fittedTo(window, width, height);
    if (visible === null) throw new GroundglassError('bad_argument', 'The window is a point.', 'Give a larger window.');
    return { ...picture, widthPx: width, heightPx: height, visible };
  }

  /** @throws GroundglassError `unsupported_operation`, `upstream_refused` */
  async writeMarks(marks: readonly LiveMark[]): Promise<void> {
    if (marks.length > 0)
      await this.ask('writeMarks', { marks: marks.map((mark) => ({ box: [...mark.box], text: mark.text })) });
  }

  /** Writes marks where the server takes them; where it does not, that is told. @returns how many were written */
  async tryToMark(marks: readonly LiveMark[]): Promise<number> {
    if (!this.has('writeMarks')) return 0;
    const done = await this.quietly('marked the findings', () => this.writeMarks(marks).then(() => marks.length));
    return done ?? 0;
  }

  /** Takes away the marks that were written, and nothing else. @throws GroundglassError `unsupported_operation`, `upstream_refused` */
  async clearMarks(): Promise<void> {
    await this.ask('clearMarks', {});
  }

  /**
   * A call that a model wants to make: reading tools only.
   * @throws GroundglassError `unsupported_operation` for any other, `upstream_refused`
   */
  async callForModel(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolReply> {
    const tool = this.connection.tools.find((each) => each.name === name);
    if (tool === undefined || !mayModelCall(tool, args)) {
      throw new GroundglassError(
        'unsupported_operation',
        `${JSON.stringify(name.slice(0, 100))} is no tool that a model may call here.`,
        `Call one of ${
          modelTools(this.connection.tools)
            .map((each) => each.name)
            .join(', ') || 'none: there is none'
        }.`,
      );
    }
    return this.connection.call(tool.name, args);
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private means(capability: Capability): Means {
    const means = this.capabilities.get(capability);
    if (means) return means;
    throw new GroundglassError(
      'unsupported_operation',
      `The CAD server ${this.serverName} has no tool for this (${capability}).`,
      'Use a server that has one, such as groundglass cad-mcp over a DXF of the drawing.',
      { capability },
    );
  }

  private async ask(capability: Capability, args: Readonly<Record<string, unknown>>): Promise<ToolReply> {
    const { tool, fixed } = this.means(capability);
    const reply = await this.connection.call(tool.name, { ...fixed, ...args });
    if (reply.error !== null) throw this.refusal(capability, reply.error);
    return reply;
  }

  private refusal(capability: Capability, why: string): GroundglassError {
    return new GroundglassError(
      'upstream_refused',
      `The CAD server did not carry out ${this.capabilities.get(capability)?.tool.name ?? capability}: ${why}`,
      'Look whether the drawing is open and the program waits for nothing, then run the command again.',
      { capability },
    );
  }

  private async texts(): Promise<ReadonlyMap<string, LiveEntity>> {
    if (!this.has('texts')) return new Map();
    const listed = await this.quietly('listed its texts', async () =>
      liveEntitiesIn((await this.ask('texts', {})).data),
    );
    return new Map(
      (listed?.entities ?? []).filter(({ text }) => text !== null).map((entity) => [entity.handle, entity]),
    );
  }

  private async maximise(): Promise<boolean> {
    if (!this.has('drawingArea')) return false;
    const done = await this.quietly('maximised its drawing area', async () => {
      await this.ask('drawingArea', { mode: 'max' });
      await wait(this.settings.maximiseWaitMs);
      return true;
    });
    // It may have been maximised although the answer was lost.
    return done ?? true;
  }

  /** By what a screenshot's reply says of itself. Other servers don't tell. */
  private async currentView(): Promise<WorldBox | null> {
    if (!this.has('screenshot')) return null;
    const reply = await this.quietly('told its view', () => this.ask('screenshot', {}));
    const view = (reply?.data as { view?: unknown } | null | undefined)?.view;
    return Array.isArray(view) && view.length === 4 && view.every(Number.isFinite)
      ? box('world', ...(view as [number, number, number, number]))
      : null;
  }

  private async putViewBack(): Promise<void> {
    const { viewBefore, moved } = this;
    if (!moved) return;
    if (viewBefore === null) {
      this.told.add('The CAD server does not tell what it shows, so its view could not be put back.');
      return;
    }
    await this.quietly('put its view back', async () => {
      await this.ask('zoomToWindow', windowArguments(this.means('zoomToWindow'), viewBefore) ?? {});
      this.moved = false;
    });
  }

  /** Work that the rest does not stand on: where it fails, that is told. */
  private async quietly<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      this.told.add(`The CAD server has not ${what}: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  }
}
