import { type BoxIndex, buildBoxIndex } from './box-index.ts';
import { MapError } from './faults.ts';
import type { CoarseRegions } from './coarse-regions.ts';
import {
  type FlatRegions,
  type RegionMapContent,
  type RegionStats,
  ROW_VERTICES,
  vertexOwners,
} from './flat-regions.ts';
import { isSameSpec, type ProjectionSpec } from './projection.ts';

/*
 * A region pack: the flat arrays of a map in their memory layout, behind a JSON header. A reader creates views of the
 * buffer (and numbers the vertices); nothing is parsed, projected, triangulated or copied. A pack contains one projection,
 * and the coarse map of a large one.
 *
 *   bytes 0–3   "F3RP"      4–7  version      8–11  length of the header      12…  header, UTF-8
 *   then the arrays, each at a multiple of 8 bytes, little-endian
 */

const MAGIC = 0x50_52_33_46;
const VERSION = 2;
const ALIGNMENT = 8;

type ArrayKind = 'f32' | 'f64' | 'u16' | 'u32';

/** Order and type of the sections of a pack. */
const SECTIONS = {
  positions: 'f32',
  indices: 'u32',
  regionVertices: 'u32',
  regionIndices: 'u32',
  ringStarts: 'u32',
  polygonStarts: 'u32',
  regionStarts: 'u32',
  polygonBoxes: 'f32',
  centers: 'f64',
  anchors: 'f32',
  regionBoxes: 'f32',
  indexBoxes: 'f32',
  indexTargets: 'u32',
  indexLevelEnds: 'u32',
  coarsePositions: 'f32',
  coarseVertexRegion: 'u16',
  coarseIndices: 'u32',
  coarseRegionVertices: 'u32',
  coarseRegionIndices: 'u32',
} as const satisfies Record<string, ArrayKind>;

type SectionName = keyof typeof SECTIONS;

/** The number of elements of these sections is padded to a multiple of this. */
const PADDING_MULTIPLES: Partial<Record<SectionName, number>> = {
  positions: ROW_VERTICES * 2,
  coarsePositions: ROW_VERTICES * 2,
  coarseVertexRegion: ROW_VERTICES,
};

const BYTES: Record<ArrayKind, number> = { f32: 4, f64: 8, u16: 2, u32: 4 };

interface Header {
  readonly projection: ProjectionSpec;
  readonly origin: readonly [number, number];
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly propertiesTexts: readonly string[];
  readonly stats: RegionStats;
  /** Side of a cell of the simplified map; 0 if there is none. */
  readonly coarseCell: number;
  /** Offset from the end of the header (aligned) and number of elements. */
  readonly sections: Readonly<Record<SectionName, readonly [number, number]>>;
}

export interface PackedMap extends RegionMapContent {
  readonly index: BoxIndex;
  readonly coarse: CoarseRegions | null;
}

/** Whether the bytes start with the signature of a region pack. */
export function isRegionPack(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && view(bytes).getUint32(0, true) === MAGIC;
}

export function writeRegionPack(
  { flat, stats }: RegionMapContent,
  coarse: CoarseRegions | null,
  projection: ProjectionSpec,
): Uint8Array<ArrayBuffer> {
  const index = buildBoxIndex(flat.polygonBoxes);
  const arrays: Record<SectionName, Float32Array | Float64Array | Uint16Array | Uint32Array> = {
    ...flat,
    indexBoxes: index.boxes,
    indexTargets: index.targets,
    indexLevelEnds: index.levelEnds,
    coarsePositions: coarse?.positions ?? new Float32Array(),
    coarseVertexRegion: coarse?.vertexRegion ?? new Uint16Array(),
    coarseIndices: coarse?.indices ?? new Uint32Array(),
    coarseRegionVertices: coarse?.regionVertices ?? new Uint32Array(),
    coarseRegionIndices: coarse?.regionIndices ?? new Uint32Array(),
  };
  const sections = {} as Record<SectionName, readonly [number, number]>;
  let size = 0;
  for (const name of Object.keys(SECTIONS) as SectionName[]) {
    sections[name] = [size, arrays[name].length];
    size = align(size + paddedBytes(name, arrays[name].length));
  }
  const { origin, ids, names, propertiesTexts } = flat;
  const header: Header = {
    projection,
    origin,
    ids,
    names,
    propertiesTexts,
    stats,
    coarseCell: coarse?.cell ?? 0,
    sections,
  };
  const headerBytes = new TextEncoder().encode(JSON.stringify(header));
  const start = align(12 + headerBytes.length);
  const bytes = new Uint8Array(start + size);
  const data = view(bytes);
  data.setUint32(0, MAGIC, true);
  data.setUint32(4, VERSION, true);
  data.setUint32(8, headerBytes.length, true);
  bytes.set(headerBytes, 12);
  for (const name of Object.keys(SECTIONS) as SectionName[]) {
    const array = arrays[name];
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + sections[name][0]);
  }
  return bytes;
}

