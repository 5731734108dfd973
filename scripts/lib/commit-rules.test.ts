import { expect, test } from 'vitest';
import { faultsOf, faultsOfTests } from './commit-rules.mjs';

const BODY = '\n\nBecause a list forgot a package.';

test.each([
  `feat: npm run dev${BODY}`,
  `fix(api,server)!: a call is declared once${BODY}`,
  'docs: the figures of the scene page',
  'style(test): the project’s format',
  'test(engine): 农场模型的阴影',
  `fix(engine): ${'一'.repeat(59)}${BODY}`,
])('%s is accepted', (message) => {
  expect(faultsOf(message)).toEqual([]);
});

test.each([
  [`fix(engine): ${'x'.repeat(60)}${BODY}`, 'the subject has 73 characters'],
  ['wip', 'not of the form'],
  ['fixup! feat: npm run dev', 'not of the form'],
  [`feat(web): pictures by one field; fix(ui): no blank pages${BODY}`, 'several changes'],
  [`fix(web): the card stays open.${BODY}`, 'full stop'],
  ['feat(web): pictures by one field\n\n', 'the body with the reason is missing'],
])('%j is refused with the reason', (message, fault) => {
  expect(faultsOf(message).join()).toContain(fault);
});

const NAMES = 'quality/test-names.txt';
const RECORDS = 'quality/second-tier.json';
const change = (path: string, ...lines: string[]) =>
  [
    `diff --git a/${path} b/${path}`,
    'index 1..2 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    '@@ -1 +1 @@',
    ...lines,
    '',
  ].join('\n');
const MARKED = change('tests/e2e/home.test.ts', '+// Second tier (page): the cards of the first page');

test.each([
  ['new names', change(NAMES, '+  one', '+  two')],
  ['a test that moves to another file', change(NAMES, '-  one', '+b.test.ts', '+  one')],
  [
    'a file that moves to the second tier',
    MARKED + change(NAMES, '-a.test.ts', '-  one “two”') + change(RECORDS, '+      "one “two”",'),
  ],
  [
    'a new file of the second tier',
    MARKED.replace('index', 'new file mode 100644\nindex') + change('docs/a.md', '+a'),
  ],
  [
    'another reason',
    change('a.test.ts', '-// Second tier (page): a', '+// Second tier (soak): a') + change('docs/a.md', '+a'),
  ],
])('%s: nothing has to be said', (_, patch) => {
  expect(faultsOfTests('test(web): a page', patch)).toEqual([]);
});

test('names of tests that are gone need a line that says what proves it now', () => {
  const patch = change(NAMES, '-  one', '-  two', '+  one') + change(RECORDS, '-      "three \\"3\\""');
  expect(faultsOfTests('test(web): a page', patch).join()).toContain('2 names of tests are gone (“two”)');
  expect(faultsOfTests('test(web): a page\n\nProved now by: `a page has its own address`', patch)).toEqual(
    [],
  );
});

test.each([
  ['another file', change('docs/a.md', '+a')],
  [
    'more of the test',
    change('tests/e2e/map.test.ts', '+// Second tier (page): a map', '-expect(1).toBe(1);'),
  ],
])('a file moves to the second tier beside %s: that is a fault', (_, other) => {
  expect(faultsOfTests('test: tiers', MARKED + other).join()).toContain('in a commit that changes');
});

test('a single test moves to a file of the second tier with nothing but tests', () => {
  const moved =
    change('tests/e2e/home.test.ts', "-test('one'") +
    change('tests/e2e/map.test.ts', "+test('one'") +
    change(NAMES, '-  one') +
    change(RECORDS, '+      "one",');
  expect(faultsOfTests('test: tiers', moved)).toEqual([]);
  expect(faultsOfTests('feat: a map', moved + change('apps/web/src/map.ts', '+a')).join()).toContain(
    '“one” moves to the second tier',
  );
});
