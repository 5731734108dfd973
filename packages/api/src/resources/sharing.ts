import type { Http, RequestOptions } from '../client/http.ts';
import type { DeviceCounts } from '../domain/device.ts';
import type { ListPage } from '../domain/list-page.ts';
import type { DevicePermission, DeviceShare, ShareDraft } from '../domain/sharing.ts';
import { decodeDeviceCounts } from '../wire/device.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeShare, encodeShareTerms } from '../wire/sharing.ts';

export interface SharingResource {
  /** A running share of the same device and user gets the new terms. @throws {ApiError} 400 for an unknown user. */
  share(draft: ShareDraft, options?: RequestOptions): Promise<ListPage<DeviceShare>>;
  /** What the organisation shared (default), or what the user received, newest first. */
  ledger(
    query?: { direction?: 'shared' | 'received'; deviceId?: string },
    options?: RequestOptions,
  ): Promise<ListPage<DeviceShare>>;
  /** Gives running shares of the organisation new terms, all of them or none. */
  change(
    ids: readonly string[],
    terms: { permissions?: readonly DevicePermission[]; expiresAt?: number | null },
    options?: RequestOptions,
  ): Promise<ListPage<DeviceShare>>;
  /** Ends a share that the organisation gave; open streams of the recipient end within a second. */
  stop(id: string, options?: RequestOptions): Promise<void>;
  /** Gives a received share back. */
  leave(id: string, options?: RequestOptions): Promise<void>;
  receivedCount(options?: RequestOptions): Promise<DeviceCounts>;
}

export function createSharingResource(http: Http): SharingResource {
  const list = (data: unknown): ListPage<DeviceShare> => decodeList(data, decodeShare);
  return {
    share: (draft, { signal } = {}) =>
      http.call('sharing.share', { body: encodeShareTerms(draft), signal }, list),
    ledger: (query = {}, { signal } = {}) => http.call('sharing.ledger', { query, signal }, list),
    change: (ids, terms, { signal } = {}) =>
      http.call('sharing.change', { body: { ids, ...encodeShareTerms(terms) }, signal }, list),
    stop: (id, { signal } = {}) => http.call('sharing.stop', { path: { id }, signal }, () => undefined),
    leave: (id, { signal } = {}) => http.call('sharing.leave', { path: { id }, signal }, () => undefined),
    receivedCount: ({ signal } = {}) => http.call('sharing.receivedCount', { signal }, decodeDeviceCounts),
  };
}
