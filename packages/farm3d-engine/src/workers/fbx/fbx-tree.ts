/** A property value of FBX: number, text, raw bytes or a typed array. ASCII FBX is read into the same form. */
export type FbxProperty =
  | { readonly code: 'C' | 'Y' | 'I' | 'L' | 'F' | 'D'; readonly value: number }
  | { readonly code: 'S' | 'R'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly code: ArrayCode; readonly bytes: Uint8Array<ArrayBuffer> };

/** double, float, int64, int32, one byte (two codes). */
export type ArrayCode = 'd' | 'f' | 'l' | 'i' | 'b' | 'c';

export const ARRAY_BYTES: Readonly<Record<ArrayCode, number>> = { d: 8, f: 4, l: 8, i: 4, b: 1, c: 1 };

export interface FbxNode {
  readonly name: string;
  properties: FbxProperty[];
  children: FbxNode[];
}

export interface FbxTree {
  readonly version: number;
  readonly nodes: FbxNode[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function child(node: FbxNode | undefined, name: string): FbxNode | undefined {
  return node?.children.find((entry) => entry.name === name);
}

export function numberAt(node: FbxNode | undefined, at: number): number | undefined {
  const property = node?.properties[at];
  return property && 'value' in property ? property.value : undefined;
}

export function textAt(node: FbxNode | undefined, at: number): string | undefined {
  const property = node?.properties[at];
  return property?.code === 'S' ? decoder.decode(property.bytes) : undefined;
}

export function text(value: string): FbxProperty {
  return { code: 'S', bytes: encoder.encode(value) };
}

/** A value of a Properties70 block. */
export function propertyValues(node: FbxNode | undefined, name: string): FbxNode | undefined {
  return child(node, 'Properties70')?.children.find((entry) => textAt(entry, 0) === name);
}

/** The numbers of an array property; undefined if the node has none. */
export function arrayOf(node: FbxNode | undefined): Float64Array<ArrayBuffer> | undefined {
  const property = node?.properties[0];
  if (!property || !('bytes' in property) || property.code === 'S' || property.code === 'R') return undefined;
  const { bytes, code } = property;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = ARRAY_BYTES[code];
  return Float64Array.from({ length: Math.floor(bytes.byteLength / size) }, (_, i) => {
    const at = i * size;
    if (code === 'd') return view.getFloat64(at, true);
    if (code === 'f') return view.getFloat32(at, true);
    if (code === 'i') return view.getInt32(at, true);
    return code === 'l' ? Number(view.getBigInt64(at, true)) : view.getUint8(at);
  });
}
