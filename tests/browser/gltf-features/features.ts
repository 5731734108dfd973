import { dracoModel, picture } from '../../support/fixtures.ts';
import { plainKtx2 } from '../../support/ktx2-fixture.ts';
import { emptyFile, type GltfFile, primitiveOf, SQUARE, squareFile } from './gltf-file.ts';
import { AVIF, WEBP } from './pictures.ts';
import { meshoptAttributes } from './meshopt.ts';

type Json = Record<string, unknown>;
type File = GltfFile | Uint8Array;

/** One feature of glTF in its own file. */
export interface Feature {
  readonly name: string;
  readonly file: () => File | Promise<File>;
  /** Behind the address. */
  readonly hash?: string;
  /** The file without the feature: what is drawn differs from it. */
  readonly without?: () => GltfFile;
  /** Name in `model-warning`, where the feature is not drawn. */
  readonly warned?: string;
  /** Code of `model-fallback`, where the file cannot be shown without it. */
  readonly refused?: string;
  /** A clip that is played to its end. */
  readonly clip?: string;
}

const PNG = picture(8, 8);
const texture = (file: GltfFile, more: Json = {}): Json => ({ index: file.texture(PNG), ...more });

/** The square with a change. */
function square(change: (file: GltfFile, material: Json, primitive: ReturnType<typeof primitiveOf>) => void) {
  return () => {
    const file = squareFile();
    change(file, file.json.materials[0]!, primitiveOf(file));
    return file;
  };
}

const plain = () => squareFile();

const drawn = (
  name: string,
  file: Feature['file'],
  without: () => GltfFile = plain,
  more: Partial<Feature> = {},
): Feature => ({ name, file, without, ...more });

const warned = (name: string, file: Feature['file'], as = name): Feature => ({ name, file, warned: as });

const pbr = (more: Json) => (_: GltfFile, material: Json) => {
  material['pbrMetallicRoughness'] = { ...(material['pbrMetallicRoughness'] as Json), ...more };
};

/** The square with a texture in a slot of its material; the second one has `other` instead. */
const slot = (name: string, more: Json = {}, factor: Json = {}) =>
  square((file, material) => Object.assign(material, factor, { [name]: texture(file, more) }));

const extended = (name: string, value: Json) =>
  square((file, material) => {
    file.json.extensionsUsed.push(name);
    material['extensions'] = { [name]: value };
  });

