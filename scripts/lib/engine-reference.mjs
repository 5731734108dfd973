// The reference of farm3d-engine as a page: every export of every entry with its documentation, from the
// models that API Extractor makes of the sources.

/** The text of a documentation comment without its marks, one line a paragraph or tag. */
function linesOf(comment) {
  const text = comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/\s*$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .replaceAll(
      /\{@link ([^|}]+?)(?:\s*\|\s*([^}]+))?\}/g,
      (_, name, label) => `\`${label ?? name.trim()}\``,
    );
  return text
    .split(/\n\s*\n|\n?(?=@(?:throws|returns|param|example|internal)\b)/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A line for people: tags in words, an example as code. */
function sentence(line) {
  const [, tag, rest = ''] = /^@(\w+)\s*([\s\S]*)$/.exec(line) ?? [];
  const flat = (text) => text.replaceAll(/\s+/g, ' ').trim();
  switch (tag) {
    case undefined:
      return flat(line);
    case 'throws':
      return `Throws ${flat(rest)}`;
    case 'returns':
      return `Returns ${flat(rest)}`;
    case 'param':
      return flat(rest).replace(/^(\w+)\s*-?\s*/, '`$1`: ');
    case 'example':
      return rest.includes('\n') ? null : `Example: \`${flat(rest).replaceAll('`', '')}\``;
    default:
      return null;
  }
}

const isInternal = ({ docComment = '' }) => docComment.includes('@internal');

/** Documentation as one paragraph; an example of several lines stands apart. */
function documentation(member) {
  const lines = linesOf(member.docComment ?? '');
  const example = lines.find((line) => /^@example[^\n]*\n/.test(line));
  return {
    text: lines
      .map(sentence)
      .filter((line) => line !== null && line !== '')
      .join(' '),
    example: example?.replace(/^@example\s*/, ''),
  };
}

const declarationOf = ({ excerptTokens }) =>
  excerptTokens
    .map(({ text }) => text)
    .join('')
    .replace(/^export (?:declare )?/, '')
    .trim();

/** In a cell of a table a bar ends it, and a line break the row. */
const cell = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');

function membersOf(item) {
  const members = (item.members ?? []).filter((member) => !isInternal(member));
  if (members.length === 0) return [];
  const rows = members.map(
    (member) => `| \`${cell(declarationOf(member))}\` | ${cell(documentation(member).text)} |`,
  );
  return ['', '| member | what it is |', '| --- | --- |', ...rows];
}

function section(item) {
  const { text, example } = documentation(item);
  const lines = [`### ${item.name ?? item.kind}`, '', text];
  const isListed = item.kind === 'Class' || item.kind === 'Interface';
  if (!isListed) lines.push('', '```text', declarationOf(item), '```');
  if (example) lines.push('', '```text', example, '```');
  return [...lines, ...membersOf(item), ''];
}

/**
 * The page.
 * @param {{ entry: string, model: object }[]} entries the entries of the package with their models
 */
export function engineReference(entries) {
  const parts = entries.flatMap(({ entry, model }) => {
    const items = model.members[0].members.filter((item) => !isInternal(item));
    const sorted = items.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    return [`## ${entry}`, '', ...sorted.flatMap(section)];
  });
  return [
    '# Reference of farm3d-engine',
    '',
    'Every export of every entry, made from the sources. docs/embedding.md of the repository explains how the parts are used together.',
    '',
    ...entries.map(({ entry }) => `- [${entry}](#${entry.replaceAll(/[^\w-]/g, '')})`),
    '',
    ...parts,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
