import { expect, test } from 'vitest';
import { decodeAlarm } from './alarm.ts';
import { WireError } from './wire-error.ts';

const RAISED = '2026-07-01T08:00:00Z';
const sent = {
  id: 'a',
  deviceId: 'd',
  deviceName: '1号土壤',
  settingId: 's',
  name: 'dry',
  identify: 'soil-1',
  severity: 'MAJOR',
  status: 'ACTIVE',
  acknowledged: '1',
  raisedTime: RAISED,
  clearedTime: null,
  acknowledgedTime: '2026-07-01T08:05:00Z',
  shelvedUntil: null,
  values: { moisture: 12, open: false },
};

test('an alarm has its times in milliseconds, its flags as truth values', () => {
  expect(decodeAlarm(sent)).toEqual({
    id: 'a',
    deviceId: 'd',
    deviceName: '1号土壤',
    settingId: 's',
    name: 'dry',
    identify: 'soil-1',
    severity: 'MAJOR',
    active: true,
    acknowledged: true,
    raisedAt: Date.parse(RAISED),
    clearedAt: null,
    acknowledgedAt: Date.parse(RAISED) + 300_000,
    shelvedUntil: null,
    escalation: 0,
    remindedAt: null,
    values: { moisture: 12, open: false },
  });
});

test('one that has ended, was escalated and is cared for says so', () => {
  const more = {
    status: 'CLEARED',
    clearedTime: '2026-07-01T09:00:00Z',
    shelvedUntil: '2026-07-02T00:00:00Z',
    escalation: 2,
    remindedTime: '2026-07-01T08:30:00Z',
    groups: ['北棚'],
    assignee: { id: 'u', name: '王' },
  };
  expect(decodeAlarm({ ...sent, ...more })).toMatchObject({
    active: false,
    clearedAt: Date.parse(RAISED) + 3_600_000,
    shelvedUntil: Date.parse('2026-07-02T00:00:00Z'),
    escalation: 2,
    remindedAt: Date.parse(RAISED) + 1_800_000,
    groups: ['北棚'],
    assignee: { id: 'u', name: '王' },
  });
  expect(decodeAlarm({ ...sent, assignee: null }).assignee).toBeNull();
});

test.each(['CRITICAL', 'MAJOR', 'MINOR', 'WARNING'])('%s is a severity', (severity) => {
  expect(decodeAlarm({ ...sent, severity }).severity).toBe(severity);
});

test.each([
  ['severity', { severity: 'HIGH' }],
  ['status', { status: 'OPEN' }],
  ['raisedTime', { raisedTime: 'yesterday' }],
  ['raisedTime', { raisedTime: null }],
  ['deviceId', { deviceId: undefined }],
  ['values', { values: null }],
  ['assignee.name', { assignee: { id: 'u' } }],
  ['groups.0', { groups: [1] }],
])('an alarm with a wrong %s is refused by its name', (field, values) => {
  const decode = () => decodeAlarm({ ...sent, ...values });
  expect(decode).toThrow(WireError);
  expect(decode).toThrow(expect.objectContaining({ field }));
});
