/** What a fresh folder is made of, how it is built, and what is asked for then. */
export interface Example {
  readonly name: string;
  /** Below this folder. */
  readonly folder: string;
  /** What is installed beside farm3d-engine and three. Exact versions: what is shown today is shown again tomorrow. */
  readonly packages: Readonly<Record<string, string>>;
  /** Run in the folder before it is served. */
  readonly build?: readonly string[];
  /** A server of the bundler's own; PORT is filled in. Default: the files as they are, from `serves`. */
  readonly server?: readonly string[];
  /** The folder that is served, '.' by default. */
  readonly serves?: string;
  /** Behind the address. */
  readonly query?: string;
  /** Sent with every file. */
  readonly policy?: string;
  /** Where an import map finds packages; OTHER is a server of another origin that has them. */
  readonly packagesAt?: string;
  /** What the page says of itself. */
  readonly expected: Readonly<Record<string, unknown>>;
  /** What workers were started from: files of the page's origin, or text that the package brings. */
  readonly workers: 'files' | 'text';
  /** The bundler does not bring the workers along; the browser notes the one that was asked for in vain. */
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
  ] as const
).map(([page, expected]): Example => ({
  name: page,
  folder: 'pages',
  packages: { vite: VITE.vite8, ...REACT },
  // StrictMode mounts twice in React's development build only.
  server: ['vite', '--host', '127.0.0.1', '--port', 'PORT', '--strictPort'],
  query: `page=${page}`,
  expected,
  workers: 'text',
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
  ...pages,
];
