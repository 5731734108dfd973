import type { Http, RequestOptions } from '../client/http.ts';
import type { ListPage } from '../domain/list-page.ts';
import type {
  WorkOrder,
  WorkOrderDraft,
  WorkOrderPatch,
  WorkOrderState,
  WorkOrderStep,
} from '../domain/work-order.ts';
import { decodeList } from '../wire/envelope.ts';
import {
  decodeWorkOrder,
  decodeWorkOrderStep,
  encodeWorkOrder,
  encodeWorkOrderState,
} from '../wire/work-order.ts';

export interface WorkOrderQuery {
  state?: WorkOrderState;
  deviceId?: string;
  /** Part of the title. */
  title?: string;
  /** From 1. */
  page?: number;
  /** 1 … 200, default 20. */
  pageSize?: number;
}

export interface WorkOrdersResource {
  list(query?: WorkOrderQuery, options?: RequestOptions): Promise<ListPage<WorkOrder>>;
  get(id: string, options?: RequestOptions): Promise<WorkOrder>;
  create(draft: WorkOrderDraft, options?: RequestOptions): Promise<WorkOrder>;
  /** Merges. @throws {ApiError} 409 when the order cannot come from its state to the wanted one. */
  update(id: string, patch: WorkOrderPatch, options?: RequestOptions): Promise<WorkOrder>;
  /** Every step that was taken, oldest first. */
  log(workOrderId: string, options?: RequestOptions): Promise<ListPage<WorkOrderStep>>;
}

export function createWorkOrdersResource(http: Http): WorkOrdersResource {
  return {
    list: ({ state, ...query } = {}, { signal } = {}) =>
      http.call(
        'workOrders.list',
        {
          query: { ...query, state: state === undefined ? undefined : encodeWorkOrderState(state) },
          signal,
        },
        (data) => decodeList(data, decodeWorkOrder),
      ),
    get: (id, { signal } = {}) => http.call('workOrders.get', { path: { id }, signal }, decodeWorkOrder),
    create: (draft, { signal } = {}) =>
      http.call('workOrders.create', { body: encodeWorkOrder(draft), signal }, decodeWorkOrder),
    update: (id, patch, { signal } = {}) =>
      http.call('workOrders.update', { body: { ...encodeWorkOrder(patch), id }, signal }, decodeWorkOrder),
    log: (workOrderId, { signal } = {}) =>
      http.call('workOrders.log', { query: { workOrderId }, signal }, (data) =>
        decodeList(data, decodeWorkOrderStep),
      ),
  };
}
