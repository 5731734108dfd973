import type { startZhCN } from './start.zh-CN.ts';

export const startEn: Record<keyof typeof startZhCN, string> = {
  'start.title': 'Welcome',
  'start.step': 'Step {n} of {total}',
  'start.language': 'Language, units and organisation',
  'start.organisation': 'Name of the organisation',
  'start.organisation.hint': 'Of the cooperative, farm or company; it can be changed later.',
  'start.place': 'Where the farm is',
  'start.place.hint': 'Maps begin here; weather, daylight, sunrise and sunset go by it.',
  'start.place.centre': 'Place',
  'start.device': 'Where to begin',
  'start.device.hint': 'Add the first real device and watch its first message arrive, or look around first.',
  'start.device.add': 'Add the first device',
  'start.demo': 'See the demo farm first',
  'start.demo.hint':
    'The values of its devices are simulated; a new installation that is started with FARM3D_DEMO=0 has no demo farm.',
  'start.empty': 'Begin empty',
  'start.next': 'Next',
  'start.skip': 'Skip',
  'start.skipAll': 'Skip all',
};
