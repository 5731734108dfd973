import type { ApiClient, Device } from '@farm3d/api';
import { PDF, picture } from './fixtures.ts';
import type { RunningServer } from './server.ts';
import { waitFor } from './wait.ts';

/** Pages that need nothing but their address: name, path, and an element that shows that they have loaded. */
export const PAGES = [
  ['home', '/app', 'home-scenes'],
  ['scenes', '/iotManagement/intelligence/scene', 'scene-list-item'],
  ['devices', '/iotManagement/devices', 'device-row'],
  ['groups', '/iotManagement/groups', 'groups'],
  ['shares', '/iotManagement/shares', 'share-new'],
  ['product-models', '/iotManagement/productModels', 'model-tile'],
  ['statistics', '/iotManagement/statistics?by=type&days=30', 'chart-messages'],
  ['alarms', '/iotManagement/alarms', 'alarm-row'],
  ['automations', '/iotManagement/linkages', 'linkages'],
  ['work-orders', '/iotManagement/workOrders', 'order-board'],
  ['notifications', '/app/notifications', 'notifications'],
  ['agronomy', '/app/agronomy', 'plot-cards'],
  ['crops', '/iotManagement/crops', 'crop-plan'],
  ['users', '/iotManagement/users', 'users'],
  ['departments', '/iotManagement/departments', 'departments'],
  ['roles', '/iotManagement/roles', 'roles'],
  ['logs', '/iotManagement/logs', 'logs'],
  ['files', '/iotManagement/files', 'files'],
  ['help', '/app/help', 'article'],
  ['account', '/app/account', 'sessions'],
  ['organisations', '/iotManagement/organisations', 'organisation-row'],
  ['organisation-data', '/iotManagement/organisation', 'export-new'],
  ['health', '/iotManagement/health', 'health'],
  ['start', '/app/start', 'start'],
] as const;

/** What people of the demo farm have written, by language. */
const WRITTEN = {
  zh: {
    groups: ['南区', '番茄温室', '北区'],
    departments: ['种植部', '温室组'],
    people: ['张工', '刘农艺师', '陈场长'],
    orders: ['检查东区滴灌带', '清洗土壤探头', '更换水泵滤网'],
    article: ['安装土壤探头', '先挖到 40 厘米。'],
    files: ['合同.pdf', '一号温室.png'],
    crops: [
      ['黄瓜', '东区黄瓜'],
      ['生菜', '北区生菜'],
    ],
    linkage: '旱则灌二十分钟',
    neighbour: '邻村合作社',
    alarm: ['西坡探头', '西坡偏干'],
  },
  en: {
    groups: ['South', 'Tomato house', 'North'],
    departments: ['Growing', 'Greenhouses'],
    people: ['Technician', 'Agronomist', 'Manager'],
    orders: ['Check the drip lines in the east', 'Clean the soil probes', 'Change the filter of the pump'],
    article: ['Installing a soil probe', 'Dig 40 centimetres deep first.'],
    files: ['Contract.pdf', 'House one.png'],
    crops: [
      ['Cucumber', 'Cucumbers in the east'],
      ['Lettuce', 'Lettuce in the north'],
    ],
    linkage: 'Twenty minutes of water when dry',
    neighbour: 'Valley co-op',
    alarm: ['Probe on the western slope', 'The western slope is dry'],
  },
} as const;

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A probe of the farm that reports too little, and the alarm of it. */
async function raiseAlarm(
  server: RunningServer,
  api: ApiClient,
  [device, alarm]: readonly [string, string],
): Promise<void> {
  const { id, accessToken } = await api.devices.create({ name: device, productModelCode: 'TQ-3L' });
  const key = 'soilMoisture20';
  await api.alarmSettings.save(id, [
    { name: alarm, severity: 'MAJOR', condition: { key, op: '<', value: 12 }, durationMs: 0 },
  ]);
  await fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [key]: 9 }),
  });
  await waitFor(
    async () => (await api.alarms.query({ active: true })).items.some(({ name }) => name === alarm),
    {
      what: 'the alarm',
    },
  );
}

/** Fills the pages of the demo farm as they are at a farm that works with them. Returns its devices and a group. */
export async function fillFarm(
  server: RunningServer,
  api: ApiClient,
  language: keyof typeof WRITTEN,
): Promise<{ devices: readonly Device[]; groupId: string }> {
  const written = WRITTEN[language];
  const { items: devices } = await api.devices.list({ pageSize: 100 });
  const of = (code: string): Device => devices.find(({ productModelCode }) => productModelCode === code)!;

  const south = await api.groups.create({ name: written.groups[0] });
  const house = await api.groups.create({ name: written.groups[1], parentId: south.id });
  await api.groups.create({ name: written.groups[2] });
  for (const [at, { id }] of devices.entries()) await api.deviceGroups.add(at % 2 ? south.id : house.id, id);

  const { id: departmentId } = await api.organisation.createDepartment({ name: written.departments[0] });
  await api.organisation.createDepartment({ name: written.departments[1], parentId: departmentId });
  for (const [at, username, role] of [
    [0, 'zhang', 'technician'],
    [1, 'liu', 'agronomist'],
    [2, 'chen', 'admin'],
  ] as const)
    await api.users.create({ username, displayName: written.people[at], roles: [role], departmentId });

  for (const [at, priority, hours] of [
    [0, 'high', -20],
    [1, 'normal', 30],
    [2, 'urgent', 5],
  ] as const)
    await api.workOrders.create({
      title: written.orders[at],
      priority,
      deadline: Date.now() + hours * 3_600_000,
      deviceId: of('TQ-3L').id,
    });
  await api.articles.publish({
    kind: 'tutorial',
    title: written.article[0],
    content: written.article[1],
  });
  await api.files.upload(new Blob([PDF]), written.files[0]);
  await api.files.upload(new Blob([picture(64, 64)]), written.files[1]);
  await api.crops.createPlants(
    written.crops.map(([crop, name], at) => ({ crop, name, growTime: dayBefore(40 - 20 * at) })),
  );
  await api.linkages.create({
    name: written.linkage,
    trigger: { type: 'cron', expression: '0 5 * * *' },
    actions: [
      {
        type: 'command',
        deviceId: of('DCF-4').id,
        method: 'switchValve',
        params: { open: true, minutes: 20 },
      },
    ],
  });
  await api.organisations.create({ name: written.neighbour, invitee: 'wang@farm.example' });
  await api.sharing.share({ deviceIds: [of('QX-9').id, of('TQ-3L').id], organisation: written.neighbour });
  // The alarm is told in the reader's language.
  await api.notifications.setPreferences({
    ...(await api.notifications.preferences()),
    language: language === 'en' ? 'en' : 'zh-CN',
  });
  await raiseAlarm(server, api, written.alarm);
  return { devices, groupId: house.id };
}
