/** A map of the organisation's own: the inside of one area. */
export interface RegionMapFile {
  id: string;
  /** The area that it is the inside of, as the map above names it; '' is the whole. */
  parentCode: string;
  /** As the sender named the file. */
  name: string;
  regions: number;
  sizeBytes: number;
  /** Opens the GeoJSON without a token for about an hour. */
  url: string;
}

export interface RegionCounts {
  devices: number;
  online: number;
  /** Open alarms. */
  alarms: number;
  /** The worst of its plots: 0 none … 4 extreme; null where it could not be told. */
  drought: number | null;
}

/** What there is in an area of a map. */
export interface RegionAreaCounts extends RegionCounts {
  code: string;
  scenes: number;
}

interface Placed {
  id: string;
  name: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** The area of the map that was asked for; null: outside it, or there is no such map. */
  areaCode: string | null;
}

/** A scene on the map, with what stands in it. */
export interface RegionSite extends Placed, RegionCounts {}

export interface RegionGateway extends Placed {
  online: boolean;
}

/** What there is in the areas of a map, and where it stands. */
export interface RegionSummary {
  /** Areas in which there is something. */
  areas: RegionAreaCounts[];
  sites: RegionSite[];
  gateways: RegionGateway[];
  /** What nobody gave coordinates. */
  unplaced: { scenes: number; devices: number };
}
