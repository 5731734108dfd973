import { expect, test } from 'vitest';
import { matching } from './matching.ts';

const command = (label: string, words = '') => ({ label, words });
const labels = (query: string, ...commands: ReturnType<typeof command>[]) =>
  matching(commands, query).map(({ label }) => label);

test('commands with every word are found, those whose name begins with it first', () => {
  const all = [command('新建设备', 'new add device'), command('设备列表', '/devices'), command('统计')];
  expect(labels('设备', ...all)).toEqual(['设备列表', '新建设备']);
  expect(labels('Device', ...all)).toEqual(['新建设备', '设备列表']);
  expect(labels('device new', ...all)).toEqual(['新建设备']);
  expect(labels('scene', ...all)).toEqual([]);
  expect(labels('  ', ...all)).toEqual(['新建设备', '设备列表', '统计']);
});
