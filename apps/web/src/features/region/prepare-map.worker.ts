import { MapFileError, prepareMap, type PrepareMessage } from './prepare-map.ts';

/** Worker that reads map files: a province has megabytes of coordinates. */
const scope = self as unknown as {
  addEventListener: (
    type: 'message',
    listener: (event: MessageEvent<Uint8Array<ArrayBuffer>>) => void,
  ) => void;
  postMessage: (message: PrepareMessage, transfer?: Transferable[]) => void;
};

/** Progress messages of a file at most. */
const STEPS = 50;

scope.addEventListener('message', ({ data }) => {
  let reported = 0;
  try {
    const map = prepareMap(data, (ratio) => {
      if (Math.floor(ratio * STEPS) === reported) return;
      reported = Math.floor(ratio * STEPS);
      scope.postMessage({ type: 'progress', ratio });
    });
    scope.postMessage({ type: 'done', map }, [map.bytes.buffer]);
  } catch (error) {
    scope.postMessage({ type: 'fault', fault: error instanceof MapFileError ? error.fault : 'invalid-json' });
  }
});
