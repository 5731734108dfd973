import { DAY_STYLE, NIGHT_STYLE, type GraticuleOptions, type RegionStyle } from 'farm3d-engine/region';

/** Colours of the map for the light and the dark theme. */
export interface MapTheme {
  readonly style: RegionStyle;
  readonly graticule: GraticuleOptions;
  readonly site: string;
  /** Farms of a simulated map. */
  readonly simulated: string;
  readonly alarm: string;
  /** Outline of a ring, visible on every colour of a ramp. */
  readonly ringEdge: string;
  readonly gateway: string;
  readonly flow: string;
  readonly flowLight: string;
  /** Gateway that is offline. */
  readonly offline: string;
}

const DAY: MapTheme = {
  style: {
    ...DAY_STYLE,
    backgroundColor: '#e9eef0',
    topColor: '#c3cec5',
    sideColor: '#6d7f74',
    borderColor: '#ffffff',
    borderWidth: 1.3,
    hoverColor: '#ffffff',
    hoverStrength: 0.32,
    selectColor: '#f2b632',
    selectStrength: 0.45,
    labelColor: '#16211a',
    labelHaloColor: '#ffffff',
    shadowColor: '#24473a',
    shadowOpacity: 0.34,
  },
  graticule: { color: '#9fb0b3', opacity: 0.6, labelColor: '#5d6c70' },
  // Spec §9: "Point markers: … colour #C59115".
  site: '#c59115',
  simulated: '#3f6f86',
  alarm: '#e0261c',
  ringEdge: '#ffffff',
  gateway: '#14639f',
  flow: '#1b74b8',
  flowLight: '#eaf7ff',
  offline: '#7d8a86',
};

const NIGHT: MapTheme = {
  style: {
    ...NIGHT_STYLE,
    backgroundColor: '#0b1114',
    topColor: '#26342f',
    sideColor: '#0c1a1b',
    borderColor: '#0a1413',
    borderWidth: 1.4,
    hoverColor: '#ffffff',
    hoverStrength: 0.22,
    selectColor: '#f2b632',
    selectStrength: 0.4,
    labelColor: '#f4faf6',
    labelHaloColor: '#07100d',
    shadowColor: '#2a8f86',
    shadowOpacity: 0.3,
  },
  graticule: { color: '#38504f', opacity: 0.55, labelColor: '#7f9491' },
  site: '#e0a92a',
  simulated: '#7fb4cc',
  alarm: '#ff4436',
  ringEdge: '#ffe9e6',
  gateway: '#58b4ff',
  flow: '#3a9de8',
  flowLight: '#e6f7ff',
  offline: '#6c7a78',
};

export const mapTheme = (isDark: boolean): MapTheme => (isDark ? NIGHT : DAY);

/** Style of the backdrop without a map: invisible under the graticule. */
export const backdropStyle = ({ style }: MapTheme): Partial<RegionStyle> => ({
  topColor: style.backgroundColor,
  sideColor: style.backgroundColor,
  hoverStrength: 0,
  selectStrength: 0,
  borderWidth: 0,
  shadowOpacity: 0,
});
