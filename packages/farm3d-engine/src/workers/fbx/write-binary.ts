import type { FbxNode } from './fbx-tree.ts';
import { ARRAY_BYTES, type FbxProperty } from './fbx-tree.ts';

/** Version that is written: 32-bit offsets, uncompressed arrays. */
const VERSION = 7400;
const MAGIC = 'Kaydara FBX Binary  \0\u001A\0';
const NODE_HEADER_BYTES = 13;
/** three's reader stops this many bytes before the end. */
const FOOTER_BYTES = 176;

const encoder = new TextEncoder();

/** Writes a tree as binary FBX for three's reader: files are validated and inflated first. */
export function writeBinary(nodes: readonly FbxNode[]): ArrayBuffer {
  const sizes = new Map<FbxNode, number>();
  const total = nodes.reduce((sum, node) => sum + measure(node, sizes), 27) + FOOTER_BYTES;
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  bytes.set(encoder.encode(MAGIC));
  view.setUint32(23, VERSION, true);
  let at = 27;
  for (const node of nodes) at = write(node, bytes, view, at, sizes);
  return bytes.buffer;
}

function propertyBytes(property: FbxProperty): number {
  switch (property.code) {
    case 'C':
      return 2;
    case 'Y':
      return 3;
    case 'I':
    case 'F':
      return 5;
    case 'L':
    case 'D':
      return 9;
    case 'S':
    case 'R':
      return 5 + property.bytes.byteLength;
    default:
      return 13 + property.bytes.byteLength;
  }
}

function measure(node: FbxNode, sizes: Map<FbxNode, number>): number {
  let size = NODE_HEADER_BYTES + encoder.encode(node.name).length;
  for (const property of node.properties) size += propertyBytes(property);
  for (const inner of node.children) size += measure(inner, sizes);
  // An empty record ends a list of children.
  if (node.children.length > 0) size += NODE_HEADER_BYTES;
  sizes.set(node, size);
  return size;
}

function write(
  node: FbxNode,
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  start: number,
  sizes: ReadonlyMap<FbxNode, number>,
): number {
  const end = start + sizes.get(node)!;
  const name = encoder.encode(node.name);
  view.setUint32(start, end, true);
  view.setUint32(start + 4, node.properties.length, true);
  view.setUint32(
    start + 8,
    node.properties.reduce((sum, property) => sum + propertyBytes(property), 0),
    true,
  );
  view.setUint8(start + 12, name.length);
  bytes.set(name, start + NODE_HEADER_BYTES);
  let at = start + NODE_HEADER_BYTES + name.length;
  for (const property of node.properties) {
    writeProperty(property, bytes, view, at);
    at += propertyBytes(property);
  }
  for (const inner of node.children) at = write(inner, bytes, view, at, sizes);
  return end;
}

function writeProperty(
  property: FbxProperty,
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  at: number,
): void {
  view.setUint8(at, property.code.charCodeAt(0));
  switch (property.code) {
    case 'C':
      view.setUint8(at + 1, property.value);
      break;
    case 'Y':
      view.setInt16(at + 1, property.value, true);
      break;
    case 'I':
      view.setInt32(at + 1, property.value, true);
      break;
    case 'F':
      view.setFloat32(at + 1, property.value, true);
      break;
    case 'L':
      view.setBigInt64(at + 1, BigInt(property.value), true);
      break;
    case 'D':
      view.setFloat64(at + 1, property.value, true);
      break;
    case 'S':
    case 'R':
      view.setUint32(at + 1, property.bytes.byteLength, true);
      bytes.set(property.bytes, at + 5);
      break;
    default:
      view.setUint32(at + 1, property.bytes.byteLength / ARRAY_BYTES[property.code], true);
      view.setUint32(at + 5, 0, true);
      view.setUint32(at + 9, property.bytes.byteLength, true);
      bytes.set(property.bytes, at + 13);
  }
}
