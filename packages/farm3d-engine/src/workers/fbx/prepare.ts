import { tooMuch } from './faults.ts';
import {
  arrayOf,
  child,
  type FbxNode,
  type FbxTree,
  numberAt,
  propertyValues,
  text,
  textAt,
} from './fbx-tree.ts';
import { MAX_CORNERS, MAX_CURVE_TRAVEL } from './limits.ts';

/** An image in or beside the file. */
export interface FbxImage {
  /** Embedded bytes, or null. */
  readonly content: Uint8Array<ArrayBuffer> | null;
  /** File name without folders, which are those of the author's machine. */
  readonly fileName: string;
}

/** Settings of the file, and its tree in a form that three's reader (0.187) accepts. */
export interface PreparedFbx {
  readonly nodes: readonly FbxNode[];
  readonly images: readonly FbxImage[];
  /** Unit of the file, metres. */
  readonly metresPerUnit: number;
  /** Up axis; 0: X, 1: Y, 2: Z. */
  readonly upAxis: number;
}

/** Prefix of texture names for three, followed by the index of the image. */
export const IMAGE_PREFIX = 'farm3d-image-';

const CENTIMETRES = 100;

/** @throws FarmError `model-too-large` */
export function prepare({ nodes }: FbxTree): PreparedFbx {
  const settings = nodes.find(({ name }) => name === 'GlobalSettings');
  const objects = nodes.find(({ name }) => name === 'Objects') ?? {
    name: 'Objects',
    properties: [],
    children: [],
  };
  const unit = numberAt(propertyValues(settings, 'UnitScaleFactor'), 4);
  const upAxis = numberAt(propertyValues(settings, 'UpAxis'), 4) ?? 1;
  const images: FbxImage[] = [];
  const connected = connectedIds(nodes);
  let corners = 0;
  for (const object of objects.children) {
    stripClass(object);
    if (object.name === 'Video') prepareImage(object, images);
    else if (object.name === 'Texture' && !child(object, 'FileName'))
      object.children.push({ name: 'FileName', properties: [text('')], children: [] });
    else if (object.name === 'AnimationCurve') clampCurve(object);
    else if (object.name === 'Material' && !child(object, 'ShadingModel'))
      object.children.push({ name: 'ShadingModel', properties: [text('phong')], children: [] });
    else if (object.name === 'Geometry') {
      corners += bytesOf(child(object, 'PolygonVertexIndex')) / 4;
      repairLayers(object);
    }
  }
  if (corners > MAX_CORNERS) throw tooMuch('corners', MAX_CORNERS);
  // three reads the connections of each of these without checking whether there are any.
  objects.children = objects.children.filter(
    (object) =>
      !['Texture', 'Model', 'Deformer', 'Geometry', 'AnimationCurve', 'AnimationCurveNode'].includes(
        object.name,
      ) || connected.has(numberAt(object, 0) ?? Number.NaN),
  );
  const connections = nodes.filter(({ name }) => name === 'Connections');
  return {
    // Without GlobalSettings: unit and axis are applied here to the root (three rotates the outermost node).
    nodes: [objects, ...connections],
    images,
    metresPerUnit: (unit !== undefined && unit > 0 && Number.isFinite(unit) ? unit : 1) / CENTIMETRES,
    upAxis,
  };
}

/** Values of a layer of vertices, and where three looks for the indices. */
const LAYERS: Readonly<Record<string, { readonly values: string; readonly indices: readonly string[] }>> = {
  LayerElementColor: { values: 'Colors', indices: ['ColorIndex'] },
  LayerElementNormal: { values: 'Normals', indices: ['NormalIndex', 'NormalsIndex'] },
  LayerElementUV: { values: 'UV', indices: ['UVIndex'] },
  LayerElementMaterial: { values: 'Materials', indices: [] },
};

/** A layer that declares indices without having them is direct; a layer without values is removed. */
function repairLayers(geometry: FbxNode): void {
  geometry.children = geometry.children.filter((layer) => {
    const known = LAYERS[layer.name];
    if (!known) return true;
    const isAllSame = textAt(child(layer, 'MappingInformationType'), 0) === 'NoMappingInformation';
    if (!child(layer, known.values)) return isAllSame;
    const reference = child(layer, 'ReferenceInformationType');
    const isIndexed = textAt(reference, 0) === 'IndexToDirect';
    if (
      reference &&
      isIndexed &&
      known.indices.length > 0 &&
      !known.indices.some((name) => child(layer, name))
    )
      reference.properties = [text('Direct')];
    return true;
  });
}

function connectedIds(nodes: readonly FbxNode[]): Set<number> {
  const ids = new Set<number>();
  for (const { name, children } of nodes) {
    if (name !== 'Connections') continue;
    for (const entry of children) ids.add(numberAt(entry, 1) ?? 0).add(numberAt(entry, 2) ?? 0);
  }
  return ids;
}

/** Text files have `Model::Cube`; binary ones `Cube` and the class after a zero byte. */
function stripClass(object: FbxNode): void {
  const name = textAt(object, 1);
  if (name !== undefined && /^\w+::/.test(name)) object.properties[1] = text(name.replace(/^\w+::/, ''));
}

function prepareImage(video: FbxNode, images: FbxImage[]): void {
  const pieces = (child(video, 'Content')?.properties ?? []).flatMap((property) =>
    property.code === 'R' ? [property.bytes] : [],
  );
  const content = pieces.length > 0 ? joined(pieces) : null;
  const path = textAt(child(video, 'RelativeFilename'), 0) ?? textAt(child(video, 'Filename'), 0) ?? '';
  const id = images.push({
    content: content && content.byteLength > 0 ? content : null,
    fileName: path.split(/[\\/]/).at(-1)!,
  });
  const fileName = { name: 'RelativeFilename', properties: [text(`${IMAGE_PREFIX}${id - 1}`)], children: [] };
  const dropped = new Set(['Content', 'RelativeFilename', 'Filename']);
  video.children = [...video.children.filter(({ name }) => !dropped.has(name)), fileName];
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}

/** A curve with an excessive or invalid total change becomes constant. See MAX_CURVE_TRAVEL. */
function clampCurve(curve: FbxNode): void {
  const keys = child(curve, 'KeyValueFloat');
  const values = arrayOf(keys);
  if (!keys || !values) return;
  let travel = 0;
  for (let i = 1; i < values.length; i++) travel += Math.abs(values[i]! - values[i - 1]!);
  if (travel <= MAX_CURVE_TRAVEL) return;
  keys.properties = [{ code: 'f', bytes: new Uint8Array(values.length * 4) }];
}

function bytesOf(node: FbxNode | undefined): number {
  const property = node?.properties[0];
  return property && 'bytes' in property ? property.bytes.byteLength : 0;
}
