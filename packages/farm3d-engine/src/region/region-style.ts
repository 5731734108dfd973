/** Spec §9: "extrusion depth 0.1", map units. */
const EXTRUSION_DEPTH = 0.1;
/** Of borders. Spec §9: "border #0078D4, side #1E1E1E, top #08A365". */
const BORDER_COLOR = '#0078D4';
/** Of the walls of regions. Spec §9. */
const SIDE_COLOR = '#1E1E1E';
/** Of the tops of regions. Spec §9. */
const TOP_COLOR = '#08A365';
/** Spec §9: "Transitions 250 ms cubic in-out". */
export const TRANSITION_MS = 250;

/** How regions look. Colours as #rrggbb. */
export interface RegionStyle {
  /** Of regions without a value. Default `#08A365`. */
  readonly topColor: string;
  /** Default `#1E1E1E`. */
  readonly sideColor: string;
  /** Default `#0078D4`. */
  readonly borderColor: string;
  /** CSS px. Default 1.4; 0 for none. */
  readonly borderWidth: number;
  /** Height of regions without a value, map units. Default 0.1. */
  readonly depth: number;
  /** Behind the map. */
  readonly backgroundColor: string;
  /** Of the region under the pointer. */
  readonly hoverColor: string;
  /** Share of `hoverColor` in such a region's colour, 0 to 1. Default 0.7. */
  readonly hoverStrength: number;
  /** Of chosen regions. */
  readonly selectColor: string;
  /** Share of `selectColor` in such a region's colour, 0 to 1. Default 0.75. */
  readonly selectStrength: number;
  /** Of the names. */
  readonly labelColor: string;
  /** Around the letters. */
  readonly labelHaloColor: string;
  /** Of the letters of the names, CSS px. Default 12. */
  readonly labelSize: number;
  /** Of the soft shadow of the map on the ground; a light colour makes it a glow. */
  readonly shadowColor: string;
  /** 0 to 1. Default 0: no shadow. */
  readonly shadowOpacity: number;
}

/** The specification's colours. */
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

/** For dark screens: ground and walls almost black, borders that glow. */
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

/** A colour as one number, 0xrrggbb. @throws RangeError for anything but #rgb and #rrggbb */
export function packColor(color: string): number {
  const long = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (long) return Number.parseInt(long, 16);
  const short = /^#([0-9a-f]{3})$/i.exec(color)?.[1];
  if (short) return Number.parseInt(short.replaceAll(/./g, '$&$&'), 16);
  throw new RangeError(`Not a colour of the form #rrggbb: ${color}`);
}

/** The other way, in a shader: red, green and blue, 0 to 1. It needs `precision highp int`. */
export const UNPACK_COLOR_GLSL = /* glsl */ `
  vec3 unpackColor(float packed) {
    int bits = int(packed);
    return vec3(float((bits >> 16) & 255), float((bits >> 8) & 255), float(bits & 255)) / 255.0;
  }
`;

/** Red, green and blue, 0 to 1, as on screen (not linear). */
export function screenColor(color: string): [number, number, number] {
  const packed = packColor(color);
  return [((packed >> 16) & 255) / 255, ((packed >> 8) & 255) / 255, (packed & 255) / 255];
}
