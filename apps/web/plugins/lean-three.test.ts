import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leanThree, withoutBranches } from './lean-three.ts';

const require = createRequire(import.meta.url);
const three = readFileSync(join(require.resolve('three'), '../three.module.js'), 'utf8');
const lean = leanThree(three);

/** Texts of the shader chunks by the names of their variables. */
function shaders(source: string): Map<string, string> {
  const found = source.matchAll(/^(?:var|const) ([\w$]+) = ("(?:[^"\\]|\\.)*");$/gm);
  return new Map(Array.from(found, ([, name, text]) => [name!, JSON.parse(text!) as string]));
}

describe('three without what the app never uses', () => {
  it('has all its shaders, each with its braces, brackets and branches closed', () => {
    const before = shaders(three);
    const after = shaders(lean);
    expect([...after.keys()]).toEqual([...before.keys()]);
    const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;
    for (const [name, text] of after)
      for (const [open, close] of [
        [/\(/g, /\)/g],
        [/\[/g, /\]/g],
        [/^#if/gm, /^#endif/gm],
      ] as const)
        expect(count(text, open), `${name} ${open}`).toBe(count(text, close));
  });

  it('keeps what code searches for in shaders: includes and the beginning of main', () => {
    const kept = [...shaders(lean)].filter(([, text]) => text !== '');
    const before = shaders(three);
    for (const [name, text] of kept) {
      expect(text.includes('void main() {'), name).toBe(before.get(name)!.includes('void main() {'));
      for (const [line] of text.matchAll(/^.*#include.*$/gm)) expect(line).toMatch(/^#include <\w+>$/);
    }
  });

  it('has the shaders of the materials of a scene, and no branch of physical materials', () => {
    const text = [...shaders(lean).values()].join('\n');
    for (const needed of [
      'RE_Direct_Physical',
      'RE_Direct_Lambert',
      'AgXToneMapping',
      'getShadow',
      'USE_INSTANCING',
    ])
      expect(text).toContain(needed);
    expect(text).not.toMatch(/#ifn?def USE_(CLEARCOAT|SHEEN|IRIDESCENCE|TRANSMISSION|BATCHING)/);
  });

  it('fails for a version of three in which it does not find its parts', () => {
    expect(() => leanThree(three.replace('class WebXRManager', 'class OtherManager'))).toThrow(
      'WebXRManager',
    );
    expect(() => leanThree(three.replace('meshtoon_vert', 'toon_vert'))).toThrow('15 of 16');
  });
});

describe('branches that are never compiled', () => {
  it.each([
    ['#ifdef USE_SHEEN\na\n#endif\nb', 'b'],
    ['#ifdef USE_SHEEN\na\n#else\nb\n#endif', 'b'],
    ['#ifndef USE_SHEEN\na\n#else\nb\n#endif', 'a'],
    ['#ifdef USE_SHEEN\n#ifdef USE_MAP\na\n#endif\n#endif\nb', 'b'],
    ['#ifdef USE_MAP\n#ifdef USE_SHEEN\na\n#endif\nb\n#endif', '#ifdef USE_MAP\nb\n#endif'],
    ['#if defined( USE_SHEEN )\na\n#endif', '#if defined( USE_SHEEN )\na\n#endif'],
    [
      '#ifdef USE_SHEEN\na\n#elif defined( USE_MAP )\nb\n#endif',
      '#ifdef USE_SHEEN\na\n#elif defined( USE_MAP )\nb\n#endif',
    ],
    // Branches that begin or end in another chunk.
    ['#ifdef USE_SHEEN\na', '#ifdef USE_SHEEN\na'],
    ['a\n#endif', 'a\n#endif'],
  ])('%j becomes %j', (text, expected) => {
    expect(withoutBranches(text)).toBe(expected);
  });
});
