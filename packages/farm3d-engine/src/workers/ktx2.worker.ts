import { expose, transfer } from 'comlink';
import { transcodeKtx2 } from './ktx2.ts';
import type { Ktx2WorkerApi, TranscodeApi } from './ktx2.contract.ts';

const transcoding: TranscodeApi = {
  async transcode(bytes) {
    const image = await transcodeKtx2(bytes);
    return transfer(
      image,
      image.mipmaps.map(({ data }) => data.buffer),
    );
  },
};

const api: Ktx2WorkerApi = {
  ready: () => true,
  serve: (port) => expose(transcoding, port),
};
expose(api);
