import fc from 'fast-check';
import { zlibSync as deflateSync } from 'three/examples/jsm/libs/fflate.module.js';
import { describe, expect, it } from 'vitest';
import { FarmError } from '../../core/errors.ts';
import { arrayOf, child, type FbxNode, numberAt, text, textAt } from './fbx-tree.ts';
import { nameOfWarning } from './left-out.ts';
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
    { url: 'http://localhost/a.fbx', resourceFolders: [] },
    () => Promise.reject(new FarmError('model-missing')),
    new AbortController().signal,
  );
  return (await parseFbx(parts)).model;
}

describe('FBX', () => {
  it('reads text by its brackets, with any indentation, in metres with Y up', async () => {
    const model = await load(bytesOf(SQUARE));
    expect(model.triangles).toBe(2);
    expect(model.nodes.map(({ name }) => name)).toContain('thing');
    const rounded = model.box.map((value) => Math.round(value * 1e6) / 1e6 + 0);
    expect(rounded).toEqual([0, 0, 0, 1, 2, 0]);
  });

  it('gives equal results for a text file and its binary form', async () => {
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

  it('describes the fault in a sentence, in both languages', async () => {
    const original = new Uint8Array(writeBinary(readAscii(bytesOf(SQUARE)).nodes));
    // What an editor makes of zero bytes: assimp's transparentTest.fbx.
    const asText = original.map((byte) => (byte === 0 ? 0x20 : byte));
    const failure = (bytes: ArrayBuffer) => load(bytes).catch((error: unknown) => error as FarmError);
    const error = (await failure(asText.buffer)) as FarmError;
    expect(error.code).toBe('model-invalid');
    expect(error.text('en')).toContain('the binary file was saved or sent as text');
    expect(error.text('zh-CN')).toContain('二进制文件曾被当作文本');
    const old = (await failure(bytesOf('; FBX\nFBXHeaderExtension: {\nFBXVersion: 6100\n}'))) as FarmError;
    expect(old.text('en')).toContain('FBX 6.1 is too old; export it again as FBX 2013 or newer');
    const noModels = bytesOf(SQUARE.replace('Vertices: *12', 'Verticals: *12').replace('*4 { a:', '*4 { b:'));
    expect(((await failure(noModels)) as FarmError).text('en')).not.toMatch(
      /undefined|TypeError|Cannot read/,
    );
  });

  it('draws a layer that declares indices without having them: box.fbx of assimp', async () => {
    const colours = `
  LayerElementColor: 0 {
    MappingInformationType: "ByVertice"
    ReferenceInformationType: "IndexToDirect"
    Colors: *16 { a: 1,0,0,1,1,0,0,1,1,0,0,1,1,0,0,1 }
  }
  LayerElementNormal: 0 {
    MappingInformationType: "ByVertice"
    ReferenceInformationType: "Direct"
  }
}
\tModel:`;
    const model = await load(bytesOf(SQUARE.replace('}\n\tModel:', colours)));
    expect(model.triangles).toBe(2);
    const color = model.primitives[0]!.attributes.find(({ name }) => name === 'color');
    expect([...color!.array.subarray(0, 3)]).toEqual([1, 0, 0]);
  });

  it('loads a file without its unreadable animations, and reports them', async () => {
    const curve = `AnimationCurve: 50, "AnimCurve::", "" {
KeyTime: *2 { a: 0,46186158000 }
KeyValueFloat: *2 { a: 0,1 }
}
Material: 30`;
    const text = SQUARE.replace('Material: 30', curve).replace(
      'C: "OO",30,20',
      'C: "OO",30,20\nC: "OP",50,77, "d|X"',
    );
    const model = await load(bytesOf(text));
    expect([model.triangles, model.clips, model.leftOut]).toEqual([2, [], ['animations']]);
  });

  it.each([
    [
      'THREE.FBXLoader: %s map is not supported in three.js, skipping texture.',
      ['3dsMax|main|ao_map'],
      'texture ao_map',
    ],
    [
      'THREE.FBXLoader: unknown material type "%s". Defaulting to MeshPhongMaterial.',
      ['toon'],
      'material toon',
    ],
    [
      'THREE.FBXLoader: Vertex has more than 4 skinning weights assigned',
      [],
      'more than 4 joints of a vertex',
    ],
    ['THREE.FBXLoader: You are loading an asset with a Z-UP coordinate system.', [], null],
  ])('%s', (format, values, name) => {
    expect(nameOfWarning(format, values)).toBe(name);
  });

  /** A binary file with one array, with the header of the test. */
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

  it('inflates small and large arrays', async () => {
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

  it('limits the total change of a curve', () => {
    const keys = node('KeyValueFloat', [
      { code: 'd', bytes: new Uint8Array(Float64Array.of(0, 1e300, -1e300).buffer) },
    ]);
    const curve = node('AnimationCurve', [{ code: 'L', value: 5 }, text(''), text('')], [keys]);
    const link = node('C', [text('OO'), { code: 'L', value: 5 }, { code: 'L', value: 0 }]);
    prepare({ version: 7400, nodes: [node('Objects', [], [curve]), node('Connections', [], [link])] });
    expect([...arrayOf(keys)!]).toEqual([0, 0, 0]);
  });

  it('refers to an image by its file name, and removes its content from the tree', () => {
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
    const original = new Uint8Array(writeBinary(readAscii(bytesOf(SQUARE)).nodes));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(original.length),
        async (changes, cut) => {
          const bytes = original.slice(0, cut < 40 ? original.length : cut);
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
