import { checkHexColor, checkNumber, checkObject } from '../core/check-fields.ts';

/** Spec §9: "extrusion depth 0.1", map units. */
const EXTRUSION_DEPTH = 0.1;
/** Colour of borders. Spec §9: "border #0078D4, side #1E1E1E, top #08A365". */
const BORDER_COLOR = '#0078D4';
/** Colour of walls. Spec §9. */
const SIDE_COLOR = '#1E1E1E';
/** Colour of tops. Spec §9. */
const TOP_COLOR = '#08A365';
/** Spec §9: "Transitions 250 ms cubic in-out". */
export const TRANSITION_MS = 250;

/** Style of regions. Colours as #rrggbb. */
export interface RegionStyle {
  /** Colour of tops of regions without a value. Default `#08A365`. */
  readonly topColor: string;
  /** Colour of walls. Default `#1E1E1E`. */
  readonly sideColor: string;
  /** Colour of borders. Default `#0078D4`. */
  readonly borderColor: string;
  /** Width of borders, CSS px; 0: none. Default 1.4. */
  readonly borderWidth: number;
  /** Height of regions without a value, map units. Default 0.1. */
  readonly depth: number;
  /** Background colour. */
  readonly backgroundColor: string;
  /** Highlight of the hovered region. */
  readonly hoverColor: string;
  /** Strength of `hoverColor`, 0 to 1. Default 0.7. */
  readonly hoverStrength: number;
  /** Highlight of selected regions. */
  readonly selectColor: string;
  /** Strength of `selectColor`, 0 to 1. Default 0.75. */
  readonly selectStrength: number;
  /** Colour of names. */
  readonly labelColor: string;
  /** Colour of the outline of names. */
  readonly labelHaloColor: string;
  /** Font size of names, CSS px. Default 12. */
  readonly labelSize: number;
  /** Colour of the soft shadow of the map on the ground; a light colour makes it a glow. */
  readonly shadowColor: string;
  /** Opacity of the shadow, 0 to 1. Default 0: none. */
  readonly shadowOpacity: number;
}

/** Default style, with the colours of the specification. */
export const DAY_STYLE: RegionStyle = {
  topColor: TOP_COLOR,
  sideColor: SIDE_COLOR,
  borderColor: BORDER_COLOR,
  borderWidth: 1.4,
  depth: EXTRUSION_DEPTH,
  backgroundColor: '#E8EFF1',
  hoverColor: '#3CCB8E',
  hoverStrength: 0.7,
  selectColor: '#F2C14E',
  selectStrength: 0.75,
  labelColor: '#FFFFFF',
  labelHaloColor: '#123524',
  labelSize: 12,
  shadowColor: '#1B3A2C',
  shadowOpacity: 0,
};

/** Style for dark pages: nearly black ground and walls, bright borders. */
export const NIGHT_STYLE: RegionStyle = {
  topColor: '#0F2A3A',
  sideColor: '#07131C',
  borderColor: '#27B4FF',
  borderWidth: 1.6,
  depth: EXTRUSION_DEPTH,
  backgroundColor: '#050B14',
  hoverColor: '#1C4F6B',
  hoverStrength: 0.7,
  selectColor: '#C59115',
  selectStrength: 0.75,
  labelColor: '#D7ECFF',
  labelHaloColor: '#03070D',
  labelSize: 12,
  shadowColor: '#1F6F8F',
  shadowOpacity: 0,
};

/** A colour as one number, 0xrrggbb. @throws RangeError unless it is #rgb or #rrggbb */
export function packColor(color: string): number {
  const long = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (long) return Number.parseInt(long, 16);
  const short = /^#([0-9a-f]{3})$/i.exec(color)?.[1];
  if (short) return Number.parseInt(short.replaceAll(/./g, '$&$&'), 16);
  throw new RangeError(`Not a colour of the form #rrggbb: ${color}`);
}

/** GLSL function: number → red, green and blue, 0 to 1. Needs `precision highp int`. */
export const UNPACK_COLOR_GLSL = /* glsl */ `
  vec3 unpackColor(float packed) {
    int bits = int(packed);
    return vec3(float((bits >> 16) & 255), float((bits >> 8) & 255), float(bits & 255)) / 255.0;
  }
`;

/** Display red, green and blue, 0 to 1 (not linear). */
export function screenColor(color: string): [number, number, number] {
  const packed = packColor(color);
  return [((packed >> 16) & 255) / 255, ((packed >> 8) & 255) / 255, (packed & 255) / 255];
}

/** @throws FarmError `invalid-argument` naming the part of the style */
export function checkStyle(style: Partial<RegionStyle>, name = 'style'): void {
  checkObject(name, style);
  for (const [part, usual] of Object.entries(DAY_STYLE) as [keyof RegionStyle, string | number][]) {
    const value = style[part];
    if (typeof usual === 'string') checkHexColor(`${name}.${part}`, value);
    else checkNumber(`${name}.${part}`, value);
  }
}
