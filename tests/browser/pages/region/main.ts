import * as d3 from 'd3-geo';
import * as region from 'farm3d-engine/region';

declare global {
  interface Window {
    region: typeof region;
    d3: typeof d3;
    host: HTMLElement;
    map: region.RegionMap | undefined;
    /** Everything the map told, as [type, payload]. */
    told: [string, unknown][];
  }
}

window.region = region;
window.d3 = d3;
window.host = document.querySelector<HTMLElement>('#view')!;
window.told = [];
