// Second tier (outside): the conformance tests of Eclipse Paho
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { clientFolder, PYTHON, pythonEnvironment } from './support/clients-of-others.ts';
import { startConformanceBroker } from './support/conformance-broker.ts';
import { startMosquitto } from './support/mosquitto.ts';

// Eclipse Paho's conformance suites, unmodified, by the same command on the broker of the platform and on mosquitto. What
// a broker does otherwise than the suite expects is named here, with its reason; anything else fails, and so does a
// deviation that is gone.

const execute = promisify(execFile);
const FOLDER = 'paho.mqtt.testing/interoperability';
const RUNNER = join(import.meta.dirname, 'clients/conformance.py');
/** Time limit of a test: clients of the suite have none of their own. */
const ONE_TEST_MS = 90_000;
/** The suite's own clients wait half a second for an answer: on a busy machine too short, so a failure is tried again. */
const TRIES = 3;

interface Deviations {
  readonly farm3d: Readonly<Record<string, string>>;
  readonly mosquitto: Readonly<Record<string, string>>;
}

/** The suite asks for what a server may leave out, or for one of the answers that the standard allows. */
const OPTIONAL = {
  test_server_keep_alive: 'sets no Server Keep Alive: that of the client holds',
  test_server_topic_alias: 'assigns no topic aliases to what it sends',
  test_subscribe_failure: 'the suite knows 0x80 only: a refused subscription is 0x87 in MQTT 5',
  test_flow_control2: 'the suite waits for ever when the test is run alone, whatever the broker does',
};

const SUITES: Readonly<Record<'client_test.py' | 'client_test5.py', Deviations>> = {
  'client_test.py': {
    farm3d: {},
    mosquitto: {
      test_overlapping_subscriptions: 'sends one message of two subscriptions with the lower QoS',
      test_subscribe_failure: 'is not told to refuse a topic',
    },
  },
  'client_test5.py': {
    farm3d: {
      ...OPTIONAL,
      test_flow_control1:
        'aedes does not keep the Receive Maximum; the platform does in its own queue (tests/http/mqtt.test.ts)',
      test_shared_subscriptions: 'has none, and says so in the CONNACK; a device has its topics for itself',
      test_subscribe_identifiers:
        'of overlapping subscriptions one identifier is sent; the topics of a device do not overlap',
    },
    mosquitto: {
      ...OPTIONAL,
      test_subscribe_failure: 'is not told to refuse a topic',
      test_subscribe_identifiers: 'sends a message for each of the overlapping subscriptions',
      test_will_delay: 'sends the delayed will seconds late',
    },
  },
};

for (const [suite, deviations] of Object.entries(SUITES)) {
  describe.each(['farm3d', 'mosquitto'] as const)(`${suite} on %s`, (subject) => {
    const cwd = clientFolder(FOLDER);
    const env = pythonEnvironment();
    const names = JSON.parse(
      execFileSync(PYTHON, [RUNNER, suite], { cwd, env, encoding: 'utf8' }),
    ) as string[];
    // One broker each: the suites use the same client ids, topics and retained messages in all tests.
    it.concurrent.each(names)('%s', async (name) => {
      const deviation = deviations[subject][name];
      let failure: unknown;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const broker = subject === 'farm3d' ? await startConformanceBroker() : await startMosquitto();
        const command = [RUNNER, suite, new URL(broker.url).port, name];
        try {
          await execute(PYTHON, command, { cwd, env, timeout: ONE_TEST_MS });
          failure = undefined;
          break;
        } catch (error) {
          failure = error;
          // A known deviation does not pass by being tried again.
          if (deviation !== undefined) break;
        } finally {
          await broker.stop();
        }
      }
      if (deviation !== undefined) console.log(`${subject} deviates in ${suite} ${name}: ${deviation}`);
      expect(failure === undefined, String(failure)).toBe(deviation === undefined);
    });
  });
}