const geometry: Feature[] = [
  drawn('triangles with an index', plain, emptyFile),
  drawn(
    'triangles without an index',
    square((file, _, primitive) => {
      delete primitive['indices'];
      const at = (from: Float32Array, size: number) =>
        Float32Array.from(
          [...SQUARE.index].flatMap((v) => Array.from(from.slice(v * size, v * size + size))),
        );
      primitive.attributes = { POSITION: file.accessor(at(SQUARE.position, 3), 'VEC3') };
    }),
    emptyFile,
  ),
  ...(
    [
      ['triangle strip', 5, [0, 1, 3, 2]],
      ['triangle fan', 6, [0, 1, 2, 3]],
    ] as const
  ).map(([name, mode, order]) =>
    drawn(
      name,
      square((file, _, primitive) =>
        Object.assign(primitive, { mode, indices: file.accessor(Uint16Array.from(order), 'SCALAR') }),
      ),
      emptyFile,
    ),
  ),
  ...(['points', 'lines', 'line loop', 'line strip'] as const).map((name, mode) =>
    warned(
      name,
      square((_, __, primitive) => Object.assign(primitive, { mode })),
      mode === 0 ? 'points' : 'lines',
    ),
  ),
  drawn(
    'sparse accessor',
    square((file) => {
      const position = file.json.accessors[0]!;
      position['sparse'] = {
        count: 1,
        indices: { bufferView: file.view(Uint8Array.of(2)), componentType: 5121 },
        values: { bufferView: file.view(new Uint8Array(Float32Array.of(2, 1, 0).buffer)) },
      };
    }),
  ),
  drawn(
    'interleaved vertices',
    square((file, _, primitive) => {
      const both = new Float32Array(4 * 6);
      for (let v = 0; v < 4; v++) {
        both.set(SQUARE.position.subarray(v * 3, v * 3 + 3), v * 6);
        both.set(SQUARE.normal.subarray(v * 3, v * 3 + 3), v * 6 + 3);
      }
      const bufferView = file.view(new Uint8Array(both.buffer), { byteStride: 24 });
      const accessor = (byteOffset: number) =>
        file.json.accessors.push({ bufferView, byteOffset, componentType: 5126, count: 4, type: 'VEC3' }) - 1;
      primitive.attributes = { POSITION: accessor(0), NORMAL: accessor(12) };
    }),
    emptyFile,
  ),
  drawn(
    'KHR_mesh_quantization',
    square((file, _, primitive) => {
      const packed = Int16Array.from(
        { length: 16 },
        (__, i) =>
          ((SQUARE.position[Math.floor(i / 4) * 3 + (i % 4)] ?? 0) / 4) * 32_767 * (i % 4 < 3 ? 1 : 0),
      );
      const bufferView = file.view(new Uint8Array(packed.buffer), { byteStride: 8 });
      file.json.accessors.push({ bufferView, componentType: 5122, normalized: true, count: 4, type: 'VEC3' });
      primitive.attributes = { POSITION: file.json.accessors.length - 1 };
      file.json.nodes[0]!['scale'] = [4, 4, 4];
      file.json.extensionsUsed.push('KHR_mesh_quantization');
    }),
    emptyFile,
  ),
  drawn('KHR_draco_mesh_compression', () => dracoModel(1, 400), emptyFile),
  drawn(
    'EXT_meshopt_compression',
    square((file, _, primitive) => {
      const source = meshoptAttributes(SQUARE.position, 12);
      const part = file.json.bufferViews[file.view(source)]!;
      const extension = { ...part, byteStride: 12, count: 4, mode: 'ATTRIBUTES' };
      file.json.bufferViews.push({
        buffer: 0,
        byteLength: 48,
        byteStride: 12,
        extensions: { EXT_meshopt_compression: extension },
      });
      const bufferView = file.json.bufferViews.length - 1;
      file.json.accessors.push({ bufferView, componentType: 5126, count: 4, type: 'VEC3' });
      primitive.attributes['POSITION'] = file.json.accessors.length - 1;
      file.json.extensionsUsed.push('EXT_meshopt_compression');
    }),
    emptyFile,
  ),
  drawn(
    'EXT_mesh_gpu_instancing',
    square((file) => {
      const TRANSLATION = file.accessor(Float32Array.of(-3, 0, 0, 3, 2, 0), 'VEC3');
      file.json.nodes[0]!['extensions'] = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION } } };
      file.json.extensionsUsed.push('EXT_mesh_gpu_instancing');
    }),
  ),
  drawn(
    'nodes in nodes, with a matrix',
    square((file) => {
      file.json.scenes = [{ nodes: [1] }];
      file.json.nodes.push({ children: [0], matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1] });
    }),
  ),
  drawn(
    'vertex colours',
    square((file, _, primitive) => {
      primitive.attributes['COLOR_0'] = file.accessor(
        Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0),
        'VEC3',
      );
    }),
  ),
  ...(['COLOR_1', 'TEXCOORD_4', 'JOINTS_1'] as const).map((name) =>
    warned(
      name,
      square((file, _, primitive) => {
        primitive.attributes[name] = file.accessor(new Float32Array(16), 'VEC4');
      }),
    ),
  ),
];

