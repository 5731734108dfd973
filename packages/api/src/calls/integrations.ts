import * as v from 'valibot';
import { call, listOf, nothing } from './call.ts';

const kind = v.picklist(['chirpstack', 'ttn', 'provision']);

const entries = {
  id: v.string(),
  /** 'provision': devices register with its key and secret. */
  kind,
  name: v.string(),
  /** Product model of its devices. */
  productModelCode: v.string(),
};

/** A LoRaWAN network server that sends readings of its devices. */
const integration = v.object(entries);

/** Its webhook address contains a key and is returned only here. */
const created = v.object({
  ...entries,
  path: v.string(),
  /** Of 'provision': key and secret for the devices. */
  provisionDeviceKey: v.optional(v.string()),
  provisionDeviceSecret: v.optional(v.string()),
});

export type Integration = v.InferOutput<typeof integration>;
export type CreatedIntegration = v.InferOutput<typeof created>;

export const integrations = {
  list: call({
    method: 'GET',
    path: '/api/integrations',
    origin: 'own',
    summary: { zh: '网络服务器与自注册配置列表', en: 'Lists network servers and provisioning profiles' },
    answer: listOf(integration),
  }),
  /** The response contains its key, only here. */
  create: call({
    method: 'POST',
    path: '/api/integrations',
    right: 'devices',
    audit: 'create',
    origin: 'own',
    summary: { zh: '新建网络服务器或自注册配置', en: 'Makes a network server or a provisioning profile' },
    example: { kind: 'provision', name: 'Probes of 2026', productModelCode: 'TQ-3L' },
    body: v.object({
      kind,
      name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64, 'field.tooLong')),
      productModelCode: v.pipe(v.string('device.productModel.required'), v.maxLength(64)),
    }),
    answer: created,
  }),
  /** Its address is refused from now on; its devices stay. */
  remove: call({
    method: 'DELETE',
    path: '/api/integrations/{id}',
    right: 'devices',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除网络服务器或自注册配置', en: 'Removes a network server or a provisioning profile' },
    answer: nothing,
  }),
};
