import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { ApiError, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';

const MIGRATIONS = new URL('../../apps/server/migrations/', import.meta.url);

let server: Farm;
let api: ApiClient;
let token: string;

beforeAll(async () => {
  server = await farm();
  api = await server.client();
  token = await server.accessToken();
});
afterAll(async () => server?.stop());

const draft = (more: object = {}) => ({
  productModelCode: `M-${randomUUID().slice(0, 8)}`,
  name: '型号',
  productTypeCode: 'QT',
  ...more,
});
const attribute = (more: object) => ({ identify: 'a', name: '甲', type: '0', ...more });

/** The server's message about a product model in the requested language. */
async function refused(
  body: object,
  locale: string,
): Promise<{ status: number; field: string; msg: string }> {
  const answer = await fetch(`${server.baseUrl}/api/product/models`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'X-Locale': locale,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as { field: string; msg: string }) };
}

it.each<[string, object, string]>([
  ['no code', { productModelCode: ' ' }, 'productModelCode'],
  ['a code with blanks', { productModelCode: 'a b' }, 'productModelCode'],
  ['no name', { name: '' }, 'name'],
  ['a product type in small letters', { productTypeCode: 'qt' }, 'productTypeCode'],
  ['a foreign 3D model', { scene3dModelSnape: 'https://x.example/a.glb' }, 'scene3dModelSnape'],
  ['no file', { scene3dModelSnape: `/files/${randomUUID()}.glb` }, 'scene3dModelSnape'],
  ['an interval of nothing', { reportingInterval: 0 }, 'reportingInterval'],
  ['an attribute twice', { attributes: [attribute({}), attribute({})] }, 'attributes.1.identify'],
  ['an attribute of another kind', { attributes: [attribute({ type: '2' })] }, 'attributes.0.type'],
  [
    'a state that does not exist',
    { attributes: [attribute({ type: '1', associationStates: [{ identify: 'b' }] })] },
    'attributes.0.associationStates',
  ],
  [
    'a range upside down',
    {
      attributes: [
        attribute({ parameters: [{ parameterEnName: 'a', parameterType: 'NUMERIC', min: 2, max: 1 }] }),
      ],
    },
    'attributes.0.parameters.0.max',
  ],
  [
    'a data type that is none',
    { attributes: [attribute({ parameters: [{ parameterEnName: 'a', parameterType: 'FLOAT' }] })] },
    'attributes.0.parameters.0.parameterType',
  ],
])('names the field in both languages: %s', async (_, more, field) => {
  const chinese = await refused(draft(more), 'zh-CN');
  const english = await refused(draft(more), 'en');
  expect([chinese.status, chinese.field]).toEqual([400, field]);
  expect([english.status, english.field]).toEqual([400, field]);
  expect(chinese.msg).toMatch(/[\u4e00-\u9fff]/);
  expect(english.msg).not.toMatch(/[\u4e00-\u9fff]/);
});

it('takes a GLB or FBX that the organisation uploaded, and serves it to the scene by a signed address', async () => {
  const models = new URL('../../packages/models/dist/', import.meta.url);
  const glb = readFileSync(new URL('soil-probe.glb', models));
  const uploaded = await api.files.upload(new Blob([glb]), 'probe.glb');
  expect(uploaded.path).toMatch(/\.glb$/);
  const made = await api.productModels.create(draft({ scene3dModelSnape: uploaded.url }));
  expect(made.modelPath?.split('?')[0]).toBe(uploaded.path);
  const device = await api.devices.create({ name: randomUUID(), productModelCode: made.code });
  const { modelPath } = await api.devices.get(device.id);
  const answer = await fetch(server.baseUrl + modelPath);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'model/gltf-binary']);
  expect(Buffer.from(await answer.arrayBuffer()).equals(glb)).toBe(true);
  // Sent back whole, the device has no model of its own.
  await api.devices.update(device.id, { modelPath });
  await api.productModels.update(made.id, {
    ...draft({ scene3dModelSnape: '/models/pump.glb' }),
    productModelCode: made.code,
  });
  expect((await api.devices.get(device.id)).modelPath).toBe('/models/pump.glb');
  const fbx = await api.files.upload(new Blob(['Kaydara FBX Binary  \0\x1a\0', new Uint8Array(64)]), 'a.fbx');
  expect(fbx.path).toMatch(/\.fbx$/);
  const pdf = await api.files.upload(new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF']), 'x.pdf');
  const error = await api.productModels
    .create(draft({ scene3dModelSnape: pdf.path }))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, field: 'scene3dModelSnape' });
});

it('a signal of a real radio is in its range, also where the former range was stored', async () => {
  const probe = await api.devices.create({ name: '信号', productModelCode: 'TQ-3L' });
  const report = async (rssi: number): Promise<unknown> => {
    const answer = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
      method: 'POST',
      body: JSON.stringify({ rssi }),
    });
    const text = await answer.text();
    return text === '' ? 'stored' : (JSON.parse(text) as { problems: { stored: boolean }[] }).problems;
  };
  for (const rssi of [-36, -118, -148, -20, 0]) expect([rssi, await report(rssi)]).toEqual([rssi, 'stored']);
  // What a modem answers to +CSQ.
  for (const rssi of [31, 99]) expect(await report(rssi)).toMatchObject([{ field: 'rssi', stored: true }]);
  const ranges = () =>
    server.sql<{ code: string; parameters: { min: number; max: number }[] }>(
      `select m.code, a.parameters from product_attribute a join product_model m on m.id = a.product_model_id
       where a.identify = 'rssi' order by m.code`,
    );
  const now = await ranges();
  await server.sql(
    `update product_attribute set parameters = jsonb_set(jsonb_set(parameters, '{0,min}', '-115'), '{0,max}', '-45')
     where identify = 'rssi'`,
  );
  await server.sql(
    `update product_attribute set parameters = jsonb_set(parameters, '{0,min}', '-90')
     where identify = 'rssi' and product_model_id = (select id from product_model where code = 'QX-9')`,
  );
  await server.sql(readFileSync(new URL('0207_radio_range.sql', MIGRATIONS), 'utf8'));
  // A range that somebody chose stays.
  expect(await ranges()).toEqual(
    now.map(({ code, parameters: [only] }) => ({
      code,
      parameters: [code === 'QX-9' ? { ...only, min: -90, max: -45 } : only],
    })),
  );
});
