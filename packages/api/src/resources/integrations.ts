import * as v from 'valibot';
import type { Http, RequestOptions } from '../client/http.ts';
import type { ListPage } from '../domain/list-page.ts';
import { parseWire } from '../wire/codes.ts';
import { decodeList } from '../wire/envelope.ts';

/** A LoRaWAN network server that sends what its devices report. */
export interface Integration {
  id: string;
  /** 'provision': devices register themselves with its key and secret. */
  kind: 'chirpstack' | 'ttn' | 'provision';
  name: string;
  /** Of the devices that it brings along. */
  productModelCode: string;
}

/** Its address for the network server holds a key and is shown this once. */
export type CreatedIntegration = Integration & {
  path: string;
  /** Of 'provision': what the devices bring along. */
  provisionDeviceKey?: string | undefined;
  provisionDeviceSecret?: string | undefined;
};

export interface IntegrationsResource {
  list(options?: RequestOptions): Promise<ListPage<Integration>>;
  create(draft: Omit<Integration, 'id'>, options?: RequestOptions): Promise<CreatedIntegration>;
  /** Its address is refused from now on; its devices stay. */
  remove(id: string, options?: RequestOptions): Promise<void>;
}

const entries = {
  id: v.string(),
  kind: v.picklist(['chirpstack', 'ttn', 'provision']),
  name: v.string(),
  productModelCode: v.string(),
};
export const integrationSchema = v.object(entries);
export const createdSchema = v.object({
  ...entries,
  path: v.string(),
  provisionDeviceKey: v.optional(v.string()),
  provisionDeviceSecret: v.optional(v.string()),
});

export function createIntegrationsResource(http: Http): IntegrationsResource {
  return {
    list: ({ signal } = {}) =>
      http.call('integrations.list', { signal }, (data) =>
        decodeList(data, (item) => parseWire(integrationSchema, item)),
      ),
    create: (draft, { signal } = {}) =>
      http.call('integrations.create', { body: draft, signal }, (data) => parseWire(createdSchema, data)),
    remove: (id, { signal } = {}) =>
      http.call('integrations.remove', { path: { id }, signal }, () => undefined),
  };
}
