/** State of a device; it gives the label's lamp, and for an alarm the whole label, its colour. */
export type LabelState = 'online' | 'offline' | 'alarm' | 'unknown';

/** Content of a label. */
export interface LabelContent {
  /** Name of the object; truncated if it is too long. */
  readonly name: string;
  /** A live value as text with its unit. Default none. */
  readonly value?: string | undefined;
  /** State of the device. Default `unknown`. */
  readonly state?: LabelState | undefined;
  /** CSS colour of lamp and value. Default: that of the state. */
  readonly color?: string | undefined;
  /** Path of a 24 × 24 line icon, as in the `d` of an SVG path. Default none. */
  readonly icon?: string | undefined;
}

/** How a label is shown: as an HTML element, drawn with the scene, as a dot, or hidden by a nearer one. */
export type LabelTier = 'element' | 'drawn' | 'dot' | 'none';

/** Tiers as numbers, for the flat store. Greater: more is shown. */
export const Tier = { none: 0, dot: 1, drawn: 2, element: 3 } as const;
export const TIER_NAMES: readonly LabelTier[] = ['none', 'dot', 'drawn', 'element'];

/** Spec §9: "equipment label 0.9 above model top", metres. */
export const LABEL_OFFSET = 0.9;

/** Metrics of the pill, CSS px. HTML elements and drawn labels use the same, so that switching is invisible. */
export const PILL = {
  height: 26,
  padding: 10,
  /** Between lamp, icon, name and value. */
  gap: 6,
  lamp: 8,
  icon: 14,
  /** Length of the leader line from the pill down to its position. */
  stem: 12,
  fontPx: 13,
  maxName: 132,
  maxValue: 88,
  /** Margin for the shadow of a drawn pill. */
  margin: 3,
} as const;

/** Maximum width of a pill, CSS px. */
export const PILL_MAX_WIDTH =
  2 * PILL.padding + PILL.lamp + PILL.icon + 3 * PILL.gap + PILL.maxName + PILL.maxValue;

/** Colours of a pill. */
export interface PillColors {
  readonly background: string;
  readonly name: string;
  readonly value: string;
  readonly lamp: string;
}

/** The contrast of text to background is at least 4.5 : 1 in each. */
export const PILL_COLORS: Readonly<Record<LabelState, PillColors>> = {
  online: { background: '#fbfdfb', name: '#1c2b23', value: '#0a6a43', lamp: '#1fb25a' },
  unknown: { background: '#fbfdfb', name: '#1c2b23', value: '#3d4f45', lamp: '#9aa8a0' },
  offline: { background: '#eef1ef', name: '#5a6760', value: '#5a6760', lamp: '#9aa8a0' },
  alarm: { background: '#b92c1c', name: '#ffffff', value: '#ffffff', lamp: '#ffd2c9' },
};
