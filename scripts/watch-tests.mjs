// `npm run test:watch [-- PATH…]`: runs the unit tests; after each edit, those that import the edited module.
import { install, requireNode } from './lib/workspace.mjs';
import { runInForeground } from './lib/foreground.mjs';

requireNode();
await install();
runInForeground(
  ['node_modules/vitest/vitest.mjs', 'watch', '--project', 'unit', ...process.argv.slice(2)],
  'the tests',
);
