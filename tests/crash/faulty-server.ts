/**
 * The real server with one fault planted: sources hear 'stored' before anything is. It exists so that
 * the crash test can show that it would notice.
 */
import { compose } from '../../apps/server/src/composition/compose.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';

await compose(readConfig(process.env), {
  print: (line) => process.stdout.write(`${line}\n`),
  wrapIngest: (ingest) => ({
    telemetry: (device, source, payload) => {
      void ingest.telemetry(device, source, payload);
      return Promise.resolve({ problems: [], stored: true });
    },
    attributes: (...message) => ingest.attributes(...message),
    reject: (...message) => ingest.reject(...message),
    get full() {
      return ingest.full;
    },
    room: () => ingest.room(),
  }),
});