const materials: Feature[] = [
  drawn('base colour', square(pbr({ baseColorFactor: [1, 0, 0, 1] }))),
  drawn(
    'base colour texture',
    square((file, material) => pbr({ baseColorTexture: texture(file) })(file, material)),
  ),
  drawn('metalness and roughness', square(pbr({ metallicFactor: 1, roughnessFactor: 0.1 }))),
  drawn(
    'metalness and roughness texture',
    square((file, material) =>
      pbr({ metallicFactor: 1, roughnessFactor: 1, metallicRoughnessTexture: texture(file) })(file, material),
    ),
    square(pbr({ metallicFactor: 1, roughnessFactor: 1 })),
  ),
  drawn('normal texture', slot('normalTexture')),
  drawn('scale of a normal texture', slot('normalTexture', { scale: 0.2 }), slot('normalTexture')),
  drawn('occlusion texture', slot('occlusionTexture')),
  drawn('strength of occlusion', slot('occlusionTexture', { strength: 0.1 }), slot('occlusionTexture')),
  drawn(
    'emission',
    square((_, material) => void (material['emissiveFactor'] = [0, 0, 1])),
  ),
  drawn(
    'emission texture',
    slot('emissiveTexture', {}, { emissiveFactor: [1, 1, 1] }),
    square((_, material) => void (material['emissiveFactor'] = [1, 1, 1])),
  ),
  drawn(
    'KHR_materials_emissive_strength',
    square((file, material) => {
      file.json.extensionsUsed.push('KHR_materials_emissive_strength');
      Object.assign(material, {
        emissiveFactor: [0, 0, 0.2],
        extensions: { KHR_materials_emissive_strength: { emissiveStrength: 4 } },
      });
    }),
    square((_, material) => void (material['emissiveFactor'] = [0, 0, 0.2])),
  ),
  drawn(
    'blending',
    square((file, material) => {
      pbr({ baseColorFactor: [1, 1, 1, 0.2] })(file, material);
      material['alphaMode'] = 'BLEND';
    }),
  ),
  drawn(
    'masking',
    square((file, material) => {
      pbr({ baseColorFactor: [1, 1, 1, 1], baseColorTexture: { index: file.texture(WEBP, 'image/webp') } })(
        file,
        material,
      );
      Object.assign(material, { alphaMode: 'MASK', alphaCutoff: 0.5 });
    }),
    square((file, material) =>
      pbr({ baseColorTexture: { index: file.texture(WEBP, 'image/webp') } })(file, material),
    ),
  ),
  drawn(
    'double sided',
    square((file, material) => {
      material['doubleSided'] = true;
      file.json.nodes[0]!['rotation'] = [0, 1, 0, 0];
    }),
    square((file) => void (file.json.nodes[0]!['rotation'] = [0, 1, 0, 0])),
  ),
  drawn('KHR_materials_unlit', extended('KHR_materials_unlit', {})),
  drawn(
    'KHR_materials_pbrSpecularGlossiness',
    extended('KHR_materials_pbrSpecularGlossiness', {
      diffuseFactor: [0, 0.6, 0, 1],
      specularFactor: [0.04, 0.04, 0.04],
      glossinessFactor: 0.2,
    }),
  ),
  drawn(
    'textures of KHR_materials_pbrSpecularGlossiness',
    square((file, material) => {
      file.json.extensionsUsed.push('KHR_materials_pbrSpecularGlossiness');
      material['extensions'] = {
        KHR_materials_pbrSpecularGlossiness: {
          diffuseFactor: [1, 1, 1, 1],
          diffuseTexture: texture(file),
          specularGlossinessTexture: texture(file),
        },
      };
    }),
  ),
  drawn(
    'KHR_materials_variants',
    square((file, _, primitive) => {
      file.json.extensionsUsed.push('KHR_materials_variants');
      file.json.materials.push({ pbrMetallicRoughness: { baseColorFactor: [0, 0, 1, 1] } });
      Object.assign(file.json, { extensions: { KHR_materials_variants: { variants: [{ name: 'Blue' }] } } });
      primitive['extensions'] = { KHR_materials_variants: { mappings: [{ material: 1, variants: [0] }] } };
    }),
    plain,
    { hash: '#variant=Blue' },
  ),
  { ...warned('a variant that there is not', plain, 'variant Blue'), hash: '#variant=Blue' },
  ...(
    [
      ['clearcoat', { clearcoatFactor: 1 }],
      ['sheen', { sheenColorFactor: [1, 0, 0] }],
      ['transmission', { transmissionFactor: 1 }],
      ['diffuse_transmission', { diffuseTransmissionFactor: 1 }],
      ['volume', { thicknessFactor: 1 }],
      ['ior', { ior: 2 }],
      ['specular', { specularFactor: 0.2 }],
      ['iridescence', { iridescenceFactor: 1 }],
      ['anisotropy', { anisotropyStrength: 1 }],
      ['dispersion', { dispersion: 1 }],
    ] as const
  ).map(([name, value]) => warned(`KHR_materials_${name}`, extended(`KHR_materials_${name}`, value))),
];

