import type { CompressedImage } from './model.contract.ts';

/** Methods of the KTX2 worker. */
export interface Ktx2WorkerApi {
  /** Resolves when the worker runs. */
  ready(): true;
  /** Serves {@link TranscodeApi} on this port. */
  serve(port: MessagePort): void;
}

/** Methods on such a port. */
export interface TranscodeApi {
  /** @throws Error for an invalid or unsupported KTX2 file */
  transcode(bytes: Uint8Array<ArrayBuffer>): Promise<CompressedImage>;
}

/** Posted by a model worker for its first KTX2 image: the main thread connects the port to the transcoder. */
export interface Ktx2NeededMessage {
  readonly type: 'farm3d-ktx2';
  readonly port: MessagePort;
}
