import { deflateSync } from 'node:zlib';

type Value = number | string | Int32Array | Float64Array | Uint8Array;

/** A node record of FBX: its name, its values, its nested records. */
export interface Block {
  readonly name: string;
  readonly values?: readonly Value[];
  readonly blocks?: readonly Block[];
}

const block = (name: string, values: readonly Value[] = [], blocks: readonly Block[] = []): Block => ({
  name,
  values,
  blocks,
});
const setting = (name: string, type: string, ...values: readonly Value[]) =>
  block('P', [name, type, '', '', ...values]);

export interface FbxScene {
  /** x, y, z of each vertex. */
  readonly vertices: readonly number[];
  /** Three indices per triangle. */
  readonly triangles: readonly number[];
  /** Centimetres. */
  readonly unit?: number;
  /** 1: Y, 2: Z. */
  readonly upAxis?: number;
  /** A texture: its file name, and its bytes if it is embedded. */
  readonly picture?: { readonly fileName: string; readonly content?: Uint8Array };
  /** Moves the mesh along X from 0 to this within a second. */
  readonly moveTo?: number;
}

/** One mesh as the blocks of an FBX file. */
export function fbxBlocks(scene: FbxScene): Block[] {
  const { vertices, triangles, unit = 100, upAxis = 1, picture, moveTo } = scene;
  // The last vertex index of a polygon is stored as −index − 1.
  const corners = Int32Array.from(triangles, (index, i) => (i % 3 === 2 ? -index - 1 : index));
  const uvs = Float64Array.from({ length: triangles.length * 2 }, (_, i) => (i % 7) / 7);
  const objects = [
    block(
      'Geometry',
      [10, 'shape', 'Mesh'],
      [
        block('Vertices', [Float64Array.from(vertices)]),
        block('PolygonVertexIndex', [corners]),
        block(
          'LayerElementUV',
          [0],
          [
            block('MappingInformationType', ['ByPolygonVertex']),
            block('ReferenceInformationType', ['Direct']),
            block('UV', [uvs]),
          ],
        ),
      ],
    ),
    block(
      'Model',
      [20, 'thing', 'Mesh'],
      [block('Properties70', [], [setting('Lcl Translation', 'Lcl Translation', 0, 0, 0)])],
    ),
    block(
      'Material',
      [30, 'paint', ''],
      [
        block('ShadingModel', ['phong']),
        block('Properties70', [], [setting('DiffuseColor', 'Color', 0.8, 0.2, 0.1)]),
      ],
    ),
  ];
  const links: Value[][] = [
    ['OO', 20, 0],
    ['OO', 10, 20],
    ['OO', 30, 20],
  ];
  if (picture) {
    objects.push(
      block('Texture', [40, 'map', ''], [block('FileName', [`C:\\work\\${picture.fileName}`])]),
      block(
        'Video',
        [50, 'map', 'Clip'],
        [
          block('RelativeFilename', [`..\\maps\\${picture.fileName}`]),
          ...(picture.content ? [block('Content', [picture.content])] : []),
        ],
      ),
    );
    links.push(['OP', 40, 30, 'DiffuseColor'], ['OO', 50, 40]);
  }
  if (moveTo !== undefined) {
    const SECOND = 46_186_158_000;
    const curve = (id: number, values: readonly number[]) =>
      block(
        'AnimationCurve',
        [id, '', ''],
        [block('KeyTime', [Float64Array.of(0, SECOND)]), block('KeyValueFloat', [Float64Array.from(values)])],
      );
    objects.push(
      block('AnimationStack', [60, 'slide', '']),
      block('AnimationLayer', [61, 'base', '']),
      block('AnimationCurveNode', [62, 'T', '']),
      curve(63, [0, moveTo]),
    );
    links.push(['OO', 61, 60], ['OO', 62, 61], ['OP', 62, 20, 'Lcl Translation'], ['OP', 63, 62, 'd|X']);
  }
  return [
    block('FBXHeaderExtension', [], [block('FBXVersion', [7400])]),
    block(
      'GlobalSettings',
      [],
      [
        block(
          'Properties70',
          [],
          [setting('UpAxis', 'int', upAxis), setting('UnitScaleFactor', 'double', unit)],
        ),
      ],
    ),
    block('Objects', [], objects),
    block(
      'Connections',
      [],
      links.map((values) => block('C', values)),
    ),
  ];
}

