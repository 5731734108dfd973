import { Growable } from './growable.ts';
import { MapError } from './faults.ts';

/**
 * Reads GeoJSON directly from bytes. JSON.parse creates an array per position, which took half of the time for a country's
 * counties. Coordinates are parsed into flat arrays here; everything else uses JSON.parse.
 */

/** Flat coordinates of one geometry. Valid until the next feature is read. */
export interface RawCoordinates {
  /** Longitude, latitude, …, degrees. */
  readonly positions: Float64Array;
  /** Of no meaning where `depth` is -1. */
  readonly positionCount: number;
  /** End of each ring, in positions. */
  readonly ringEnds: readonly number[];
  /** End of each polygon, in rings. */
  readonly polygonEnds: readonly number[];
  /** Nesting: 1 position, 2 line or ring, 3 polygon, 4 multipolygon; 0 empty; -1 uneven or not numbers. */
  readonly depth: number;
}

export interface RawGeometry {
  readonly type: unknown;
  /** null if there are none. */
  readonly coordinates: RawCoordinates | null;
}

export interface RawFeature {
  readonly index: number;
  /** false: not an object, or not of type Feature. */
  readonly isFeature: boolean;
  readonly id: unknown;
  /** Properties as JSON text; 'null' if there are none. */
  readonly propertiesText: string;
  readonly properties: Readonly<Record<string, unknown>> | null;
  /** null, or undefined if the key is missing or not an object. */
  readonly geometry: RawGeometry | null | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Powers of ten that a double represents exactly: a mantissa of up to 15 digits divided by one is rounded correctly. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);
/** Beyond 15 digits the mantissa is rounded: the error is below 1e-13 degrees. */
const MAX_DIGITS = 22;

