// `npm run test:watch [-- PATH…]`: the unit tests, again at each edit those that it reaches.
import { install, requireNode } from './lib/workspace.mjs';
import { runInForeground } from './lib/foreground.mjs';

requireNode();
await install();
runInForeground(
  ['node_modules/vitest/vitest.mjs', 'watch', '--project', 'unit', ...process.argv.slice(2)],
  'the tests',
);
