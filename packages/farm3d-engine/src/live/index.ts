export { connectLive } from './connect-live.ts';
export type {
  LiveAlarm,
  LiveConnection,
  LiveDevice,
  LiveEvents,
  LiveOptions,
  LiveScene,
  LiveStatus,
  LiveTarget,
} from './live-types.ts';