/** Binary FBX 7400; arrays are compressed as by exporters, unless `isPacked` is false. */
export function binaryFbx(
  blocks: readonly Block[],
  isPacked = true,
  version = 7400,
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(27);
  head.write('Kaydara FBX Binary  \0\u001A\0', 'latin1');
  head.writeUInt32LE(version, 23);
  const parts: Buffer[] = [head];
  let at = 27;
  for (const item of blocks) {
    const bytes = binaryBlock(item, at, isPacked);
    parts.push(bytes);
    at += bytes.length;
  }
  parts.push(Buffer.alloc(13 + 176));
  return Uint8Array.from(Buffer.concat(parts));
}

function binaryBlock({ name, values = [], blocks = [] }: Block, start: number, isPacked: boolean): Buffer {
  const list = Buffer.concat(values.map((value) => binaryValue(value, isPacked)));
  const head = Buffer.alloc(13 + name.length);
  let at = start + head.length + list.length;
  const inner = blocks.map((item) => {
    const bytes = binaryBlock(item, at, isPacked);
    at += bytes.length;
    return bytes;
  });
  if (inner.length > 0) inner.push(Buffer.alloc(13));
  const body = Buffer.concat([list, ...inner]);
  head.writeUInt32LE(start + head.length + body.length, 0);
  head.writeUInt32LE(values.length, 4);
  head.writeUInt32LE(list.length, 8);
  head.writeUInt8(name.length, 12);
  head.write(name, 13, 'latin1');
  return Buffer.concat([head, body]);
}

function binaryValue(value: Value, isPacked: boolean): Buffer {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.write(Number.isInteger(value) ? 'L' : 'D', 'latin1');
    if (Number.isInteger(value)) bytes.writeBigInt64LE(BigInt(value), 1);
    else bytes.writeDoubleLE(value, 1);
    return bytes;
  }
  if (typeof value === 'string' || value instanceof Uint8Array) {
    const content = Buffer.from(value as string);
    const bytes = Buffer.alloc(5);
    bytes.write(typeof value === 'string' ? 'S' : 'R', 'latin1');
    bytes.writeUInt32LE(content.length, 1);
    return Buffer.concat([bytes, content]);
  }
  const raw = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const content = isPacked ? deflateSync(raw) : raw;
  const head = Buffer.alloc(13);
  head.write(value instanceof Int32Array ? 'i' : 'd', 'latin1');
  head.writeUInt32LE(value.length, 1);
  head.writeUInt32LE(isPacked ? 1 : 0, 5);
  head.writeUInt32LE(content.length, 9);
  return Buffer.concat([head, content]);
}

/** The same as ASCII. `indent` is the indentation per level: exporters differ. */
export function asciiFbx(blocks: readonly Block[], indent = '\t'): string {
  const lines = ['; FBX 7.4.0 project file', ''];
  const write = ({ name, values = [], blocks: inner = [] }: Block, depth: number): void => {
    const before = indent.repeat(depth);
    const [first] = values;
    if (first instanceof Int32Array || first instanceof Float64Array) {
      lines.push(
        `${before}${name}: *${first.length} {`,
        `${before}${indent}a: ${[...first].join()}`,
        `${before}}`,
      );
      return;
    }
    const texts = values.map((value) => {
      if (typeof value === 'number') return String(value);
      return typeof value === 'string'
        ? `"${value}"`
        : `"${Buffer.from(value as Uint8Array).toString('base64')}"`;
    });
    const isEmpty = inner.length === 0;
    const line = `${before}${name}: ${texts.join(', ')}`;
    lines.push(isEmpty && values.length > 0 ? line : `${line} {`);
    for (const item of inner) write(item, depth + 1);
    if (!(isEmpty && values.length > 0)) lines.push(`${before}}`);
  };
  for (const item of blocks) write(item, 0);
  return lines.join('\n');
}

/** A bumpy plane of about `triangles` triangles. */
export function sheet(triangles: number, seed = 0): Pick<FbxScene, 'vertices' | 'triangles'> {
  const side = Math.max(1, Math.round(Math.sqrt(triangles / 2)));
  const vertices: number[] = [];
  const corners: number[] = [];
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x <= side; x++) {
      vertices.push(x / side, 0.1 * Math.sin(x * 0.7 + seed) * Math.cos(y * 0.9 + seed), y / side);
      if (x === side || y === side) continue;
      const a = y * (side + 1) + x;
      corners.push(a, a + side + 1, a + 1, a + 1, a + side + 1, a + side + 2);
    }
  }
  return { vertices, triangles: corners };
}
