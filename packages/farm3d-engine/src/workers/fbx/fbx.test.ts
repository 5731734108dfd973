import fc from 'fast-check';
import { zlibSync as deflateSync } from 'three/examples/jsm/libs/fflate.module.js';
import { describe, expect, it } from 'vitest';
import { FarmError } from '../../core/errors.ts';
import { arrayOf, child, type FbxNode, numberAt, text, textAt } from './fbx-tree.ts';
import { prepare } from './prepare.ts';
import { openFbx, parseFbx } from './parse-fbx.ts';
import { readAscii } from './read-ascii.ts';
import { readBinary } from './read-binary.ts';
import { writeBinary } from './write-binary.ts';

/** A square of two triangles, indented as Kenney's files are: children no deeper than their parents, brackets anywhere. */
const SQUARE = `; FBX 7.3.0 project file
FBXHeaderExtension:  {
FBXVersion: 7300
}
GlobalSettings:  { Properties70:  {
P: "UpAxis", "int", "Integer", "",2
\t\t\tP: "UnitScaleFactor", "double", "Number", "",1
} }
Objects:  {
Geometry: 10, "Geometry::square", "Mesh" {
  Vertices: *12 {
a: 0,0,0,100,0,0,
100,0,200,0,0,200
}
      PolygonVertexIndex: *4 { a: 0,1,2,-4 }
}
\tModel: 20, "Model::thing", "Mesh" {
\t}
Material: 30, "Material::paint", "" {
ShadingModel: "lambert"
}
}
Connections:  {
;Model::thing, Model::RootNode
C: "OO",20,0
C: "OO",10,20
C: "OO",30,20
}
`;

const bytesOf = (value: string) => new TextEncoder().encode(value).buffer;
const node = (name: string, properties: FbxNode['properties'] = [], children: FbxNode[] = []): FbxNode => ({
  name,
  properties,
  children,
});

async function load(bytes: ArrayBuffer) {
  const parts = await openFbx(
    bytes,
    'http://localhost/a.fbx',
    () => Promise.reject(new FarmError('model-missing')),
    new AbortController().signal,
  );
  return (await parseFbx(parts)).model;
}

describe('FBX', () => {
  it('reads text by its brackets, whatever its indentation, in metres with Y up', async () => {
    const model = await load(bytesOf(SQUARE));
    expect(model.triangles).toBe(2);
    expect(model.nodes.map(({ name }) => name)).toContain('thing');
    const rounded = model.box.map((value) => Math.round(value * 1e6) / 1e6 + 0);
    expect(rounded).toEqual([0, 0, 0, 1, 2, 0]);
  });

  it('says the same of a text and of its binary form', async () => {
    const tree = readAscii(bytesOf(SQUARE));
    const again = await readBinary(writeBinary(tree.nodes));
    expect(again.nodes).toEqual(tree.nodes);
    const model = await load(writeBinary(tree.nodes));
    expect(model.triangles).toBe(2);
  });

  it.each([
    [
      'FBX 6100 text',
      bytesOf('; FBX 6.1.0\nFBXHeaderExtension: {\nFBXVersion: 6100\n}'),
      'model-unsupported',
    ],
    ['a text cut in the middle', bytesOf(SQUARE.slice(0, 300)), 'model-truncated'],
    ['brackets without end', bytesOf(`FBXHeaderExtension: {${'a: {'.repeat(100_000)}`), 'model-invalid'],
  ])('%s is a typed error', async (_, bytes, code) => {
    await expect(load(bytes)).rejects.toMatchObject({ code });
  });

  /** A binary file with one array, whose header says what the test wants. */
  function withArray(length: number, packed: Uint8Array): ArrayBuffer {
    const tree = [node('Objects', [], [node('Vertices', [{ code: 'd', bytes: new Uint8Array(packed) }])])];
    const bytes = writeBinary(tree);
    const view = new DataView(bytes);
    const at = new Uint8Array(bytes).findIndex(
      (byte, i) => byte === 100 && view.getUint32(i + 9, true) === packed.byteLength,
    );
    view.setUint32(at + 1, length, true);
    view.setUint32(at + 5, 1, true);
    return bytes;
  }

  it('unpacks arrays, small and large', async () => {
    for (const count of [3, 20_000]) {
      const values = Float64Array.from({ length: count }, (_, i) => Math.sin(i * i));
      const { nodes } = await readBinary(withArray(count, deflateSync(new Uint8Array(values.buffer))));
      expect(arrayOf(nodes[0]!.children[0])).toEqual(values);
    }
  });

  it.each([
    ['an array of two thousand million', 2 ** 31 - 1, deflateSync(new Uint8Array(800)), 'model-too-large'],
    ['a bomb: much more than it says', 10, deflateSync(new Uint8Array(50_000_000)), 'model-invalid'],
    ['less than it says', 1_000, deflateSync(new Uint8Array(800)), 'model-invalid'],
    ['what is not packed at all', 100, new Uint8Array(5_000).fill(7), 'model-invalid'],
  ])('%s', async (_, length, packed, code) => {
    await expect(readBinary(withArray(length, packed))).rejects.toMatchObject({ code });
  });

  it('lets no curve travel without end', () => {
    const keys = node('KeyValueFloat', [
      { code: 'd', bytes: new Uint8Array(Float64Array.of(0, 1e300, -1e300).buffer) },
    ]);
    const curve = node('AnimationCurve', [{ code: 'L', value: 5 }, text(''), text('')], [keys]);
    const link = node('C', [text('OO'), { code: 'L', value: 5 }, { code: 'L', value: 0 }]);
    prepare({ version: 7400, nodes: [node('Objects', [], [curve]), node('Connections', [], [link])] });
    expect([...arrayOf(keys)!]).toEqual([0, 0, 0]);
  });

  it('knows a picture by its name alone, and takes it out of the file', () => {
    const video = node(
      'Video',
      [{ code: 'L', value: 5 }, text('map'), text('Clip')],
      [
        node('Filename', [text('C:\\Users\\someone\\maps\\wood.png')]),
        node('Content', [{ code: 'R', bytes: Uint8Array.of(1, 2, 3) }]),
      ],
    );
    const { images } = prepare({ version: 7400, nodes: [node('Objects', [], [video])] });
    expect(images).toEqual([{ content: Uint8Array.of(1, 2, 3), fileName: 'wood.png' }]);
    expect(child(video, 'Content')).toBeUndefined();
    expect(textAt(child(video, 'RelativeFilename'), 0)).toContain('0');
    expect(numberAt(video, 0)).toBe(5);
  });

  it('ends with a tree, a model or an ordinary error, whatever byte is changed', async () => {
    const good = new Uint8Array(writeBinary(readAscii(bytesOf(SQUARE)).nodes));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(good.length),
        async (changes, cut) => {
          const bytes = good.slice(0, cut < 40 ? good.length : cut);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          try {
            const model = await load(bytes.buffer);
            expect(model.box.every((value) => Number.isFinite(value))).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
