import { Document, type Material, type Node, NodeIO } from '@gltf-transform/core';

// Small animated models of one box or a few, whose expected frames are easy to describe.

type Triple = readonly [number, number, number];

/** Corners of the box from `low` to `high`, four for each side, with normals. */
function box(low: Triple, high: Triple): { position: number[]; normal: number[]; index: number[] } {
  const position: number[] = [];
  const normal: number[] = [];
  const index: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const isHigh of [false, true]) {
      const first = position.length / 3;
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const) {
        const point = [0, 0, 0];
        point[axis] = isHigh ? high[axis]! : low[axis]!;
        const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
        point[a] = u ? high[a]! : low[a]!;
        point[b] = v ? high[b]! : low[b]!;
        position.push(...point);
        const away = [0, 0, 0];
        away[axis] = isHigh ? 1 : -1;
        normal.push(...away);
      }
      const corners = isHigh ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
      index.push(...corners.map((corner) => first + corner));
    }
  }
  return { position, normal, index };
}

/** A glTF document with helpers for the models here. */
class ModelBuilder {
  readonly document = new Document();
  readonly #buffer = this.document.createBuffer();
  readonly scene = this.document.createScene();

  accessor(type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', values: readonly number[], isWhole = false) {
    const array = isWhole ? Uint16Array.from(values) : Float32Array.from(values);
    return this.document.createAccessor().setType(type).setArray(array).setBuffer(this.#buffer);
  }

  material(name: string, color: Triple, alpha = 1): Material {
    return this.document
      .createMaterial(name)
      .setBaseColorFactor([...color, alpha])
      .setAlphaMode(alpha < 1 ? 'BLEND' : 'OPAQUE')
      .setRoughnessFactor(0.8)
      .setMetallicFactor(0);
  }

  primitive(low: Triple, high: Triple, material: Material) {
    const { position, normal, index } = box(low, high);
    return this.document
      .createPrimitive()
      .setAttribute('POSITION', this.accessor('VEC3', position))
      .setAttribute('NORMAL', this.accessor('VEC3', normal))
      .setIndices(this.accessor('SCALAR', index, true))
      .setMaterial(material);
  }

  block(name: string, low: Triple, high: Triple, material: Material): Node {
    const mesh = this.document.createMesh().addPrimitive(this.primitive(low, high, material));
    return this.document.createNode(name).setMesh(mesh);
  }

  clip(
    name: string,
    node: Node,
    path: 'rotation' | 'weights',
    times: readonly number[],
    values: readonly number[],
  ): void {
    const sampler = this.document
      .createAnimationSampler()
      .setInput(this.accessor('SCALAR', times))
      .setOutput(this.accessor(path === 'weights' ? 'SCALAR' : 'VEC4', values))
      .setInterpolation('LINEAR');
    const channel = this.document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath(path)
      .setSampler(sampler);
    this.document.createAnimation(name).addSampler(sampler).addChannel(channel);
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    return await new NodeIO().writeBinary(this.document);
  }
}

/**
 * A pole of 0.4 × 2 × 0.4 m with two joints. Its clip `bend` bends the upper metre to the side (−x) within a
 * second and holds it for another.
 */
export async function skinnedModel(): Promise<Uint8Array<ArrayBuffer>> {
  const shop = new ModelBuilder();
  const { document } = shop;
  const red = shop.material('red', [0.8, 0, 0]);
  const lower = shop.primitive([-0.2, 0, -0.2], [0.2, 1, 0.2], red);
  const upper = shop.primitive([-0.2, 1, -0.2], [0.2, 2, 0.2], red);
  for (const [joint, primitive] of [lower, upper].entries()) {
    const count = primitive.getAttribute('POSITION')!.getCount();
    const joints = Array.from({ length: count }, () => [joint, 0, 0, 0]).flat();
    const weights = Array.from({ length: count }, () => [1, 0, 0, 0]).flat();
    primitive.setAttribute('JOINTS_0', shop.accessor('VEC4', joints, true));
    primitive.setAttribute('WEIGHTS_0', shop.accessor('VEC4', weights));
  }
  const tip = document.createNode('tip').setTranslation([0, 1, 0]);
  const foot = document.createNode('foot').addChild(tip);
  const one = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const skin = document
    .createSkin('bones')
    .addJoint(foot)
    .addJoint(tip)
    .setInverseBindMatrices(shop.accessor('MAT4', [...one, 0, 0, 0, 1, ...one, 0, -1, 0, 1]));
  const mesh = document.createMesh().addPrimitive(lower).addPrimitive(upper);
  shop.scene.addChild(foot).addChild(document.createNode('pole').setMesh(mesh).setSkin(skin));
  const half = Math.SQRT1_2;
  shop.clip('bend', tip, 'rotation', [0, 1, 2], [0, 0, 0, 1, 0, 0, half, half, 0, 0, half, half]);
  return shop.finish();
}

/** A block of 0.6 m; its clip `swell` widens it to 1.8 m (along x) within a second and holds it for another. */
export async function morphingModel(): Promise<Uint8Array<ArrayBuffer>> {
  const shop = new ModelBuilder();
  const { document } = shop;
  const primitive = shop.primitive([-0.3, 0, -0.3], [0.3, 0.6, 0.3], shop.material('blue', [0, 0, 0.8]));
  const position = primitive.getAttribute('POSITION')!.getArray()!;
  const wider = Array.from(position, (value, i) => (i % 3 === 0 ? value * 2 : 0));
  primitive.addTarget(
    document.createPrimitiveTarget('wide').setAttribute('POSITION', shop.accessor('VEC3', wider)),
  );
  const mesh = document.createMesh().addPrimitive(primitive).setWeights([0]);
  const node = document.createNode('block').setMesh(mesh);
  shop.scene.addChild(node);
  shop.clip('swell', node, 'weights', [0, 1, 2], [0, 1, 1]);
  return shop.finish();
}

/** A stand with a blade (`spin_blade`, 1.6 m, no clip), a lamp (`glow_lamp`) and a transparent pane. */
export async function fanModel(): Promise<Uint8Array<ArrayBuffer>> {
  const shop = new ModelBuilder();
  const grey = shop.material('grey', [0.4, 0.4, 0.4]);
  const blade = shop.material('blade', [0.8, 0, 0]);
  const lamp = shop.material('lamp', [1, 0.7, 0.3]);
  const pane = shop.material('pane', [0.6, 0.8, 1], 0.3);
  shop.scene
    .addChild(shop.block('stand', [-0.1, 0, -0.1], [0.1, 1, 0.1], grey))
    .addChild(shop.block('spin_blade', [-0.8, 1.02, -0.12], [0.8, 1.1, 0.12], blade))
    .addChild(shop.block('glow_lamp', [-0.15, 0.5, 0.1], [0.15, 0.8, 0.3], lamp))
    .addChild(shop.block('pane', [-0.4, 0, 0.35], [0.4, 0.4, 0.4], pane));
  return shop.finish();
}

/** A cube of one metre in one colour: a level of detail that is recognised by its colour. */
export async function blockModel(color: Triple): Promise<Uint8Array<ArrayBuffer>> {
  const shop = new ModelBuilder();
  shop.scene.addChild(shop.block('block', [-0.5, 0, -0.5], [0.5, 1, 0.5], shop.material('paint', color)));
  return shop.finish();
}
