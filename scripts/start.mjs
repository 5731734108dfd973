// `npm start`: installs and builds what changed, then runs the platform until Ctrl-C.
import { install, requireNode } from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { endWithNpm, runInForeground } from './lib/foreground.mjs';

endWithNpm();
requireNode();
await install();
await build();
runInForeground(['--conditions=@farm3d/source', 'apps/server/src/main.ts'], 'the server');
