/** Widths of the edges of the viewport that panels of the page cover, CSS px; views are fitted to the rest. */
export interface Padding {
  /** Default 0. */
  readonly top?: number;
  /** Default 0. */
  readonly right?: number;
  /** Default 0. */
  readonly bottom?: number;
  /** Default 0. */
  readonly left?: number;
}
