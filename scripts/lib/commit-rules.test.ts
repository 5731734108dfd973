import { expect, test } from 'vitest';
import { faultsOf } from './commit-rules.mjs';

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
