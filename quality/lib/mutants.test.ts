import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REASONS } from '../mutants/reasons.mjs';
import { SCOPES, documentOf, filesOf, settingsOf, summaryOf, survivorsOf } from './mutants.mjs';
import { ROOT, hashOf } from '../../scripts/lib/workspace.mjs';

const FILE = 'packages/agronomy/src/sun.ts';
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farm3d-mutants-test-'));
  for (const { folder } of SCOPES) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, FILE), 'export const noon = 12;\nexport const night = 24;\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const mutant = (status: string, line: number, replacement: string) => ({
  status,
  location: { start: { line, column: 5 } },
  mutatorName: 'Literal',
  replacement,
});

test('of a report, what no test noticed has survived, also where no test comes', () => {
  const mutants = [
    mutant('Killed', 1, '13'),
    mutant('Timeout', 1, '14'),
    mutant('Survived', 2, '25\n'),
    mutant('NoCoverage', 2, '26'),
    mutant('Ignored', 2, '27'),
  ];
  expect(summaryOf({ files: { [FILE]: { mutants } } }, FILE)).toEqual({
    caught: 2,
    ignored: 1,
    survivors: ['2:5 Literal 25', '2:5 Literal 26 (no test reaches it)'],
  });
  expect(summaryOf({ files: {} }, FILE)).toEqual({ caught: 0, ignored: 0, survivors: [] });
});

test('a file counts until it changes', () => {
  const records = {
    [FILE]: { hash: hashOf([FILE], root), caught: 3, ignored: 0, survivors: ['2:5 Literal 25'] },
  };
  expect(documentOf(records, root)).toContain('| agronomy | 1 of 1 | 4 | 3 | 1 | 0 | 75.0 | 80 |');
  expect(survivorsOf(records, [FILE], root)).toBe(`${FILE}\n- \`2:5 Literal 25\``);
  writeFileSync(join(root, FILE), 'export const noon = 0;\n');
  expect(documentOf(records, root)).toContain('| agronomy | 0 of 1 | 0 | 0 | 0 | 0 | – | 80 |');
  expect(survivorsOf(records, [FILE], root)).toBe(`${FILE}\nnot tried as it is now`);
});

test('a scope has its sources without tests and tables, or those with a test beside them', () => {
  mkdirSync(join(root, 'a/data'), { recursive: true });
  for (const name of ['sun.ts', 'sun.test.ts', 'moon.ts', 'index.ts', 'data/months.ts', 'messages.en.ts'])
    writeFileSync(join(root, 'a', name), '');
  const scope = { name: 'a', folder: 'a', least: 80 };
  expect(filesOf(scope, root)).toEqual(['a/moon.ts', 'a/sun.ts']);
  expect(filesOf({ ...scope, isTestedBeside: true }, root)).toEqual(['a/sun.ts']);
  const { vitest } = settingsOf({ ...scope, isTestedBeside: true }, ['a/sun.ts'], {
    memory: '',
    report: '',
    tool: '',
  });
  expect(vitest).toContain('include: ["a/sun.test.ts"]');
});

test('each reason is of a file of a scope and of a line in it', () => {
  const files = new Set(SCOPES.flatMap((scope) => filesOf(scope, ROOT)));
  const wrong = REASONS.filter(({ file, because }) => !files.has(file) || because === '');
  expect(wrong).toEqual([]);
});

test('no source that is mutated removes or renames files of the machine, or changes their rights', () => {
  const harmful = SCOPES.flatMap((scope) => filesOf(scope, ROOT)).filter((file) =>
    /\b(rm|unlink|rename|chmod|chown)(Sync)?\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(harmful).toEqual([]);
});
