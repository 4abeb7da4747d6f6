/** What a layout model says of one part of a page. */
export interface ProposedRegion {
  readonly kind: string;
  /** Fractions of the page's width and height, from its top left. */
  readonly box: readonly [x0: number, y0: number, x1: number, y1: number];
}

/** A model that looks at a page and says where its parts are. It proposes; what is read comes from the page alone. */
export interface LayoutModel {
  /** Names the model, for cache keys and receipts. */
  readonly id: string;
  /**
   * The parts of a page, in reading order.
   *
   * @param png a rendering of the page
   * @throws GroundglassError `upstream_refused` where the model can't be asked, or says nothing of that shape
   */
  regions(png: Uint8Array, options?: { readonly signal?: AbortSignal }): Promise<readonly ProposedRegion[]>;
}
