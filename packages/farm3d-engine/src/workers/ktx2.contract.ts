import type { CompressedImage } from './model.contract.ts';

/** What the worker with the KTX2 transcoder answers to. */
export interface Ktx2WorkerApi {
  /** Resolves once the worker runs. */
  ready(): true;
  /** Answers {@link TranscodeApi} on this port from now on. */
  serve(port: MessagePort): void;
}

/** What is asked at such a port. */
export interface TranscodeApi {
  /** @throws Error for a damaged or other KTX2 file */
  transcode(bytes: Uint8Array<ArrayBuffer>): Promise<CompressedImage>;
}

/** Posted by a model worker that met a KTX2 picture: the page lets the transcoder answer at the port. */
export interface Ktx2NeededMessage {
  readonly type: 'farm3d-ktx2';
  readonly port: MessagePort;
}
