// `npm run dev`: the platform from its sources until Ctrl-C, with the settings of `npm start`. An edit of the
// web app updates the page at once (Vite); an edit of the server or the simulator restarts them.
import { install, requireNode } from './lib/workspace.mjs';
import { build, buildsFor } from './lib/builds.mjs';
import { endWithNpm, runInForeground } from './lib/foreground.mjs';

endWithNpm();

requireNode();
await install();
await build(buildsFor(['apps/server']));
runInForeground(['scripts/dev/main.mjs'], 'the development server');
