// Which part may import which: the picture of docs/architecture.md, enforced (`npm run graph`).
const engine = '^packages/farm3d-engine/src';

/** Entries of their own beside or above the viewer; nothing below the viewer may see them. */
const engineEntries = 'region|element|live|debug|editor|weather|farm';

/** Inside the engine: a layer and everything it may not see. */
const engineLayers = [
  ['core', `context|geo|document|resources|workers|view|tools|labels|export|render|engine|${engineEntries}`],
  ['geo', `context|document|resources|workers|view|tools|labels|export|render|engine|${engineEntries}`],
  ['document', `context|geo|resources|workers|view|tools|labels|export|render|engine|${engineEntries}`],
  ['workers', `context|view|tools|labels|export|render|engine|${engineEntries}`],
  ['resources', `context|view|tools|labels|export|render|engine|${engineEntries}`],
  ['picking', `context|animation|view|tools|labels|export|render|engine|${engineEntries}`],
  ['animation', `context|tools|labels|export|render|engine|${engineEntries}`],
  ['view', `context|animation|tools|labels|export|render|engine|${engineEntries}`],
  ['render', `context|tools|labels|export|engine|${engineEntries}`],
  ['labels', `context|tools|export|engine|${engineEntries}`],
  // What a plugin works with: types alone.
  ['context', `tools|export|engine|${engineEntries}`],
  ['export', `tools|labels|engine|${engineEntries}`],
  ['tools', `labels|export|engine|${engineEntries}`],
  ['engine', engineEntries],
  // The region map: a facade beside the viewer's, with an entry of its own.
  ['region', 'resources|view|tools|labels|export|element|debug|editor|crops|heat-map'],
];

const server = '^apps/server/src';

/** Layers of the server from below: each names only those before it. Composition, main and cli stand above all. */
const serverStrata = ['platform', 'features', 'adapters'];

/** Layers of the web app from below. `app.tsx` and `main.tsx` stand above all. */
const webLayers = ['platform', 'kit', 'components', 'features', 'shell'];

/** From each layer nothing above it may be imported, types included. `top`: what has no folder. */
const pointDown = (name, root, layers, top) =>
  layers.map((layer, index) => ({
    name: `${name}-${layer}-points-down`,
    severity: 'error',
    from: { path: `${root}/${layer}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `${root}/(${[...layers.slice(index + 1).map((above) => `${above}/`), ...top].join('|')})` },
  }));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-deep-imports',
      comment: 'A package is used through what it exports, never by a path into it.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^packages/([^/]+)/src/(?!index\\.ts$|(region|editor|element|weather|debug|farm|validation)/index\\.ts$|geo/make-pack\\.ts$|theme\\.css$)',
        pathNot: '^$1/$2/',
      },
    },
    {
      name: 'packages-never-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-are-apart',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'engine-knows-no-platform',
      severity: 'error',
      from: { path: engine },
      to: { path: '^packages/(?!farm3d-engine)|node_modules/(react|react-dom|@preact|ofetch|valibot)/' },
    },
    {
      name: 'api-knows-no-engine-and-no-screen',
      severity: 'error',
      from: { path: '^packages/api/' },
      to: { path: '^packages/(?!api/)|node_modules/(three|react|react-dom|hono)/' },
    },
    {
      name: 'agronomy-imports-nothing',
      severity: 'error',
      from: { path: '^packages/agronomy/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/agronomy/' },
    },
    {
      name: 'ui-takes-only-types',
      severity: 'error',
      from: { path: '^packages/ui/' },
      // The rules of forms are the same functions at the server and in the fields.
      to: {
        path: '^packages/(api|farm3d-engine)/',
        pathNot: '^packages/api/src/validation/index\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'document-is-plain-data',
      comment: 'It runs in Node with no three and no DOM.',
      severity: 'error',
      from: { path: `${engine}/(core|geo|document)/` },
      to: { path: 'node_modules/(three|camera-controls|three-mesh-bvh)/' },
    },
    {
      name: 'server-never-draws',
      severity: 'error',
      from: { path: '^apps/(server|simulator)/' },
      to: { path: '^packages/(farm3d-engine|ui)/|node_modules/(three|react)/' },
    },
    ...pointDown('server', server, serverStrata, ['composition/', '[^/]+\\.ts$']),
    ...pointDown('web', '^apps/web/src', webLayers, ['[^/]+\\.tsx?$']),
    {
      name: 'web-features-are-apart',
      comment: 'What several features need is a component; pages meet in the router.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'no-circles-of-folders',
      comment: 'Features of the server name each other in one direction.',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src' },
      to: { circular: true },
    },
    ...engineLayers.map(([layer, hidden]) => ({
      name: `engine-${layer}-points-down`,
      severity: 'error',
      from: { path: `${engine}/${layer}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${engine}/(${hidden})/` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.artifacts)/|\\.test\\.tsx?$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@farm3d/source', 'import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
