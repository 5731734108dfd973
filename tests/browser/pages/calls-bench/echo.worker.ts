import { expose } from 'comlink';

const api = { echo: (value: number) => value };

export type EchoApi = typeof api;

// A port each: Comlink answers what it knows, and takes no notice of anything else.
addEventListener('message', ({ data }: MessageEvent<{ comlink?: MessagePort; plain?: MessagePort }>) => {
  if (data.comlink) expose(api, data.comlink);
  if (!data.plain) return;
  const port = data.plain;
  port.addEventListener('message', ({ data: [id, value] }: MessageEvent<[number, number]>) =>
    port.postMessage([id, value]),
  );
  port.start();
});
