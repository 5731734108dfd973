// The table of seeded faults, quality/faults.md, from the faults and their recorded results.
import { keyOf } from './faults.mjs';

const TITLES = {
  NAMED: 'Faults that nothing caught once',
  SERVER: 'Routes, SQL and streams of the running server',
};

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Its result, and the test that failed, or the one that should. */
function outcome(fault, record) {
  const { suite, test } = fault;
  const isValid = record?.key === keyOf(fault);
  const result = isValid ? record.result : 'not tried';
  const by = isValid && record.by ? `${test}: ${record.by}` : `${test} (${suite})`;
  return `${result} | ${cell(by)} |`;
}

/**
 * @param lists faults by the name of their list
 * @param telling what some of them would have done to a farm, by their ids
 */
export function documentOf(lists, records, telling) {
  const all = Object.values(lists).flat();
  const harms = Object.entries(telling).map(([id, harm]) => {
    const fault = all.find((one) => one.id === id);
    if (!fault) throw new Error(`no such fault: ${id}`);
    return `| ${cell(fault.says)} | ${cell(harm)} | ${outcome(fault, records[id])}`;
  });
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
      ...faults.map(
        (fault) => `| ${cell(fault.says)} | \`${fault.file}\` | ${outcome(fault, records[fault.id])}`,
      ),
    ].join('\n');
  });
  return `${[
    '# Tests that catch',
    '',
    'Each fault was planted alone in a copy of the working tree and its test was run there: `npm run faults` does it, and writes',
    'this page from `faults.json`. The faults are in `faults/`; the test named is the first that failed.',
    '',
    '## The most telling',
    '',
    '| Fault | What it would have done to a farm | Result | Test |',
    '|---|---|---|---|',
    ...harms,
    '',
    sections.join('\n\n'),
  ].join('\n')}\n`;
}
