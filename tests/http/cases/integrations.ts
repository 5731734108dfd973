import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { MOISTURE, refusal, uniqueName, type Cases, type ContractTarget } from './support.ts';

const newIntegration = ({ api }: ContractTarget, kind: 'chirpstack' | 'ttn' = 'chirpstack') =>
  api.integrations.create({ kind, name: uniqueName('网络服务器'), productModelCode: 'TQ-3L' });

const newDevEui = (): string => randomBytes(8).toString('hex');

async function post({ baseUrl }: ContractTarget, path: string, body: unknown): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export const integrationsCases: Cases<'integrations'> = {
  'integrations.list': async (target) => {
    const { path: _, ...created } = await newIntegration(target);
    const { items } = await target.api.integrations.list();
    // The key in its URL is not shown again.
    expect(items.find(({ id }) => id === created.id)).toEqual(created);
  },

  'integrations.create': async (target) => {
    const created = await newIntegration(target);
    expect(created.path).toMatch(/^\/integrations\/chirpstack\/[\w-]{27}$/);
    const unknown = { kind: 'ttn', name: 'x', productModelCode: 'NONE' } as const;
    expect(await refusal(target.api.integrations.create(unknown))).toMatchObject({
      status: 400,
      field: 'productModelCode',
    });
  },

  'integrations.remove': async (target) => {
    const { id, path } = await newIntegration(target);
    await target.api.integrations.remove(id);
    expect((await post(target, path, {})).status).toBe(401);
    expect(await refusal(target.api.integrations.remove(randomUUID()))).toMatchObject({ status: 404 });
  },
};

export const webhookCases: Pick<Cases<'ingest'>, 'ingest.chirpstack' | 'ingest.ttn'> = {
  'ingest.chirpstack': async (target) => {
    const { api } = target;
    const { path } = await newIntegration(target);
    const devEui = newDevEui();
    const time = new Date(Date.now() - 5_000).toISOString();
    const deviceName = uniqueName('探头');
    const up = {
      deduplicationId: randomUUID(),
      time,
      deviceInfo: { tenantName: 't', applicationName: 'a', deviceName, devEui, tags: {} },
      fCnt: 7,
      fPort: 2,
      data: 'AQI=',
      object: { [MOISTURE]: 21.5, batteryVoltage: 3.9 },
      rxInfo: [
        { gatewayId: '0016c001f153a14c', rssi: -103, snr: 3.5 },
        { gatewayId: '0016c001f153a14d', rssi: -88, snr: 9 },
      ],
    };
    // Sent twice, as by two servers of the same network: one device, one message.
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await post(target, `${path}?event=up`, up);
      expect([answer.status, await answer.text()]).toEqual([200, '']);
    }
    const { items, total } = await api.devices.list({ name: deviceName });
    expect(total).toBe(1);
    const id = items[0]?.id ?? '';
    expect(items[0]).toMatchObject({ productModelCode: 'TQ-3L', online: true });
    expect(await api.telemetry.count(id)).toBe(1);
    expect(await api.telemetry.latest(id)).toMatchObject({
      [MOISTURE]: { ts: Date.parse(time), value: 21.5 },
      rssi: { value: -88 },
      snr: { value: 9 },
      fCnt: { value: 7 },
    });
    const status = { time, deviceInfo: up.deviceInfo, margin: 12, batteryLevel: 77.5 };
    expect((await post(target, `${path}?event=status`, status)).status).toBe(200);
    expect((await api.telemetry.latest(id))['batteryLevel']?.value).toBe(77.5);
    expect((await post(target, `${path}?event=join`, { deviceInfo: up.deviceInfo })).status).toBe(200);
    expect((await post(target, `${path}?event=up`, { no: 'device' })).status).toBe(400);
    expect((await post(target, '/integrations/chirpstack/wrong', up)).status).toBe(401);
    expect((await post(target, path.replace('chirpstack', 'ttn'), up)).status).toBe(401);
  },

  'ingest.ttn': async (target) => {
    const { api } = target;
    const { path } = await newIntegration(target, 'ttn');
    const device = uniqueName('ttn');
    const receivedAt = new Date(Date.now() - 3_000).toISOString();
    const answer = await post(target, path, {
      end_device_ids: {
        device_id: device,
        application_ids: { application_id: 'farm' },
        dev_eui: newDevEui().toUpperCase(),
      },
      received_at: new Date().toISOString(),
      // No f_cnt and no f_port: zero values are omitted.
      uplink_message: {
        frm_payload: 'AQI=',
        decoded_payload: { [MOISTURE]: 17 },
        rx_metadata: [{ gateway_ids: { gateway_id: 'g' }, rssi: -70, snr: 8 }],
        received_at: receivedAt,
      },
    });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const { items } = await api.devices.list({ name: device });
    expect(await api.telemetry.latest(items[0]?.id ?? '')).toMatchObject({
      [MOISTURE]: { ts: Date.parse(receivedAt), value: 17 },
      rssi: { value: -70 },
      fCnt: { value: 0 },
      fPort: { value: 0 },
    });
  },
};
