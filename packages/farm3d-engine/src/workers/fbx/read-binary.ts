import { FarmError } from '../../core/errors.ts';
import { MemoryBudget } from '../limits.ts';
import { asText, brokenBlock, tooMuch, tooOld } from './faults.ts';
import { ARRAY_BYTES, type ArrayCode, type FbxNode, type FbxProperty, type FbxTree } from './fbx-tree.ts';
import { inflate } from './inflate.ts';
import { MAX_ARRAY_BYTES, MAX_BLOCK_DEPTH, MAX_BLOCKS } from './limits.ts';

const HEADER_BYTES = 27;
/** The oldest version with today's structure. */
const OLDEST = 6400;
/** From this version on offsets have 64 bits. */
const WIDE = 7500;

/**
 * Reads binary FBX. Every size in the file is checked against the file and the budget.
 * @throws FarmError `model-unsupported`, `model-truncated`, `model-invalid` or `model-too-large`
 */
export async function readBinary(bytes: ArrayBuffer): Promise<FbxTree> {
  if (bytes.byteLength < HEADER_BYTES) throw new FarmError('model-truncated');
  const head = new DataView(bytes);
  if (head.getUint8(20) !== 0) throw asText();
  const version = head.getUint32(23, true);
  if (version < OLDEST) throw tooOld(version);
  const reader = new Reader(bytes, version >= WIDE);
  const nodes = reader.nodes(HEADER_BYTES);
  await reader.unpack();
  return { version, nodes };
}

/** A compressed array, to be replaced by the inflated one. */
interface Packed {
  readonly owner: FbxNode;
  readonly at: number;
  readonly code: ArrayCode;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly size: number;
}

class Reader {
  readonly #bytes: ArrayBuffer;
  readonly #view: DataView;
  readonly #wide: boolean;
  readonly #budget = new MemoryBudget(MAX_ARRAY_BYTES);
  readonly #packed: Packed[] = [];
  #blocks = 0;
  #at = 0;

  constructor(bytes: ArrayBuffer, wide: boolean) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes);
    this.#wide = wide;
  }

  nodes(start: number): FbxNode[] {
    this.#at = start;
    const nodes: FbxNode[] = [];
    const header = this.#wide ? 25 : 13;
    while (this.#at + header <= this.#bytes.byteLength) {
      const node = this.#node(this.#bytes.byteLength, 0);
      if (!node) break;
      nodes.push(node);
    }
    if (nodes.length === 0) throw new FarmError('model-truncated');
    return nodes;
  }

  /** Inflates up to the declared size: protects against decompression bombs. */
  async unpack(): Promise<void> {
    await Promise.all(
      this.#packed.map(async ({ owner, at, code, bytes, size }) => {
        owner.properties[at] = { code, bytes: await inflate(bytes, size) };
      }),
    );
  }

  /** null for the empty record at the end of a list. */
  #node(end: number, depth: number): FbxNode | null {
    if (depth > MAX_BLOCK_DEPTH) throw tooMuch('levels', MAX_BLOCK_DEPTH);
    if (++this.#blocks > MAX_BLOCKS) throw tooMuch('blocks', MAX_BLOCKS);
    const nodeEnd = this.#offset();
    const count = this.#offset();
    const listBytes = this.#offset();
    const nameBytes = this.#take(1).getUint8(0);
    const name = new TextDecoder().decode(this.#raw(nameBytes));
    if (nodeEnd === 0) return null;
    if (nodeEnd > this.#bytes.byteLength) throw new FarmError('model-truncated');
    if (nodeEnd > end || nodeEnd < this.#at + listBytes) throw brokenBlock(name);
    const node: FbxNode = { name, properties: [], children: [] };
    // Each property takes at least two bytes.
    if (count > listBytes) throw brokenBlock(name);
    const listEnd = this.#at + listBytes;
    for (let i = 0; i < count; i++) node.properties.push(this.#property(node, i));
    if (this.#at !== listEnd) throw brokenBlock(name);
    while (this.#at < nodeEnd) {
      const inner = this.#node(nodeEnd, depth + 1);
      if (inner) node.children.push(inner);
    }
    if (this.#at !== nodeEnd) throw brokenBlock(name);
    return node;
  }

  #property(owner: FbxNode, at: number): FbxProperty {
    const code = String.fromCharCode(this.#take(1).getUint8(0));
    switch (code) {
      case 'C':
        return { code, value: this.#take(1).getUint8(0) & 1 };
      case 'Y':
        return { code, value: this.#take(2).getInt16(0, true) };
      case 'I':
        return { code, value: this.#take(4).getInt32(0, true) };
      case 'L':
        return { code, value: Number(this.#take(8).getBigInt64(0, true)) };
      case 'F':
        return { code, value: this.#take(4).getFloat32(0, true) };
      case 'D':
        return { code, value: this.#take(8).getFloat64(0, true) };
      case 'S':
      case 'R':
        return { code, bytes: this.#raw(this.#take(4).getUint32(0, true)) };
      default:
        if (!(code in ARRAY_BYTES)) throw brokenBlock(owner.name);
        return this.#array(owner, at, code as ArrayCode);
    }
  }

  #array(owner: FbxNode, at: number, code: ArrayCode): FbxProperty {
    const head = this.#take(12);
    const [length, encoding, packedBytes] = [0, 4, 8].map((offset) => head.getUint32(offset, true)) as [
      number,
      number,
      number,
    ];
    const size = length * ARRAY_BYTES[code];
    this.#budget.take(size);
    if (encoding === 0) return { code, bytes: this.#raw(size) };
    if (encoding !== 1) throw brokenBlock(owner.name);
    this.#packed.push({ owner, at, code, bytes: this.#raw(packedBytes), size });
    return { code, bytes: new Uint8Array(0) };
  }

  #offset(): number {
    if (!this.#wide) return this.#take(4).getUint32(0, true);
    const value = this.#take(8).getBigUint64(0, true);
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? Infinity : Number(value);
  }

  #take(size: number): DataView {
    const bytes = this.#raw(size);
    return new DataView(bytes.buffer, bytes.byteOffset, size);
  }

  #raw(size: number): Uint8Array<ArrayBuffer> {
    if (this.#at + size > this.#view.byteLength) throw new FarmError('model-truncated');
    const bytes = new Uint8Array(this.#bytes, this.#at, size);
    this.#at += size;
    return bytes;
  }
}