const GEOMETRIES = new Set<unknown>([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

/**
 * Reads a GeoJSON document feature by feature: a FeatureCollection, a Feature or a geometry.
 * @throws MapError `invalid-json`, `not-geojson` or `topojson`, during the iteration
 */
export class GeoJsonReader {
  readonly #bytes: Uint8Array;
  readonly #decoder = new TextDecoder();
  readonly #positions = new Growable((length) => new Float64Array(length));
  #ringEnds: number[] = [];
  #polygonEnds: number[] = [];
  #at = 0;
  /** The last value. */
  #value: unknown;

  constructor(bytes: Uint8Array) {
    this.#bytes = toUtf8(bytes);
  }

  get sizeBytes(): number {
    return this.#bytes.length;
  }

  /** Read position, bytes. */
  get offsetBytes(): number {
    return this.#at;
  }

  *features(): Generator<RawFeature, void, undefined> {
    let index = 0;
    let type: unknown;
    let hasFeatures = false;
    let geometry: RawGeometry | null | undefined;
    let coordinates: RawCoordinates | null = null;
    let propertiesText = 'null';
    let properties: unknown = null;
    let id: unknown;
    if (this.#peek() !== OPEN_OBJECT) {
      this.#readValueText();
      this.#expectEnd();
      throw new MapError('not-geojson', 'the root is not an object');
    }
    for (const key of this.#members()) {
      if (key === 'type') {
        type = this.#readValue();
        if (type === 'Topology') throw new MapError('topojson', 'type is Topology');
      } else if (key === 'features' && this.#peek() === OPEN_ARRAY) {
        hasFeatures = true;
        for (const _ of this.#elements()) yield this.#readFeature(index++);
      } else if (key === 'geometry') geometry = this.#readGeometry();
      else if (key === 'coordinates') coordinates = this.#readCoordinates();
      else if (key === 'properties') {
        propertiesText = this.#readValueText();
        properties = this.#value;
      } else if (key === 'id') id = this.#readValue();
      else this.#readValueText();
    }
    this.#expectEnd();
    if (type === 'FeatureCollection') {
      if (!hasFeatures) throw new MapError('not-geojson', 'a FeatureCollection without features');
    } else if (type === 'Feature') yield feature(index, true, id, propertiesText, properties, geometry);
    else if (GEOMETRIES.has(type)) {
      yield feature(index, true, undefined, 'null', null, { type, coordinates });
    } else throw new MapError('not-geojson', `type is ${JSON.stringify(type) ?? 'missing'}`);
  }

  #readFeature(index: number): RawFeature {
    if (this.#peek() !== OPEN_OBJECT) {
      this.#readValueText();
      return feature(index, false, undefined, 'null', null, undefined);
    }
    let type: unknown;
    let id: unknown;
    let propertiesText = 'null';
    let properties: unknown = null;
    let geometry: RawGeometry | null | undefined;
    for (const key of this.#members()) {
      if (key === 'type') type = this.#readValue();
      else if (key === 'id') id = this.#readValue();
      else if (key === 'properties') {
        propertiesText = this.#readValueText();
        properties = this.#value;
      } else if (key === 'geometry') geometry = this.#readGeometry();
      else this.#readValueText();
    }
    return feature(index, type === 'Feature', id, propertiesText, properties, geometry);
  }

  #readGeometry(): RawGeometry | null | undefined {
    if (this.#peek() !== OPEN_OBJECT) return this.#readValue() === null ? null : undefined;
    let type: unknown;
    let coordinates: RawCoordinates | null = null;
    for (const key of this.#members()) {
      if (key === 'type') type = this.#readValue();
      else if (key === 'coordinates') coordinates = this.#readCoordinates();
      else this.#readValueText();
    }
    return { type, coordinates };
  }

  #readCoordinates(): RawCoordinates {
    this.#positions.length = 0;
    this.#ringEnds = [];
    this.#polygonEnds = [];
    const depth = this.#peek() === OPEN_ARRAY ? this.#readArray() : (this.#readValueText(), -1);
    return {
      positions: this.#positions.array,
      positionCount: this.#positions.length / 2,
      ringEnds: this.#ringEnds,
      polygonEnds: this.#polygonEnds,
      depth,
    };
  }

  /** @returns nesting depth of the array, see RawCoordinates */
  #readArray(): number {
    this.#at++;
    let first = this.#peek();
    if (first === CLOSE_ARRAY) {
      this.#at++;
      return 0;
    }
    if (first !== OPEN_ARRAY) return this.#readPosition();
    let inner = 0;
    for (;;) {
      const depth = first === OPEN_ARRAY ? this.#readArray() : (this.#readValueText(), -1);
      if (inner === 0) inner = depth;
      else if (depth !== inner && depth !== 0) inner = -1;
      const next = this.#peek();
      this.#at++;
      if (next === CLOSE_ARRAY) break;
      if (next !== COMMA) this.#fail();
      first = this.#peek();
    }
    if (inner === -1) return -1;
    if (inner === 1) this.#ringEnds.push(this.#positions.length / 2);
    else if (inner === 2) this.#polygonEnds.push(this.#ringEnds.length);
    return inner + 1;
  }

  /** Reads the numbers of one position, after its bracket. */
  #readPosition(): number {
    const positions = this.#positions;
    let count = 0;
    let isGood = true;
    for (;;) {
      const start = this.#peek();
      if (start === MINUS || (start >= ZERO && start <= NINE)) {
        const value = this.#readNumber();
        if (count < 2) positions.push(value);
      } else {
        isGood = false;
        this.#readValueText();
      }
      count++;
      const next = this.#peek();
      this.#at++;
      if (next === CLOSE_ARRAY) break;
      if (next !== COMMA) this.#fail();
    }
    return isGood && count >= 2 ? 1 : -1;
  }

  #readNumber(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at++;
    const firstDigit = at;
    let mantissa = 0;
    let digit = bytes[at]! - ZERO;
    while (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digit = bytes[++at]! - ZERO;
    }
    let digits = at - firstDigit;
    if (digits === 0 || (digits > 1 && bytes[firstDigit] === ZERO)) this.#fail();
    let decimals = 0;
    if (bytes[at] === DOT) {
      const firstDecimal = ++at;
      digit = bytes[at]! - ZERO;
      while (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digit = bytes[++at]! - ZERO;
      }
      decimals = at - firstDecimal;
      if (decimals === 0) this.#fail();
      digits += decimals;
    }
    const next = bytes[at]! | 0x20;
    if (next === 0x65 || digits > MAX_DIGITS) {
      while (isNumberByte(bytes[at]!)) at++;
      this.#at = at;
      return this.#check(this.#text(start, at)) as number;
    }
    this.#at = at;
    const value = mantissa / POWERS[decimals]!;
    return isNegative ? -value : value;
  }

  /** The keys of the object at the read position; the caller reads each value before the next key. */
  *#members(): Generator<string, void, undefined> {
    this.#at++;
    if (this.#peek() === CLOSE_OBJECT) {
      this.#at++;
      return;
    }
    for (;;) {
      if (this.#peek() !== QUOTE) this.#fail();
      const key = this.#readValue() as string;
      if (this.#peek() !== COLON) this.#fail();
      this.#at++;
      yield key;
      const next = this.#peek();
      this.#at++;
      if (next === CLOSE_OBJECT) return;
      if (next !== COMMA) this.#fail();
    }
  }

  /** Iterates over the elements of the array at the read position; the caller reads each. */
  *#elements(): Generator<void, void, undefined> {
    this.#at++;
    if (this.#peek() === CLOSE_ARRAY) {
      this.#at++;
      return;
    }
    for (;;) {
      yield;
      const next = this.#peek();
      this.#at++;
      if (next === CLOSE_ARRAY) return;
      if (next !== COMMA) this.#fail();
    }
  }

  /** The next byte after white space; -1 at the end. */
  #peek(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++this.#at];
    return byte ?? -1;
  }

  #readValue(): unknown {
    this.#readValueText();
    return this.#value;
  }

  /** Any value as text, validated as JSON. */
  #readValueText(): string {
    this.#peek();
    const start = this.#at;
    this.#skip();
    const text = this.#text(start, this.#at);
    this.#check(text);
    return text;
  }

  /** Skips a value by brackets and strings only: whether it is one, its text shows. */
  #skip(): void {
    const bytes = this.#bytes;
    let depth = 0;
    let at = this.#at;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) break;
      if (byte === QUOTE) {
        at++;
        while (bytes[at] !== undefined && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
        at++;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth++;
        at++;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth--;
        at++;
      } else if (depth > 0) at++;
      else while (isScalarByte(bytes[at]!)) at++;
      if (depth <= 0) break;
    }
    this.#at = at;
  }

  #text(start: number, end: number): string {
    return this.#decoder.decode(this.#bytes.subarray(start, end));
  }

  #check(text: string): unknown {
    try {
      this.#value = JSON.parse(text) as unknown;
    } catch {
      this.#fail();
    }
    return this.#value;
  }

  #expectEnd(): void {
    if (this.#peek() !== -1) this.#fail();
  }

  #fail(): never {
    throw new MapError('invalid-json', `not JSON near byte ${this.#at}`);
  }
}

