/**
 * The real server with a planted fault: messages are acknowledged before the commit. It proves that the crash
 * test detects lost messages.
 */
import { compose } from '../../apps/server/src/composition/compose.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';

await compose(readConfig(process.env), {
  print: (line) => process.stdout.write(`${line}\n`),
  wrapIngest: (ingest) => ({
    telemetry: (device, source, payload) => {
      void ingest.telemetry(device, source, payload);
      return Promise.resolve({ problems: [], flagged: [], stored: true });
    },
    attributes: (...message) => ingest.attributes(...message),
    reject: (...message) => ingest.reject(...message),
    get busy() {
      return ingest.busy;
    },
    get full() {
      return ingest.full;
    },
    room: () => ingest.room(),
  }),
});
