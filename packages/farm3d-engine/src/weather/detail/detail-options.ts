/** Which effects the medium and high tiers have; all by default. Their cost is in docs/models.md. */
export interface DetailOptions {
  /** Ground with stones, clods, litter and tyre tracks. */
  readonly ground?: boolean;
  /** Leaves let light through; crops of the base model sway. */
  readonly leaves?: boolean;
  /** Ambient shade, haze, light of windows and greenhouse by night, and the light of each weather. */
  readonly air?: boolean;
  /** Birds, steam of a warm greenhouse in the cold, splashes of rain. */
  readonly life?: boolean;
}
