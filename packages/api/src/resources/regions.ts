import type { Http, RequestOptions } from '../client/http.ts';
import type { ListPage } from '../domain/list-page.ts';
import type { RegionMapFile, RegionSummary } from '../domain/region.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeRegionMap, decodeRegionSummary } from '../wire/region.ts';

/** The organisation's own maps of territories, and what there is in their areas. */
export interface RegionsResource {
  maps(options?: RequestOptions): Promise<ListPage<RegionMapFile>>;
  /**
   * Makes a GeoJSON file the inside of an area ('' is the whole), in place of the one that was there.
   * @throws {ApiError} 400 for what is no map of named regions, 413 above 20 MiB.
   */
  saveMap(
    map: { parentCode: string; file: Blob; name: string },
    options?: RequestOptions,
  ): Promise<RegionMapFile>;
  removeMap(id: string, options?: RequestOptions): Promise<void>;
  /** Of the map inside `parentCode`, by default of the whole. */
  summary(query?: { parentCode?: string }, options?: RequestOptions): Promise<RegionSummary>;
}

export function createRegionsResource(http: Http): RegionsResource {
  return {
    maps: ({ signal } = {}) =>
      http.call('regions.maps', { signal }, (data) => decodeList(data, decodeRegionMap)),
    saveMap: ({ parentCode, file, name }, { signal } = {}) => {
      const form = new FormData();
      form.append('file', file, name);
      return http.call('regions.saveMap', { query: { parent: parentCode }, form, signal }, decodeRegionMap);
    },
    removeMap: (id, { signal } = {}) =>
      http.call('regions.removeMap', { path: { id }, signal }, () => undefined),
    summary: ({ parentCode } = {}, { signal } = {}) =>
      http.call('regions.summary', { query: { parent: parentCode }, signal }, decodeRegionSummary),
  };
}
