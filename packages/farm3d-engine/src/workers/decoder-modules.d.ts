/** The part of the Draco decoder's API that glTF needs. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  export interface DracoStatus {
    ok(): boolean;
    error_msg(): string;
  }
  export interface DracoMesh {
    readonly ptr: number;
    num_points(): number;
    num_faces(): number;
  }
  export interface DracoAttribute {
    readonly ptr: number;
    num_components(): number;
  }
  export interface DracoDecoder {
    GetEncodedGeometryType(bytes: Int8Array): number;
    DecodeArrayToMesh(bytes: Int8Array, length: number, mesh: DracoMesh): DracoStatus;
    GetAttributeByUniqueId(mesh: DracoMesh, id: number): DracoAttribute;
    GetAttributeDataArrayForAllPoints(
      mesh: DracoMesh,
      attribute: DracoAttribute,
      type: number,
      sizeBytes: number,
      pointer: number,
    ): boolean;
    GetTrianglesUInt32Array(mesh: DracoMesh, sizeBytes: number, pointer: number): boolean;
  }
  export interface Draco {
    readonly HEAPF32: Float32Array<ArrayBuffer>;
    readonly TRIANGULAR_MESH: number;
    readonly DT_FLOAT32: number;
    readonly DT_INT8: number;
    readonly DT_INT16: number;
    readonly DT_INT32: number;
    readonly DT_UINT8: number;
    readonly DT_UINT16: number;
    readonly DT_UINT32: number;
    readonly Decoder: new () => DracoDecoder;
    readonly Mesh: new () => DracoMesh;
    _malloc(sizeBytes: number): number;
    _free(pointer: number): void;
    destroy(thing: object): void;
  }
  export default function createDracoDecoder(options: {
    wasmBinary: Uint8Array<ArrayBuffer>;
  }): Promise<Draco>;
}

/** A data: URL with the file in base64. */
declare module '*.wasm?url&inline' {
  const dataUrl: string;
  export default dataUrl;
}

/** Where the file is: a data: URL in the published package. */
declare module '*.wasm?url' {
  const url: string;
  export default url;
}

/** See ktx2.ts. */
declare module 'three/examples/jsm/libs/basis/basis_transcoder.js' {
  const create: never;
  export default create;
}
