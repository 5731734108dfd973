import { FarmError } from '../../core/errors.ts';
import { MemoryBudget } from '../limits.ts';
import { brokenImage, brokenText, tooMuch, tooOld } from './faults.ts';
import { child, type FbxNode, type FbxProperty, type FbxTree, numberAt, text } from './fbx-tree.ts';
import { MAX_ARRAY_BYTES, MAX_BLOCK_DEPTH, MAX_BLOCKS } from './limits.ts';

/** Older text files have another structure. */
const OLDEST = 7000;

/**
 * Reads ASCII FBX by its brackets and commas. three's reader depends on the number of tabs, which differs in files of
 * common exporters.
 * @throws FarmError `model-unsupported`, `model-truncated`, `model-invalid` or `model-too-large`
 */
export function readAscii(bytes: ArrayBuffer): FbxTree {
  const nodes = new Reader(new TextDecoder().decode(bytes)).nodes();
  const header = nodes.find(({ name }) => name === 'FBXHeaderExtension');
  const version = numberAt(child(header, 'FBXVersion'), 0);
  if (version === undefined) throw brokenText(0);
  if (version < OLDEST) throw tooOld(version);
  return { version, nodes };
}

const WORD = /[\w|.#+\-*]/;
const isSpace = (c: number) => c === 32 || (c >= 9 && c <= 13) || c === 0xfeff;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const SEMICOLON = 59;
const OPEN = 123;
const CLOSE = 125;

class Reader {
  readonly #text: string;
  readonly #budget = new MemoryBudget(MAX_ARRAY_BYTES);
  #at = 0;
  #blocks = 0;

  constructor(given: string) {
    this.#text = given;
  }

  nodes(): FbxNode[] {
    return this.#list(0);
  }

  #list(depth: number): FbxNode[] {
    if (depth > MAX_BLOCK_DEPTH) throw tooMuch('levels', MAX_BLOCK_DEPTH);
    const nodes: FbxNode[] = [];
    for (;;) {
      this.#skip();
      if (this.#at >= this.#text.length) {
        if (depth > 0) throw new FarmError('model-truncated');
        return nodes;
      }
      if (this.#code() === CLOSE) {
        if (depth === 0) throw brokenText(this.#at);
        this.#at++;
        return nodes;
      }
      nodes.push(this.#node(depth));
    }
  }

  #node(depth: number): FbxNode {
    if (++this.#blocks > MAX_BLOCKS) throw tooMuch('blocks', MAX_BLOCKS);
    const name = this.#word();
    this.#skip();
    if (name === '' || this.#code() !== COLON) throw brokenText(this.#at);
    this.#at++;
    const node: FbxNode = { name, properties: [], children: [] };
    let isArray = false;
    let isAfterComma = true;
    for (;;) {
      this.#skip();
      const code = this.#code();
      if (code === COMMA) {
        this.#at++;
        isAfterComma = true;
      } else if (code === QUOTE) {
        node.properties.push(name === 'Content' ? base64(this.#string()) : text(this.#string()));
        isAfterComma = false;
      } else if (code === OPEN) {
        this.#at++;
        if (isArray) this.#array(node);
        else node.children = this.#list(depth + 1);
        break;
      } else if (Number.isNaN(code) || code === CLOSE) break;
      else {
        const start = this.#at;
        const word = this.#word();
        if (word === '') throw brokenText(this.#at);
        this.#skip();
        // A word followed by a colon is the next node's name.
        if (this.#code() === COLON) {
          this.#at = start;
          break;
        }
        if (!isAfterComma && node.properties.length > 0) throw brokenText(start);
        isArray = word.startsWith('*');
        if (!isArray) {
          this.#budget.take(8);
          node.properties.push(valueOf(word));
        }
        isAfterComma = false;
      }
    }
    return node;
  }

  /** `*N { a: 1,2,3 }`: the count is ignored, the numbers are counted. */
  #array(node: FbxNode): void {
    this.#skip();
    if (this.#code() !== CLOSE) {
      if (this.#word() !== 'a') throw brokenText(this.#at);
      this.#skip();
      if (this.#code() !== COLON) throw brokenText(this.#at);
      this.#at++;
    }
    const values: number[] = [];
    for (;;) {
      this.#skip();
      const code = this.#code();
      if (code === COMMA) this.#at++;
      else if (code === CLOSE) break;
      else if (Number.isNaN(code)) throw new FarmError('model-truncated');
      else {
        const word = this.#word();
        if (word === '') throw brokenText(this.#at);
        this.#budget.take(8);
        values.push(Number(word));
      }
    }
    this.#at++;
    node.properties = [{ code: 'd', bytes: new Uint8Array(Float64Array.from(values).buffer) }];
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #word(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && WORD.test(this.#text[this.#at]!)) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  #string(): string {
    const end = this.#text.indexOf('"', this.#at + 1);
    if (end < 0) throw new FarmError('model-truncated');
    const value = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return value.replaceAll('&quot;', '"');
  }

  /** Skips blanks, line ends and comments. */
  #skip(): void {
    for (;;) {
      const code = this.#code();
      if (isSpace(code)) this.#at++;
      else if (code === SEMICOLON) {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else return;
    }
  }
}

/** `T` and `Y` mean true; invalid numbers (1.#QNAN) become NaN, which is repaired later. */
function valueOf(word: string): FbxProperty {
  if (/^[A-Z]$/.test(word)) return { code: 'C', value: word === 'T' || word === 'Y' ? 1 : 0 };
  return { code: 'D', value: Number(word) };
}

function base64(value: string): FbxProperty {
  try {
    const packed = atob(value);
    return { code: 'R', bytes: Uint8Array.from(packed, (c) => c.charCodeAt(0)) };
  } catch {
    throw brokenImage();
  }
}