const pictures: Feature[] = [
  drawn(
    'texture coordinates 1',
    square((file, material, primitive) => {
      primitive.attributes['TEXCOORD_1'] = file.accessor(new Float32Array(8), 'VEC2');
      pbr({ baseColorTexture: texture(file, { texCoord: 1 }) })(file, material);
    }),
    square((file, material) => pbr({ baseColorTexture: texture(file) })(file, material)),
  ),
  drawn(
    'KHR_texture_transform',
    square((file, material) => {
      file.json.extensionsUsed.push('KHR_texture_transform');
      const extensions = { KHR_texture_transform: { scale: [4, 4], offset: [0.3, 0] } };
      pbr({ baseColorTexture: texture(file, { extensions }) })(file, material);
    }),
    square((file, material) => pbr({ baseColorTexture: texture(file) })(file, material)),
  ),
  ...(
    [
      ['wrapping of a texture', { wrapS: 33071, wrapT: 33648 }],
      ['filter of a texture', { magFilter: 9728, minFilter: 9728 }],
    ] as const
  ).map(([name, sampler]) => {
    const make = (given?: Json) =>
      square((file, material, primitive) => {
        primitive.attributes['TEXCOORD_0'] = file.accessor(
          SQUARE.uv.map((value) => value * 3),
          'VEC2',
        );
        pbr({ baseColorTexture: { index: file.texture(PNG, 'image/png', given) } })(file, material);
      });
    return drawn(name, make(sampler), make());
  }),
  drawn(
    'a picture beside the file',
    square((file, material) =>
      pbr({ baseColorTexture: { index: file.texture({ uri: 'picture.png' }) } })(file, material),
    ),
  ),
  warned(
    'a picture that is not there',
    square((file, material) =>
      pbr({ baseColorTexture: { index: file.texture({ uri: 'absent.png' }) } })(file, material),
    ),
    'image absent.png',
  ),
  ...(
    [
      ['EXT_texture_webp', WEBP, 'image/webp'],
      ['EXT_texture_avif', AVIF, 'image/avif'],
      ['KHR_texture_basisu', plainKtx2([200, 40, 60]), 'image/ktx2'],
    ] as const
  ).map(([name, bytes, type]) =>
    drawn(
      name,
      square((file, material) => {
        file.json.extensionsUsed.push(name);
        const index = file.texture(bytes, type);
        const { source } = file.json.textures[index]!;
        file.json.textures[index] = { extensions: { [name]: { source } } };
        // For any colour, one of the two changes with it.
        Object.assign(material, { emissiveFactor: [1, 1, 1], emissiveTexture: { index } });
        pbr({ baseColorTexture: { index } })(file, material);
      }),
    ),
  ),
];

/** A clip with one channel, from 0 to a tenth of a second. */
const clip = (path: string, interpolation: string, values: number[], size: string) =>
  square((file) => {
    const input = file.accessor(Float32Array.of(0, 0.1), 'SCALAR', { min: [0], max: [0.1] });
    const output = file.accessor(Float32Array.from(values), size);
    file.json.animations.push({
      name: 'move',
      channels: [{ sampler: 0, target: { node: 0, path } }],
      samplers: [{ input, output, interpolation }],
    });
  });

