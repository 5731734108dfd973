import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three';

/** Regions per texture row. */
export const STATES_PER_ROW = 64;

/** Bits of a region's flags in the shader. */
export const RegionFlag = { hovered: 1, selected: 2 } as const;

/**
 * Colour, height and flags of every region in one small texture: any change is one upload. A texel: colour as 0xrrggbb
 * (exact in a 32-bit float), height, flags, height before the transition.
 */
export class RegionStates {
  readonly texture: DataTexture;
  readonly #texels: Float32Array<ArrayBuffer>;
  #maxHeight = 0;

  constructor(count: number) {
    const rows = Math.max(1, Math.ceil(count / STATES_PER_ROW));
    this.#texels = new Float32Array(STATES_PER_ROW * rows * 4);
    this.texture = new DataTexture(this.#texels, STATES_PER_ROW, rows, RGBAFormat, FloatType);
    this.texture.minFilter = NearestFilter;
    this.texture.magFilter = NearestFilter;
  }

  /** Maximum height. */
  get maxHeight(): number {
    return this.#maxHeight;
  }

  heightOf(region: number): number {
    return this.#texels[region * 4 + 1]!;
  }

  colorOf(region: number): number {
    return this.#texels[region * 4]!;
  }

  /** Sets the same colour and height for all regions, without a transition. */
  fill(packed: number, height: number): void {
    for (let i = 0; i < this.#texels.length; i += 4) {
      this.#texels[i] = packed;
      this.#texels[i + 1] = height;
      this.#texels[i + 3] = height;
    }
    this.#maxHeight = height;
    this.texture.needsUpdate = true;
  }

  setColor(region: number, packed: number): void {
    this.#texels[region * 4] = packed;
    this.texture.needsUpdate = true;
  }

  /** Starts a height transition from the present height. */
  setHeight(region: number, height: number): void {
    this.#texels[region * 4 + 3] = this.#texels[region * 4 + 1]!;
    this.raise(region, height);
    this.texture.needsUpdate = true;
  }

  /** Changes the target height of a transition started with {@link RegionStates.setHeight}. */
  raise(region: number, height: number): void {
    this.#texels[region * 4 + 1] = height;
    // During a transition both the old and the new heights count.
    this.#maxHeight = Math.max(this.#maxHeight, height);
  }

  /** Ends the transition: all regions have their target height. */
  settle(): void {
    let max = 0;
    for (let i = 0; i < this.#texels.length; i += 4) {
      this.#texels[i + 3] = this.#texels[i + 1]!;
      max = Math.max(max, this.#texels[i + 1]!);
    }
    this.#maxHeight = max;
    this.texture.needsUpdate = true;
  }

  /** @returns whether it changed */
  setFlag(region: number, flag: number, isOn: boolean): boolean {
    const at = region * 4 + 2;
    const before = this.#texels[at]!;
    const after = isOn ? before | flag : before & ~flag;
    if (after === before) return false;
    this.#texels[at] = after;
    this.texture.needsUpdate = true;
    return true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}
