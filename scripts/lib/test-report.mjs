// What vitest ran, as JSON for the scripts: a reporter, and what it writes. Unlike vitest's own JSON report it tells how long
// a file took with its hooks, in which a server or a browser starts.
import { writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './workspace.mjs';

/**
 * @typedef {object} FileResult
 * @property {string} path from the root
 * @property {string} suite vitest project
 * @property {number} seconds with imports and hooks
 * @property {{ name: string, state: string, error: string }[]} tests
 * @property {string[]} errors outside the tests: of an import or a hook
 */

/** Whether every test of a file passed. */
export const hasPassed = ({ tests, errors }) =>
  errors.length === 0 && tests.length > 0 && tests.every(({ state }) => state === 'passed');

const firstLine = (errors) =>
  stripVTControlCharacters(errors?.[0]?.message ?? '')
    .trim()
    .split('\n')[0]
    .slice(0, 300);

/** A name that fits in a line. */
const nameOf = ({ fullName }) => fullName.replace(/\s+/g, ' ').trim();

export class TestReport {
  #file;

  /** @param {string} file path of the report: an array of FileResult */
  constructor(file) {
    this.#file = file;
  }

  onTestRunEnd(modules) {
    writeFileSync(this.#file, JSON.stringify(modules.map(resultOf)));
  }
}

/** @returns {FileResult} */
function resultOf(module) {
  const { collectDuration, duration } = module.diagnostic();
  const groups = [module, ...module.children.allSuites()].map((group) => group.errors());
  return {
    path: relative(ROOT, module.moduleId).split(sep).join('/'),
    suite: module.project.name,
    seconds: Math.round((collectDuration + duration) / 1000),
    tests: [...module.children.allTests()].map((test) => {
      const { state, errors } = test.result();
      return { name: nameOf(test), state, error: firstLine(errors) };
    }),
    errors: groups.filter((errors) => errors.length > 0).map(firstLine),
  };
}
