import { expect, test } from 'vitest';
import type { ModelAttribute, SimpleDevice } from '@farm3d/api';
import { createCatalogue, withLinkages } from './catalogue.ts';
import { checkForm, fieldOf } from './check-form.ts';
import { EMPTY_GROUP, EMPTY_PART, NO_CONDITION, type PartForm } from './condition-form.ts';
import {
  draftOf,
  EMPTY_LINKAGE,
  EMPTY_TRIGGER,
  emptyAction,
  formOf,
  type ActionForm,
  type LinkageForm,
} from './linkage-form.ts';
import { sentenceOf } from './sentence.ts';

const attribute = (part: Partial<ModelAttribute>) =>
  ({ nameEn: '', enabled: true, parameters: [], associatedStates: [], ...part }) as ModelAttribute;
const parameter = { name: '', unit: '', min: null, max: null, type: 'NUMERIC' as const };
const catalogue = createCatalogue(
  [
    { id: 'probe', name: '探头', productModelCode: 'TQ' },
    { id: 'valve', name: '阀门', productModelCode: 'FM' },
  ] as SimpleDevice[],
  [
    attribute({
      productModelCode: 'TQ',
      identify: 'soil',
      name: '土壤水分',
      type: 'attribute',
      parameters: [{ ...parameter, key: 'soil', name: '土壤水分', unit: '%' }],
    }),
    attribute({
      productModelCode: 'FM',
      identify: 'open',
      name: '开阀',
      type: 'service',
      parameters: [
        { ...parameter, key: 'on', name: '开', type: 'BOOLEAN' },
        { ...parameter, key: 'minutes', name: '时长', unit: '分钟', min: 1, max: 720, optional: true },
        { ...parameter, key: 'zone', name: '分区', min: 1, max: 4 },
      ],
    }),
  ],
  [],
);

const part: PartForm = { ...EMPTY_PART, deviceId: 'probe', key: 'soil', value: '12', hysteresis: '3' };
const open = {
  ...emptyAction('command'),
  deviceId: 'valve',
  method: 'open',
  inputs: { on: true, minutes: '20', zone: '2' },
};
const good: LinkageForm = {
  ...EMPTY_LINKAGE,
  name: '旱则灌',
  condition: { kind: 'groups', match: 'all', groups: [{ ...EMPTY_GROUP, parts: [part] }] },
  actions: [open],
};
const errors = (form: Partial<LinkageForm>) => checkForm({ ...good, ...form }, catalogue);
const command = (change: Partial<ActionForm>) => errors({ actions: [{ ...open, ...change }] });

test('a complete linkage has no error, is sent as it was entered, and reads as a sentence', () => {
  expect(errors({})).toEqual({});
  const draft = draftOf(good, catalogue);
  expect(draft).toEqual({
    name: '旱则灌',
    enabled: true,
    triggers: [{ type: 'telemetry' }],
    once: null,
    condition: { deviceId: 'probe', key: 'soil', op: '<', value: 12, hysteresis: 3 },
    actions: [
      { type: 'command', deviceId: 'valve', method: 'open', params: { on: true, minutes: 20, zone: 2 } },
    ],
  });
  expect(draftOf(formOf({ id: 'x', version: 1, ...draft }), catalogue)).toEqual(draft);
  const sentence = sentenceOf(draft, catalogue);
  for (const word of ['探头', '土壤水分', '12 %', '阀门', '开阀', '20 分钟'])
    expect(sentence).toContain(word);
});

