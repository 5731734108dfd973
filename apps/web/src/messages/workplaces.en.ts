import type { workplacesZhCN } from './workplaces.zh-CN.ts';

export const workplacesEn: Record<keyof typeof workplacesZhCN, string> = {
  'workplaces.title': 'My organisations',
  'workplaces.current': 'Current',
  'workplaces.inactive': 'Suspended',
  'workplaces.switch': 'Switch',
  'workplaces.leave': 'Leave',
  'workplaces.leave.message':
    'Your keys and embed tokens at {name} end, too. You come back by a new invitation only.',
  'workplaces.leave.last':
    'It is your only organisation: you cannot log in before you accept another invitation.',
  'workplaces.left': 'You have left {name}',
};
