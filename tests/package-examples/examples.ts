/** Contents of a new project folder, its build, and the page to open. */
export interface Example {
  readonly name: string;
  /** Below this folder. */
  readonly folder: string;
  /** Packages besides farm3d-engine and three. Exact versions, so that results are reproducible. */
  readonly packages: Readonly<Record<string, string>>;
  /** Command run in the folder before it is served. */
  readonly build?: readonly string[];
  /** Command of the bundler's own server; PORT is replaced. Default: the files as they are, from `serves`. */
  readonly server?: readonly string[];
  /** The folder that is served, '.' by default. */
  readonly serves?: string;
  /** Query of the URL. */
  readonly query?: string;
  /** Content security policy sent with every file. */
  readonly policy?: string;
  /** Where an import map finds packages; OTHER is a server of another origin that has them. */
  readonly packagesAt?: string;
  /** Expected results reported by the page. */
  readonly expected: Readonly<Record<string, unknown>>;
  /** Source of the workers: files of the page's origin, or text in the package. */
  readonly workers: 'files' | 'text';
  /** Shows a scene of a running platform by this text of the dialog "Embed"; `hostile`: has no right to. */
  readonly live?: 'html' | 'react' | 'vue' | 'iframe' | 'hostile';
  /** Viewers in the page. Default 1, or the two of a scene and a map. */
  readonly viewers?: number;
  /** Time for the page to report, milliseconds. Default 90 000. */
  readonly patienceMs?: number;
  /** The bundler does not copy the workers; the browser logs the failed request of one. */
  readonly missesFile?: boolean;
}

const SCENE_AND_MAP = { failures: [], models: 4, regions: 2 };

const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  'connect-src *',
  "img-src 'self' blob: data:",
].join('; ');

const VITE = { vite5: '5.4.21', vite6: '6.4.1', vite7: '7.3.8', vite8: '8.3.8' };
const REACT = { react: '19.3.1', 'react-dom': '19.3.1' };

const vite = Object.entries(VITE).flatMap(([name, version]): Example[] => [
  {
    name: `${name}-build`,
    folder: 'vite',
    packages: { vite: version },
    build: ['vite', 'build', '--logLevel', 'warn'],
    serves: 'dist',
    expected: SCENE_AND_MAP,
    workers: 'files',
  },
  {
    name: `${name}-dev`,
    folder: 'vite',
    packages: { vite: version },
    server: ['vite', '--host', '127.0.0.1', '--port', 'PORT', '--strictPort'],
    expected: SCENE_AND_MAP,
    workers: 'text',
  },
]);

const pages = (
  [
    ['shadow-dom', { failures: [], pictures: 1, trees: 1 }],
    ['strict-mode', { failures: [], mounts: 2, pictures: 1 }],
    ['two-viewers', { failures: [], pictures: 2, chosen: [1, 0] }],
    ['hidden-then-shown', { failures: [], isWide: true }],
    [
      'router',
      {
        mounts: 50,
        disposed: 50,
        canvases: 0,
        nodes: 0,
        contexts: 0,
        workers: 0,
        addresses: 0,
        pictures: 1,
        failures: [],
      },
    ],
  ] as const
).map(([page, expected]): Example => ({
  name: page,
  folder: 'pages',
  packages: { vite: VITE.vite8, ...REACT, wouter: '3.13.0' },
  patienceMs: 300_000,
  // StrictMode mounts twice in React's development build only.
  server: ['vite', '--host', '127.0.0.1', '--port', 'PORT', '--strictPort'],
  query: `page=${page}`,
  expected,
  workers: 'text',
  ...(page === 'two-viewers' && { viewers: 2 }),
}));

const live: readonly Example[] = (
  [
    ['html', {}, true],
    ['react', REACT, true],
    ['vue', { vue: '3.5.45', '@vitejs/plugin-vue': '6.0.11' }, true],
    ['iframe', {}, false],
    ['hostile', {}, true],
  ] as const
).map(([kind, packages, isBuilt]): Example => ({
  name: `live-${kind}`,
  folder: `live-${kind}`,
  packages: isBuilt ? { vite: VITE.vite8, ...packages } : packages,
  ...(isBuilt && { build: ['vite', 'build', '--logLevel', 'warn'], serves: 'dist' }),
  live: kind,
  expected:
    kind === 'hostile'
      ? {
          'wrong token': ['connecting', 'embed-token-invalid'],
          expired: ['connecting', 'embed-token-expired'],
          'other origin': ['connecting', 'embed-origin-refused'],
          'other scene': ['connecting', 'embed-scene-refused'],
        }
      : {},
  workers: 'files',
}));

export const EXAMPLES: readonly Example[] = [
  ...vite,
  {
    name: 'webpack',
    folder: 'bundled',
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1' },
    build: ['webpack', 'build', '--mode', 'production'],
    expected: SCENE_AND_MAP,
    workers: 'files',
  },
  {
    name: 'rspack',
    folder: 'bundled',
    packages: { '@rspack/core': '2.3.2', '@rspack/cli': '2.2.8' },
    build: ['rspack', 'build', '--mode', 'production'],
    expected: SCENE_AND_MAP,
    workers: 'files',
  },
  {
    name: 'esbuild',
    folder: 'bundled',
    packages: { esbuild: '0.28.2' },
    build: ['esbuild', 'src/index.js', '--bundle', '--format=esm', '--minify', '--outfile=dist/main.js'],
    expected: SCENE_AND_MAP,
    workers: 'text',
    missesFile: true,
  },
  {
    name: 'parcel',
    folder: 'parcel',
    packages: { parcel: '2.16.4' },
    build: ['parcel', 'build', 'index.html', '--no-cache'],
    serves: 'dist',
    expected: SCENE_AND_MAP,
    workers: 'files',
  },
  {
    name: 'next',
    folder: 'next',
    packages: { next: '16.4.6', ...REACT },
    build: ['next', 'build'],
    server: ['next', 'start', '-H', '127.0.0.1', '-p', 'PORT'],
    expected: SCENE_AND_MAP,
    workers: 'files',
  },
  {
    name: 'next-webpack',
    folder: 'next',
    packages: { next: '16.4.6', ...REACT },
    build: ['next', 'build', '--webpack'],
    server: ['next', 'start', '-H', '127.0.0.1', '-p', 'PORT'],
    expected: SCENE_AND_MAP,
    workers: 'files',
  },
  {
    name: 'import-map',
    folder: 'import-map',
    packages: {},
    packagesAt: '/node_modules',
    expected: SCENE_AND_MAP,
    workers: 'files',
  },
  {
    name: 'other-origin',
    folder: 'import-map',
    packages: {},
    packagesAt: 'OTHER/node_modules',
    expected: SCENE_AND_MAP,
    workers: 'text',
  },
  {
    name: 'strict-policy',
    folder: 'vite',
    packages: { vite: VITE.vite8 },
    build: ['vite', 'build', '--logLevel', 'warn'],
    serves: 'dist',
    policy: STRICT_POLICY,
    expected: SCENE_AND_MAP,
    workers: 'files',
  },
  {
    name: 'element',
    folder: 'element',
    packages: { vite: VITE.vite8, gsap: '3.15.0' },
    build: ['vite', 'build', '--logLevel', 'warn'],
    serves: 'dist',
    policy: STRICT_POLICY,
    expected: { failures: [], models: 1, flown: true, hasGsap: true, refused: 'invalid-argument' },
    workers: 'files',
  },
  ...pages,
  ...live,
];