test('every empty field is named', () => {
  expect(
    errors({
      name: ' ',
      triggers: [{ ...EMPTY_TRIGGER, type: 'cron', time: '', days: [] }],
      once: { ...EMPTY_LINKAGE.once, per: 'minutes', minutes: '' },
      condition: { kind: 'groups', match: 'all', groups: [EMPTY_GROUP] },
      actions: (['command', 'notice', 'workOrder', 'weather'] as const)
        .map((type) => emptyAction(type))
        .concat({ ...emptyAction('wait'), minutes: '' }),
    }),
  ).toEqual({
    name: '请填写“名称”',
    'triggers.0.time': '请填写“时间”',
    'triggers.0.days': '请选择“星期”',
    'once.minutes': '“几分钟内”应为数字',
    'condition.0.0.deviceId': '请选择“设备”',
    'condition.0.0.key': '请选择“数据”',
    'condition.0.0.value': '“界限”应为数字',
    'actions.0.deviceId': '请选择“设备”',
    'actions.0.method': '请选择“服务”',
    'actions.1.title': '请填写“标题”',
    'actions.2.title': '请填写“标题”',
    'actions.3.sceneId': '请选择“场景”',
    'actions.4.minutes': '“等待”应为数字',
  });
});

test('a comparison with another reading needs that reading, or how long ago', () => {
  const of = (other: Partial<typeof part>) =>
    errors({
      condition: {
        kind: 'groups',
        match: 'all',
        groups: [{ ...EMPTY_GROUP, parts: [{ ...part, value: '', ...other }] }],
      },
    });
  expect(of({ than: 'key' })).toEqual({
    'condition.0.0.otherDeviceId': '请选择“与哪个设备”',
    'condition.0.0.otherKey': '请选择“与哪个数据”',
  });
  expect(of({ than: 'key', otherDeviceId: 'probe', otherKey: 'soil', value: '-2' })).toEqual({});
  expect(of({ than: 'past', hours: '169' })).toEqual({
    'condition.0.0.hours': '“几小时前”应在 0.02 到 168 之间',
  });
  expect(of({ than: 'forecast', hours: '0' })).toEqual({
    'condition.0.0.hours': '“几小时前”应在 1 到 24 之间',
  });
  expect(of({ than: 'past', hours: '24', value: 'x' })).toEqual({ 'condition.0.0.value': '“再加”应为数字' });
});

test('a parameter must be a number of its range; an optional one may be empty', () => {
  expect(command({ inputs: { on: false, minutes: '', zone: '1' } })).toEqual({});
  expect(command({ inputs: { minutes: '721', zone: '' } })).toEqual({
    'actions.0.params.minutes': '“时长”应在 1 到 720 之间',
    'actions.0.params.zone': '“分区”应为数字',
  });
  const [action] = draftOf({ ...good, actions: [{ ...open, inputs: { zone: '1' } }] }, catalogue).actions;
  expect(action).toMatchObject({ params: { on: false, zone: 1 } });
});

test('what the product model does not declare is kept', () => {
  const { actions } = formOf({
    id: 'x',
    version: 1,
    ...draftOf(good, catalogue),
    actions: [
      { type: 'command', deviceId: 'valve', method: 'open', params: { zone: 1, extra: [1] } },
      { type: 'command', deviceId: 'valve', method: 'other', params: { a: { b: 1 } } },
    ],
  });
  expect(draftOf({ ...good, actions }, catalogue).actions).toEqual([
    { type: 'command', deviceId: 'valve', method: 'open', params: { on: false, zone: 1, extra: [1] } },
    { type: 'command', deviceId: 'valve', method: 'other', params: { a: { b: 1 } } },
  ]);
});

test('a telemetry trigger needs a condition, and a linkage an action', () => {
  expect(Object.keys(errors({ condition: NO_CONDITION }))).toEqual(['condition']);
  expect(errors({ condition: NO_CONDITION, triggers: [{ ...EMPTY_TRIGGER, type: 'manual' }] })).toEqual({});
  expect(Object.keys(errors({ actions: [] }))).toEqual(['actions']);
  expect(Object.keys(errors({ actions: [emptyAction('wait')] }))).toEqual(['actions']);
});

