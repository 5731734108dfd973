/**
 * A way in for devices' messages: the embedded MQTT broker today, an outside broker later. A source
 * acknowledges to the device only after the batcher's promise resolved, that is after the commit.
 */
export interface IngestSource {
  /** Starts to take messages. Throws StartupError when its port is taken. */
  start(): Promise<void>;
  /** Takes no new connections and reads nothing more; what was taken may still be acknowledged. */
  stopAccepting(): Promise<void>;
  /** Ends all connections. */
  stop(): Promise<void>;
  /** Address for people, such as mqtt://localhost:1883. */
  readonly address: string;
}
