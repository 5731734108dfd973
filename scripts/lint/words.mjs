// A lint rule: names use the words of docs/glossary.md. Its last column lists words that names must not contain.
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';

const GLOSSARY = new URL('../../docs/glossary.md', import.meta.url);

/**
 * The banned words of a glossary, each with the word to use.
 * @param {string} markdown tables whose first cell is the word and whose last cell lists what it replaces, in backticks
 * @returns {Map<string, string>} banned words, as lower-case words separated by spaces
 */
export function bannedWords(markdown) {
  const banned = new Map();
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('| **')) continue;
    const cells = line.split('|').map((cell) => cell.trim());
    const word = cells[1].replaceAll('*', '');
    for (const [, name] of (cells.at(-2) ?? '').matchAll(/`([^`]+)`/g))
      banned.set(wordsOf(name).join(' '), word);
  }
  return banned;
}

/** `lonLatOf` → lon, lat, of; `FIRST_PICTURE` → first, picture. */
export function wordsOf(name) {
  return name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** @returns {[string, string] | undefined} the banned word in a name and the word to use */
export function bannedIn(name, banned) {
  const words = ` ${wordsOf(name).join(' ')} `;
  for (const [word, instead] of banned) if (words.includes(` ${word} `)) return [word, instead];
  return undefined;
}

const BANNED = bannedWords(readFileSync(GLOSSARY, 'utf8'));

const rule = {
  meta: { type: 'suggestion', docs: { description: 'names use the words of docs/glossary.md' } },
  create(context) {
    const checked = new Set();
    const check = (node, name) => {
      if (checked.has(name)) return;
      checked.add(name);
      const found = bannedIn(name, BANNED);
      if (!found) return;
      const [word, instead] = found;
      context.report({ node, message: `${name}: not "${word}" but "${instead}" (docs/glossary.md)` });
    };
    return {
      Program: (node) => check(node, basename(context.filename, extname(context.filename))),
      Identifier: (node) => check(node, node.name),
      PrivateIdentifier: (node) => check(node, node.name),
    };
  },
};

export default { meta: { name: 'farm3d' }, rules: { words: rule } };