test('another linkage is named, and a webhook needs an address', () => {
  const other = { ...emptyAction('linkage'), linkageId: 'x1' };
  const hook = { ...emptyAction('webhook'), url: ' https://example.org/hook?key=1 ', content: '开阀' };
  const draft = draftOf({ ...good, actions: [other, hook] }, catalogue);
  expect(draft.actions).toEqual([
    { type: 'linkage', linkageId: 'x1' },
    { type: 'webhook', url: 'https://example.org/hook?key=1', content: '开阀' },
  ]);
  expect(draftOf(formOf({ id: 'x', version: 1, ...draft }), catalogue)).toEqual(draft);
  const named = withLinkages(catalogue, [{ id: 'x1', name: '关阀' }]);
  expect(sentenceOf(draft, named)).toContain('执行联动“关阀”，再把执行情况发送到 example.org');
  expect(sentenceOf(draft, catalogue)).toContain('（已删除）');
  const addresses = ['', 'ftp://example.org', 'https://user:secret@example.org', 'example.org'];
  for (const url of addresses)
    expect(errors({ actions: [{ ...hook, url }] })).toEqual({
      'actions.0.url': '请输入 http 或 https 地址，不含密码',
    });
  expect(errors({ actions: [emptyAction('linkage')] })).toEqual({
    'actions.0.linkageId': '请选择“要执行的联动”',
  });
});

test('a wait between two actions is sent in milliseconds and said in minutes', () => {
  const wait = { ...emptyAction('wait'), minutes: '20' };
  const draft = draftOf({ ...good, actions: [open, wait, open] }, catalogue);
  expect(draft.actions[1]).toEqual({ type: 'wait', ms: 1_200_000 });
  expect(draftOf(formOf({ id: 'x', version: 1, ...draft }), catalogue)).toEqual(draft);
  expect(sentenceOf(draft, catalogue)).toContain('，再等待 20 分钟，再');
  expect(fieldOf('actions.1.ms', good)).toBe('actions.1.minutes');
});

test('any of several triggers sets it off, none of them twice, and at most once a day', () => {
  const daily = { ...EMPTY_TRIGGER, type: 'cron' as const };
  const alarm = { ...EMPTY_TRIGGER, type: 'alarm' as const, deviceId: 'valve' };
  const several: LinkageForm = {
    ...good,
    triggers: [daily, EMPTY_TRIGGER, alarm],
    once: { ...EMPTY_LINKAGE.once, per: 'day' },
  };
  expect(errors(several)).toEqual({});
  const draft = draftOf(several, catalogue);
  expect(draft).toMatchObject({
    triggers: [{ type: 'cron', expression: '0 5 * * *' }, { type: 'telemetry' }, { type: 'alarm' }],
    once: { per: 'day', timeZone: 'Asia/Shanghai' },
  });
  expect(draftOf(formOf({ id: 'x', version: 1, ...draft }), catalogue)).toEqual(draft);
  const sentence = sentenceOf(draft, catalogue);
  for (const words of ['每天 05:00，或条件开始满足时，或当阀门发生告警时', '每天最多一次'])
    expect(sentence).toContain(words);
  expect(errors({ triggers: [daily, alarm, { ...daily, deviceId: 'probe' }] })).toEqual({
    'triggers.2.type': '这种触发方式已经有了',
  });
});

test('an error of the server is shown at its field, another one above the form', () => {
  expect(fieldOf('condition.all.0.value', good)).toBe('condition');
  expect(fieldOf('actions.0.params.minutes', good)).toBe('actions.0.params.minutes');
  expect(fieldOf('triggers.0.expression', good)).toBe('triggers.0.time');
  expect(fieldOf('triggers.0.type', good)).toBe('triggers.0.type');
  expect(fieldOf('once.minutes', good)).toBe('once.minutes');
  expect(fieldOf('triggers', good)).toBeNull();
  expect(fieldOf('actions.1.expiresInMs', good)).toBe('actions.1.minutes');
  expect(fieldOf('actions.1.type', good)).toBeNull();
  expect([fieldOf('deviceId', good), fieldOf(undefined, good), fieldOf('version', good)]).toEqual([
    null,
    null,
    null,
  ]);
});