/** The projection of a pack. @throws MapError `invalid-pack` */
export function projectionOfPack(bytes: Uint8Array): ProjectionSpec {
  if (!isRegionPack(bytes)) throw new MapError('invalid-pack', 'it does not begin as one');
  const version = view(bytes).getUint32(4, true);
  if (version !== VERSION) throw new MapError('invalid-pack', `version ${version}`);
  return readHeader(bytes.subarray(12, 12 + view(bytes).getUint32(8, true))).projection;
}

/**
 * The map in a pack; its arrays are views of the pack's buffer.
 * @param projection of the map; a pack for another one is rejected
 * @throws MapError `invalid-pack` or `other-projection`
 */
export function readRegionPack(bytes: Uint8Array<ArrayBuffer>, projection: ProjectionSpec | null): PackedMap {
  projectionOfPack(bytes);
  const headerLength = view(bytes).getUint32(8, true);
  const start = align(12 + headerLength);
  const header = readHeader(bytes.subarray(12, 12 + headerLength));
  if (!projection || !isSameSpec(header.projection, projection)) {
    throw new MapError('other-projection', `made for ${header.projection.kind}`);
  }
  // Typed arrays need an aligned offset: copy the pack if it is not aligned.
  const isAligned = bytes.byteOffset % ALIGNMENT === 0;
  const buffer = isAligned ? bytes.buffer : bytes.slice().buffer;
  const base = (isAligned ? bytes.byteOffset : 0) + start;
  const limit = bytes.length - start;
  const section = <A>(name: SectionName, make: new (b: ArrayBuffer, at: number, n: number) => A): A => {
    const [offset, length] = header.sections[name];
    const isWithin = offset >= 0 && length >= 0 && offset + paddedBytes(name, length) <= limit;
    if (!isWithin) throw new MapError('invalid-pack', `${name} is cut off`);
    return new make(buffer, base + offset, length);
  };
  const positions = section('positions', Float32Array<ArrayBuffer>);
  const regionVertices = section('regionVertices', Uint32Array<ArrayBuffer>);
  const ringStarts = section('ringStarts', Uint32Array<ArrayBuffer>);
  const flat: FlatRegions = {
    // Computing it is faster than reading it.
    vertexRegion: vertexOwners(positions.length / 2, regionVertices, ringStarts),
    origin: header.origin,
    ids: header.ids,
    names: header.names,
    propertiesTexts: header.propertiesTexts,
    positions,
    indices: section('indices', Uint32Array<ArrayBuffer>),
    regionVertices,
    regionIndices: section('regionIndices', Uint32Array<ArrayBuffer>),
    ringStarts,
    polygonStarts: section('polygonStarts', Uint32Array<ArrayBuffer>),
    regionStarts: section('regionStarts', Uint32Array<ArrayBuffer>),
    polygonBoxes: section('polygonBoxes', Float32Array<ArrayBuffer>),
    centers: section('centers', Float64Array<ArrayBuffer>),
    anchors: section('anchors', Float32Array<ArrayBuffer>),
    regionBoxes: section('regionBoxes', Float32Array<ArrayBuffer>),
  };
  const index: BoxIndex = {
    boxes: section('indexBoxes', Float32Array<ArrayBuffer>),
    targets: section('indexTargets', Uint32Array<ArrayBuffer>),
    levelEnds: section('indexLevelEnds', Uint32Array<ArrayBuffer>),
  };
  const coarse: CoarseRegions | null =
    header.coarseCell > 0
      ? {
          cell: header.coarseCell,
          positions: section('coarsePositions', Float32Array<ArrayBuffer>),
          vertexRegion: section('coarseVertexRegion', Uint16Array<ArrayBuffer>),
          indices: section('coarseIndices', Uint32Array<ArrayBuffer>),
          regionVertices: section('coarseRegionVertices', Uint32Array<ArrayBuffer>),
          regionIndices: section('coarseRegionIndices', Uint32Array<ArrayBuffer>),
        }
      : null;
  return { flat, index, coarse, stats: header.stats };
}

function readHeader(bytes: Uint8Array): Header {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Header;
  } catch (error) {
    throw new MapError('invalid-pack', `its header cannot be read: ${String(error)}`);
  }
}

/** Bytes of a section with its padding. */
function paddedBytes(name: SectionName, length: number): number {
  const multiple = PADDING_MULTIPLES[name] ?? 1;
  return Math.ceil(length / multiple) * multiple * BYTES[SECTIONS[name]];
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
