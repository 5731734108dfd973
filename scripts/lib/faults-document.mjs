// The table of seeded faults, docs/tests-that-catch.md, from the faults and their recorded results.
import { keyOf } from './faults.mjs';

const TITLES = {
  NAMED: 'Faults that nothing caught once',
  SERVER: 'Routes, SQL and streams of the running server',
};

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function row(fault, record) {
  const { says, file, suite, test } = fault;
  const isValid = record?.key === keyOf(fault);
  const result = isValid ? record.result : 'not tried';
  const by = isValid && record.by ? `${test}: ${record.by}` : `${test} (${suite})`;
  return `| ${cell(says)} | \`${file}\` | ${result} | ${cell(by)} |`;
}

/** @param lists faults by the name of their list */
export function documentOf(lists, records) {
  const sections = Object.entries(lists).map(([name, faults]) => {
    const valid = faults.filter((fault) => records[fault.id]?.key === keyOf(fault));
    const caught = valid.filter(({ id }) => records[id].result === 'caught').length;
    return [
      `## ${TITLES[name]}`,
      '',
      `${faults.length} faults, ${valid.length} tried, ${caught} caught.`,
      '',
      '| Fault | Place | Result | Test |',
      '|---|---|---|---|',
      ...faults.map((fault) => row(fault, records[fault.id])),
    ].join('\n');
  });
  return `${[
    '# Tests that catch',
    '',
    'Each fault was planted alone in a copy of the working tree and its test was run there: `npm run faults` does it, and writes',
    'this page from `tests/faults.json`. The faults are in `scripts/faults`; the test named is the first that failed.',
    '',
    sections.join('\n\n'),
  ].join('\n')}\n`;
}
