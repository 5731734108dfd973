// Collects the results of a run, writes them with the report, and puts the figures into the documents.
//   write-report.ts collect FOLDER COMMIT   FOLDER/*.json → benchmarks/results/<machine>.json, report.html
//   write-report.ts again FOLDER COMMIT     the same, but the other results of the machine's file stay
//   write-report.ts docs [RESULTS]          figures of README.md and docs from a results file
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFigures } from './figures.ts';
import { mergedRun } from './merged-run.ts';
import { reportPage, type BenchRun } from './report-page.ts';

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(import.meta.dirname, 'results');
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** A file name for the machine: processor and cores. */
const machineName = ({ cpu, cores }: { cpu: string; cores: number }): string =>
  `${cpu} ${cores} cores`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function collect(folder: string, commit: string, isAgain: boolean): void {
  const results = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'failed.json')
    .map((name) => read(join(folder, name)) as BenchRun['results'][number]);
  const [first] = results;
  if (!first) throw new Error(`no benchmark left a result in ${folder}`);
  mkdirSync(RESULTS, { recursive: true });
  const path = join(RESULTS, `${machineName(first.machine)}.json`);
  const run = mergedRun(isAgain && existsSync(path) ? (read(path) as BenchRun) : undefined, {
    commit,
    finishedAt: new Date().toISOString(),
    results,
    failed: read(join(folder, 'failed.json')) as string[],
  });
  writeFileSync(path, `${JSON.stringify(run, null, 1)}\n`);
  writeFileSync(join(RESULTS, 'report.html'), reportPage(run));
  console.log(`farm3d: ${path} and report.html beside it`);
  if (run.failed.length > 0 || run.results.some(({ met }) => !met)) process.exitCode = 1;
}

function writeFigures(path: string): void {
  const run = read(path) as BenchRun;
  const documents = [
    'README.md',
    ...readdirSync(join(ROOT, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];
  for (const name of documents) {
    const before = readFileSync(join(ROOT, name), 'utf8');
    const after = withFigures(before, run);
    if (after !== before) writeFileSync(join(ROOT, name), after);
  }
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'collect' || mode === 'again') collect(rest[0]!, rest[1]!, mode === 'again');
else {
  const newest = (): string => {
    const [only, ...others] = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
    if (!only || others.length > 0) throw new Error('name the results file: several machines have one');
    return join(RESULTS, only);
  };
  writeFigures(rest[0] ?? newest());
}
