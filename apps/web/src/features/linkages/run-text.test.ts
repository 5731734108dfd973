import { expect, test } from 'vitest';
import type { LinkageRun, LinkageTrialResult, SimpleDevice } from '@farm3d/api';
import { createCatalogue } from './catalogue.ts';
import { heldPercent, readText, reasonText, resultText, tookText, trialDays } from './run-text.ts';

const catalogue = createCatalogue(
  [{ id: 'probe', name: '探头', productModelCode: 'TQ' } as SimpleDevice],
  [],
  [],
);
const run = (part: Partial<LinkageRun>): LinkageRun =>
  ({ state: 'successful', condition: [], actions: [], error: null, resumesAt: null, ...part }) as LinkageRun;
const action = { type: 'command' as const, at: null, tookMs: null };
const failed = (detail: string) => ({ ...action, state: 'failed' as const, detail });

test('a failure of the server has a text; one without is shown as it stands', () => {
  expect(resultText(failed('the device has no open session'))).toBe('设备不在线');
  expect(resultText(failed('exclusion: 二号泵'))).toBe('同组的设备“二号泵”正在运行');
  expect(resultText(failed('unfit: minutes'))).toBe('参数“minutes”的值不合适');
  expect(resultText(failed('a new reason'))).toBe('a new reason');
  expect(resultText({ ...action, state: 'successful', detail: 'queued as 7' })).toBe('设备离线，指令已排队');
});

test('a webhook says what was answered, and another linkage what it did', () => {
  const done = (type: 'webhook' | 'linkage', detail: string) =>
    resultText({ ...action, type, state: 'successful', detail });
  expect(done('webhook', '204')).toBe('对方应答 204');
  expect(resultText({ ...failed('answered: 500'), type: 'webhook' })).toBe('对方应答 500');
  expect(resultText({ ...failed('the address is in a private network'), type: 'webhook' })).toContain('内网');
  expect(done('linkage', 'successful')).toBe('联动已执行');
  expect(done('linkage', 'once')).toBe('这段时间里已经执行过，没有执行动作');
});

test('an action says how long it took, where that is known', () => {
  expect(tookText(failed('x'))).toBeNull();
  expect(tookText({ ...failed('x'), tookMs: 1_260 })).toBe('用时 1.3 秒');
  expect(tookText({ ...failed('x'), tookMs: 12 })).toBe('用时 0 秒');
});

test('a run says why, or why not', () => {
  const part = { deviceId: 'probe', key: 'soil', actual: 30, holds: false };
  expect(reasonText(run({ state: 'skipped', condition: [part] }))).toBe('条件不满足，没有执行动作');
  expect(reasonText(run({ state: 'skipped', condition: [{ ...part, actual: null, holds: null }] }))).toBe(
    '缺少数据，无法判断条件，没有执行动作',
  );
  expect(reasonText(run({ state: 'skipped', reason: 'switchedOff', condition: [part] }))).toBe(
    '联动已全部停用，没有执行动作',
  );
  expect(reasonText(run({ state: 'skipped', reason: 'once', condition: [part] }))).toBe(
    '这段时间里已经执行过，没有执行动作',
  );
  const cancelled = (reason: LinkageRun['reason']) => reasonText(run({ state: 'cancelled', reason }));
  expect(cancelled('changed')).toBe('等待时联动被修改或停用，后面的动作没有执行');
  expect(cancelled('switchedOff')).toBe('等待时联动全部停用，后面的动作没有执行');
  expect(cancelled('forbidden')).toBe('等待时手动执行的人失去了权限，后面的动作没有执行');
  expect(reasonText(run({ state: 'waiting', resumesAt: Date.now() }))).toContain('等到');
  expect(reasonText(run({ state: 'failed', actions: [failed('internal error')] }))).toBe('服务器内部错误');
  expect(reasonText(run({ state: 'failed', error: 'the server was restarted' }))).toContain('重启');
  expect(readText(part, catalogue)).toBe('探头的soil：30 （不满足）');
  expect(readText({ ...part, key: null, actual: null, holds: true }, catalogue)).toBe('探头 （满足）');
  expect(readText({ ...part, bound: 12.5 }, catalogue)).toBe('探头的soil：30，相比 12.5 （不满足）');
  expect(readText({ ...part, deviceId: 'other' }, catalogue)).toContain('（已删除）');
});

const DAY_MS = 86_400_000;
const ranAt = (at: number, reason: 'condition' | 'once' | null = null) => ({
  at,
  holds: reason !== 'condition',
  reason,
  condition: [],
});
const trial = (runs: LinkageTrialResult['runs'], days = 3): LinkageTrialResult => ({
  startTs: 1_000,
  endTs: 1_000 + days * DAY_MS,
  messages: 9,
  fired: runs.length,
  skipped: 0,
  runs,
  parts: [],
});

test('each run is in its day; those that did nothing are not counted', () => {
  const tried = trial([
    ranAt(1_000),
    ranAt(999 + DAY_MS),
    ranAt(1_000 + DAY_MS, 'condition'),
    ranAt(1_000 + 3 * DAY_MS),
  ]);
  expect(trialDays(tried)).toEqual([
    { from: 1_000, fired: 2 },
    { from: 1_000 + DAY_MS, fired: 0 },
    { from: 1_000 + 2 * DAY_MS, fired: 1 },
  ]);
  expect(trialDays(trial([], 30))).toHaveLength(30);
});

test('what held for a moment is not never', () => {
  const tried = trial([], 10);
  expect(heldPercent(0, tried)).toBe(0);
  expect(heldPercent(1_000, tried)).toBe(1);
  expect(heldPercent(5 * DAY_MS, tried)).toBe(50);
  expect(heldPercent(10 * DAY_MS, tried)).toBe(100);
});
