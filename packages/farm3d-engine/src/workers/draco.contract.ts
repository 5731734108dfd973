/** Posted by a model worker with its first Draco mesh: the main thread answers on the port. */
export interface DracoNeededMessage {
  readonly type: 'farm3d-draco';
  readonly port: MessagePort;
}

/** URL of the decoder's WebAssembly file, data: or absolute, or why there is none. */
export type DracoAnswer = { readonly wasmUrl: string } | { readonly reason: string };
