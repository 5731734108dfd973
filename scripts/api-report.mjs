// `npm run api-report`: writes what farm3d-engine publishes, name by name with its types, to packages/farm3d-engine/api, and
// the same for people to REFERENCE.md beside it, which is packed but not committed. It fails when an export or one of its
// members has no documentation.
//   --check             (in `npm test`) writes nothing, and fails when the committed files differ from the source, so that a
//                       changed API is visible in a review
//   --reference=FOLDER  writes REFERENCE.md there
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { wordsOf } from './lib/command-line.mjs';
import { engineReference } from './lib/engine-reference.mjs';
import { ROOT } from './lib/workspace.mjs';

const ENGINE = join(ROOT, 'packages/farm3d-engine');
const REPORTS = join(ENGINE, 'api');
const { has, value } = wordsOf(process.argv.slice(2), {
  isName: () => false,
  flags: ['check'],
  values: ['reference'],
});
const isCheck = has('check');
/** Folder of the page for people, if it is to be written. */
const pageFolder = value('reference') ?? (isCheck ? undefined : ENGINE);
const require = createRequire(join(ENGINE, 'package.json'));
const { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } = require('@microsoft/api-extractor');

/** Entry of package.json → report. Every entry with types has one. */
const entries = Object.entries(require('./package.json').exports)
  .filter(([, target]) => target.types)
  .map(([name, { types }]) => ({
    entry: name === '.' ? 'farm3d-engine' : `farm3d-engine/${name.slice(2)}`,
    report: name === '.' ? 'farm3d-engine' : name.slice(2).replaceAll('/', '-'),
    types: types.replace('./dist/', ''),
  }));

// Below the package, so that the declarations find three; not in dist, which a running application may use.
const work = join(ENGINE, '.cache');
mkdirSync(work, { recursive: true });
const folder = mkdtempSync(join(work, 'api-'));
let failures = 0;
/** Types that a public type refers to and its entry does not export, as reported by API Extractor. */
const missingExports = [];
try {
  const declarations = join(folder, 'types');
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  // Type errors are reported by `npm run types`; the declarations are written in any case.
  spawnSync(
    process.execPath,
    [
      compiler,
      '-p',
      join(ENGINE, 'tsconfig.build.json'),
      '--outDir',
      declarations,
      '--noEmitOnError',
      'false',
    ],
    { cwd: ENGINE, stdio: 'ignore' },
  );
  resolvable(declarations);
  const configs = entries.map((entry) => configOf(entry, declarations));
  // One program for all entries: each of its own takes as long as all together.
  const compilerState = CompilerState.create(configs[0], {
    additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
  });
  for (const [i, { report: name }] of entries.entries()) report(name, configs[i], compilerState);
  reportMissingExports();
  const reference = makeReference();
  if (pageFolder) writeFileSync(join(pageFolder, 'REFERENCE.md'), reference);
  const known = new Set(entries.map(({ report }) => `${report}.api.md`));
  for (const file of readdirSync(REPORTS).filter((name) => name.endsWith('.api.md') && !known.has(name))) {
    console.error(`api/${file} is of no entry any more`);
    if (isCheck) failures++;
    else rmSync(join(REPORTS, file));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures > 0) {
  console.error(
    isCheck
      ? 'The API report is out of date or incomplete: run `npm run api-report` and commit packages/farm3d-engine/api.'
      : 'Every export and every member of one says what it is: its unit, range, default and errors.',
  );
  process.exitCode = 1;
}

/** Where the model of an entry is written. */
function modelOf(name) {
  return join(folder, `${name}.api.json`);
}

/** The page for people. */
function makeReference() {
  const models = entries.map(({ entry, report: name }) => ({
    entry,
    model: JSON.parse(readFileSync(modelOf(name), 'utf8')),
  }));
  return engineReference(models);
}

/** Checks that every type that a public type refers to is exported by some entry, so that users can name it. */
function reportMissingExports() {
  const reports = join(folder, 'reports');
  const exported = new Set();
  for (const file of readdirSync(reports)) {
    const text = readFileSync(join(reports, file), 'utf8');
    for (const [, name] of text.matchAll(
      /^export (?:abstract )?(?:class|interface|type|const|function) (\w+)/gm,
    ))
      exported.add(name);
    // Types with the name of a global type.
    for (const [, name] of text.matchAll(/^export \{ \w+ as (\w+) \}/gm)) exported.add(name);
  }
  for (const { entry, text } of missingExports) {
    // API Extractor adds a number to a name that is also global: Disposable_2.
    const symbol = /"(\w+?)(?:_\d+)?"/.exec(text)?.[1];
    if (exported.has(symbol)) continue;
    console.error(`${entry}: ${symbol} is mentioned and exported by no entry`);
    failures++;
  }
}

/** Exports and members without documentation, as marked by API Extractor. */
function undocumented(text) {
  let currentExport = '';
  const found = [];
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    currentExport =
      /^export .*?(?:class|interface|type|function|const) (\w+)/.exec(line)?.[1] ?? currentExport;
    if (!line.includes('(undocumented)')) continue;
    found.push(line.startsWith(' ') ? `${currentExport}: ${lines[i + 1].trim()}` : lines[i + 1]);
  }
  return found;
}

/** Declarations import `x.ts`, but only `x.d.ts` exists: API Extractor would treat it as another package. */
function resolvable(declarations) {
  for (const name of readdirSync(declarations, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(declarations, name);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/((?:from|import\()\s*'\.[^']*)\.ts'/g, "$1.js'"),
    );
  }
}

function configOf({ report: name, types }, declarations) {
  const temporary = join(folder, 'reports');
  mkdirSync(temporary, { recursive: true });
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: ENGINE,
      mainEntryPointFilePath: join(declarations, types),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2023',
            module: 'esnext',
            moduleResolution: 'bundler',
            lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
            strict: true,
            skipLibCheck: true,
            types: [],
          },
          files: [join(declarations, types)],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: temporary,
        reportTempFolder: join(folder, 'temporary'),
        includeForgottenExports: false,
      },
      docModel: { enabled: true, apiJsonFilePath: modelOf(name) },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Warning },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(ENGINE, 'package.json'),
  });
}

function report(name, config, compilerState) {
  mkdirSync(REPORTS, { recursive: true });
  const errors = [];
  Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    showVerboseMessages: false,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.text);
      if (message.messageId === 'ae-forgotten-export')
        missingExports.push({ entry: name, text: message.text });
      message.handled = true;
    },
  });
  if (errors.length > 0) {
    for (const text of errors) console.error(`${name}: ${text}`);
    failures++;
    return;
  }
  const now = readFileSync(join(folder, 'reports', `${name}.api.md`), 'utf8');
  for (const undocumentedName of undocumented(now)) {
    console.error(`${name}: no documentation of ${undocumentedName}`);
    failures++;
  }
  writeOrCompare(join(REPORTS, `${name}.api.md`), now);
}

function writeOrCompare(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const name = relative(ROOT, path);
  if (isCheck) {
    console.error(`${name} does not say what the source says`);
    failures++;
  } else {
    writeFileSync(path, text);
    console.log(name);
  }
}