function feature(
  index: number,
  isFeature: boolean,
  id: unknown,
  propertiesText: string,
  properties: unknown,
  geometry: RawGeometry | null | undefined,
): RawFeature {
  const isPlain = typeof properties === 'object' && !Array.isArray(properties);
  return {
    index,
    isFeature: isFeature && isPlain,
    id,
    propertiesText,
    properties: isPlain ? (properties as Record<string, unknown> | null) : null,
    geometry,
  };
}

/** Of a number from its exponent, or from a digit too many. */
function isNumberByte(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= ZERO && byte <= NINE) || byte === MINUS || byte === 0x2b || letter === 0x65;
}

function isScalarByte(byte: number): boolean {
  return byte > 0x20 && byte !== COMMA && byte !== CLOSE_ARRAY && byte !== CLOSE_OBJECT;
}

/** Removes the byte order mark and converts UTF-16, which some desktop tools write, to UTF-8. */
function toUtf8(bytes: Uint8Array): Uint8Array {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return bytes.subarray(3);
  // These two bytes are none of UTF-8.
  if (a === 0xff) return new TextEncoder().encode(new TextDecoder('utf-16le').decode(bytes));
  if (a === 0xfe) return new TextEncoder().encode(new TextDecoder('utf-16be').decode(bytes));
  return bytes;
}