const morphed = (weight: number, attributes: readonly string[] = ['POSITION']) =>
  square((file, _, primitive) => {
    const target = Object.fromEntries(
      attributes.map((name) => [
        name,
        file.accessor(
          Float32Array.from({ length: 12 }, (__, i) => (i === 7 ? -3 : 0)),
          'VEC3',
        ),
      ]),
    );
    primitive['targets'] = [target];
    file.json.meshes[0]!['weights'] = [weight];
  });

const motion: Feature[] = [
  ...(
    [
      ['translation, linear', clip('translation', 'LINEAR', [0, 0, 0, 2, 1, 0], 'VEC3')],
      [
        'rotation, in steps',
        clip('rotation', 'STEP', [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2], 'VEC4'),
      ],
      [
        'scale, cubic spline',
        clip('scale', 'CUBICSPLINE', [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0.3, 0.3, 0.3, 0, 0, 0], 'VEC3'),
      ],
    ] as const
  ).map(([name, file]) => drawn(`animation of ${name}`, file, plain, { clip: 'move' })),
  drawn(
    'animation of weights',
    () => {
      const file = morphed(0)();
      const input = file.accessor(Float32Array.of(0, 0.1), 'SCALAR');
      const output = file.accessor(Float32Array.of(0, 1), 'SCALAR');
      file.json.animations.push({
        name: 'move',
        channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }],
        samplers: [{ input, output }],
      });
      return file;
    },
    plain,
    { clip: 'move' },
  ),
  warned(
    'KHR_animation_pointer',
    square((file) => {
      file.json.extensionsUsed.push('KHR_animation_pointer');
      const input = file.accessor(Float32Array.of(0, 1), 'SCALAR');
      const extensions = { KHR_animation_pointer: { pointer: '/materials/0/emissiveFactor' } };
      file.json.animations.push({
        channels: [{ sampler: 0, target: { path: 'pointer', extensions } }],
        samplers: [{ input, output: input }],
      });
    }),
  ),
  drawn('morph targets', morphed(1)),
  ...(['TANGENT', 'COLOR_0', 'TEXCOORD_0'] as const).map((name) =>
    warned(`morph target ${name}`, morphed(1, ['POSITION', name])),
  ),
  drawn(
    'skin',
    square((file, _, primitive) => {
      primitive.attributes['JOINTS_0'] = file.accessor(new Uint8Array(16), 'VEC4');
      primitive.attributes['WEIGHTS_0'] = file.accessor(
        Float32Array.from({ length: 16 }, (__, i) => (i % 4 === 0 ? 1 : 0)),
        'VEC4',
      );
      file.json.scenes = [{ nodes: [0, 1] }];
      file.json.nodes[0]!['skin'] = 0;
      file.json.nodes.push({ translation: [3, 0, 0] });
      file.json.skins.push({ joints: [1] });
    }),
  ),
];

const rest: Feature[] = [
  warned(
    'cameras',
    square((file) => {
      file.json.cameras.push({ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } });
      file.json.nodes[0]!['camera'] = 0;
    }),
  ),
  ...(['KHR_lights_punctual', 'KHR_node_visibility', 'MSFT_lod', 'EXT_lights_image_based'] as const).map(
    (name) =>
      warned(
        name,
        square((file) => {
          file.json.extensionsUsed.push(name);
          file.json.nodes[0]!['extensions'] = { [name]: {} };
        }),
      ),
  ),
  {
    name: 'an extension that the file requires and nobody knows',
    file: square((file) => Object.assign(file.json, { extensionsRequired: ['FARM_unknown'] })),
    refused: 'model-unsupported',
  },
];

export const FEATURES: readonly Feature[] = [...geometry, ...materials, ...pictures, ...motion, ...rest];
