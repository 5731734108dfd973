/**
 * A source of device messages: the embedded MQTT broker or an external one. A source acknowledges to the device only
 * after the promise of the batcher resolved, that is after the commit.
 */
export interface IngestSource {
  /**
   * Starts to accept messages.
   * @throws StartupError when its port is in use
   */
  start(): Promise<void>;
  /** Accepts no new connections and reads nothing more; accepted messages may still be acknowledged. */
  stopAccepting(): Promise<void>;
  /** Closes all connections. */
  stop(): Promise<void>;
  /** Address for people, such as mqtt://localhost:1883. */
  readonly address: string;
}
