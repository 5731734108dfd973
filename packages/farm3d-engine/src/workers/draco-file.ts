// Packages that read the source have no other way to the type of a file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./decoder-modules.d.ts" />
import type { DracoAnswer } from './draco.contract.ts';

/**
 * Tells a worker where Draco's decoder is: 75 KB that models without Draco do not need. Imported by the main thread, as
 * bundlers follow its import() without settings, and that of a worker not.
 */
export async function sendDraco(port: MessagePort): Promise<void> {
  port.postMessage(await dracoFile());
}

async function dracoFile(): Promise<DracoAnswer> {
  try {
    const { default: url } = await import('draco3dgltf/draco_decoder_gltf.wasm?url');
    // A worker that was started from its text has no folder.
    return { wasmUrl: url.startsWith('data:') ? url : new URL(url, document.baseURI).href };
  } catch (error) {
    return { reason: `the Draco decoder did not load: ${String(error)}` };
  }
}
