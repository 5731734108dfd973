import { expect, test, vi } from 'vitest';
import type { AlarmSetting, AlarmSettingDraft } from '@farm3d/api';
import { AlarmSettingsModel, withSetting } from './alarm-settings-model.ts';

const setting = (id: string, name = id): AlarmSetting => ({
  id,
  name,
  severity: 'MAJOR',
  enabled: true,
  identify: null,
  condition: { key: 'a', op: '<', value: 1 },
  durationMs: 0,
  repeat: 1,
  clearDurationMs: 0,
  schedule: null,
  reminderMs: 0,
  escalations: [],
  workOrder: false,
  inherited: false,
});
const draft: AlarmSettingDraft = { name: '新', condition: { key: 'a', op: '>', value: 2 } };

test('a changed setting keeps its id and what the form does not have', () => {
  const changed = withSetting([setting('a'), setting('b')], setting('b'), draft);
  expect(changed.map(({ id, name, severity }) => [id, name, severity])).toEqual([
    ['a', 'a', 'MAJOR'],
    ['b', '新', 'MAJOR'],
  ]);
});

test('a new setting is added, and one that is gone meanwhile is added again', () => {
  expect(withSetting([setting('a')], null, draft).at(-1)).toBe(draft);
  expect(withSetting([setting('a')], setting('b'), draft)).toEqual([setting('a'), draft]);
});

test('a change goes to the list as it is stored now: a setting of somebody else stays', async () => {
  let stored: readonly AlarmSetting[] = [setting('a')];
  const model = new AlarmSettingsModel({
    list: async () => stored,
    save: async (list) => {
      stored = list as readonly AlarmSetting[];
      return stored;
    },
  });
  await vi.waitFor(() => expect(model.settings.value.value).toHaveLength(1));
  stored = [...stored, setting('theirs')];
  await model.setEnabled(setting('a'), false);
  expect(stored.map(({ id, enabled }) => [id, enabled])).toEqual([
    ['a', false],
    ['theirs', true],
  ]);
  expect(model.settings.value.value).toEqual(stored);
});
