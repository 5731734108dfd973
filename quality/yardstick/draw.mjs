// Draws mutants of the server and the engine: one small change of the code at a place that a hash chooses, not a person.
// The same sources and the same seed draw the same ones. What was drawn stays in drawn.json as find and replace, so that
// changes elsewhere draw nothing anew.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const SEED = 'yardstick 1';
const FOLDERS = ['apps/server/src', 'packages/farm3d-engine/src'];
/** Mutants of a folder, at most one a file. */
const EACH = 30;

/**
 * Tests, tables, texts and lists of names: a mutant there is another number or word. And `data-paths`, which removes folders
 * and changes their rights: a mutant of it may do so with those of the machine.
 */
const LEFT_OUT =
  /\.test\.ts$|\.d\.ts$|\.fixtures\.ts$|\/(?:data|facts)\/|messages|texts|test-|\/index\.ts$|common-passwords|\/data-paths\.ts$/;

/** Drawn, and replaced by the next in rank, with the reason. */
const REPLACED = {
  'server-008289f1': 'one step of a colour of a pattern: nobody can tell it from what was meant',
  'server-00682bb9': "does not compile: TS18048: 'reason' is possibly 'undefined'",
  'server-0024713d': "does not compile: TS18047: 'command' is possibly 'null'",
  'server-0006b388': "does not compile: TS18048: 'cached' is possibly 'undefined'",
  'server-0060808a': 'does not compile: TS2345: the answer is not that of the declaration',
  'server-00af1ab7': "does not compile: TS18047: 'day.windSpeedDay' is possibly 'null'",
  'engine-002178fa': 'does not compile: TS2769: no overload matches this call',
  'engine-001b5da4': "does not compile: TS1313: the body of an 'if' cannot be the empty statement",
  'engine-003d38af': "does not compile: TS2345: 'number | undefined' is no 'number'",
  'engine-00496c13': "does not compile: TS2339: property 'low' does not exist on 'null'",
  'engine-00138b5e': "does not compile: TS2345: 'undefined' is no 'string'",
};

const OTHER = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
]);
/** What a function of a simple type returns instead. */
const CONSTANTS = new Map([
  [ts.SyntaxKind.BooleanKeyword, 'true'],
  [ts.SyntaxKind.NumberKeyword, '0'],
  [ts.SyntaxKind.StringKeyword, "''"],
]);

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The changes at one node: the operator, what is replaced, and its replacement. */
function* changesAt(node, file) {
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    yield ['negated condition', condition, `!(${condition.getText(file)})`];
  }
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const other = OTHER.get(operatorToken.kind);
    if (other && !isText(left) && !isText(right)) yield ['other operator', operatorToken, other];
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      yield ['default dropped', node, left.getText(file)];
  }
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
    if (ts.isCallExpression(called) && called.expression.kind !== ts.SyntaxKind.SuperKeyword)
      yield ['call removed', node, ';'];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent))
    yield ['other truth', node, 'false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent))
    yield ['other truth', node, 'true'];
  if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent) && Number.isFinite(Number(node.text)))
    yield ['number by one', node, `${Number(node.text) + 1}`];
  if (ts.isReturnStatement(node) && node.expression) {
    const of = ts.findAncestor(node, ts.isFunctionLike);
    const constant = CONSTANTS.get(of?.type?.kind);
    if (constant !== undefined && node.expression.getText(file) !== constant)
      yield ['constant returned', node.expression, constant];
  }
}

/** Every change that could be made in a source. */
export function candidatesOf(path, text, seed = SEED) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    for (const [operator, at, replacement] of changesAt(node, file)) {
      const start = at.getStart(file);
      const rank = createHash('sha256').update(`${seed} ${path} ${start} ${operator}`).digest('hex');
      found.push({ path, operator, start, end: at.getEnd(), replacement, rank });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const sourcesOf = (folder, root) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((file) => !LEFT_OUT.test(file));

/** A change as find and replace: its whole lines, and lines around it until they occur once. */
export function faultOf({ operator, path, start, end, replacement, rank }, text) {
  let from = text.lastIndexOf('\n', start - 1) + 1;
  let to = text.indexOf('\n', end);
  if (to === -1) to = text.length;
  const isOnce = () => text.split(text.slice(from, to)).length === 2;
  while (!isOnce()) {
    from = from === 0 ? 0 : text.lastIndexOf('\n', from - 2) + 1;
    const next = text.indexOf('\n', to + 1);
    to = next === -1 ? text.length : next;
  }
  const find = text.slice(from, to);
  return {
    id: `${path.startsWith('apps/') ? 'server' : 'engine'}-${rank.slice(0, 8)}`,
    says: `${operator}: ${shortened(text.slice(start, end))} → ${shortened(replacement)}`,
    file: path,
    find,
    replace: text.slice(from, start) + replacement + text.slice(end, to),
  };
}

function shortened(code) {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

/** The mutants of all folders, in the order of their rank. */
export function draw(root, { seed = SEED, replaced = REPLACED, each = EACH } = {}) {
  return FOLDERS.flatMap((folder) => {
    const firsts = sourcesOf(folder, root).flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const [first] = candidatesOf(path, text, seed)
        .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
        .map((candidate) => ({ rank: candidate.rank, fault: () => faultOf(candidate, text) }))
        .filter(({ rank }) => !Object.keys(replaced).some((id) => rank.startsWith(id.split('-')[1])));
      return first ?? [];
    });
    return firsts
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, each)
      .map(({ fault }) => fault());
  });
}
