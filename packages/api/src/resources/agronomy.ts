import type { Http, RequestOptions } from '../client/http.ts';
import type {
  AgronomyTable,
  ClimateMonth,
  PlotDetail,
  PlotState,
  TableCell,
  TableEdit,
} from '../domain/agronomy.ts';
import type { ListPage } from '../domain/list-page.ts';
import { decodeClimateMonth, decodePlotDetail, decodePlotState, decodeTableCell } from '../wire/agronomy.ts';
import { decodeList } from '../wire/envelope.ts';

export interface AgronomyResource {
  /** Every plot with its grade, soil moisture and stage, or those of one scene. */
  plots(query?: { sceneId?: string }, options?: RequestOptions): Promise<ListPage<PlotState>>;
  /** Of a plant configuration or a scene: with growth and disease calendar. */
  plot(id: string, options?: RequestOptions): Promise<PlotDetail>;
  /** The numbers that are calculated with. */
  tables(query?: { table?: AgronomyTable }, options?: RequestOptions): Promise<ListPage<TableCell>>;
  /** Puts the organisation's own number in, or with null the built-in one back. */
  editTable(edit: TableEdit, options?: RequestOptions): Promise<TableCell>;
  climate(options?: RequestOptions): Promise<ListPage<ClimateMonth>>;
  /** Replaces the whole record. */
  saveClimate(months: readonly ClimateMonth[], options?: RequestOptions): Promise<ListPage<ClimateMonth>>;
}

export function createAgronomyResource(http: Http): AgronomyResource {
  return {
    plots: (query = {}, { signal } = {}) =>
      http.call('agronomy.plots', { query, signal }, (data) => decodeList(data, decodePlotState)),
    plot: (id, { signal } = {}) => http.call('agronomy.plot', { path: { id }, signal }, decodePlotDetail),
    tables: (query = {}, { signal } = {}) =>
      http.call('agronomy.tables', { query, signal }, (data) => decodeList(data, decodeTableCell)),
    editTable: (edit, { signal } = {}) =>
      http.call('agronomy.editTable', { body: edit, signal }, decodeTableCell),
    climate: ({ signal } = {}) =>
      http.call('agronomy.climate', { signal }, (data) => decodeList(data, decodeClimateMonth)),
    saveClimate: (months, { signal } = {}) =>
      http.call('agronomy.saveClimate', { body: { items: months }, signal }, (data) =>
        decodeList(data, decodeClimateMonth),
      ),
  };
}
