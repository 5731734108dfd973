import type { Hub } from '../adapters/realtime/hub.ts';
import type { VideoViewers } from '../adapters/video/video-viewers.ts';
import { DeviceSessionKeeper } from '../features/devices/session-keeper.ts';
import type { GrantKeeper, GrantKeepers } from '../platform/auth/grants/grants.ts';
import type { DeviceCore } from './device-core.ts';
import type { Foundation } from './foundation.ts';

/** Read from the database at every use, so that nothing of it is left when a right ends. */
const CHECKED_AT_USE: GrantKeeper = { end: () => undefined };

/** The keeper of each kind of grant (described in `GRANT_KINDS`). */
export function grantKeepers(
  { pool }: Foundation,
  { sessions, credentials, rpc, engines }: DeviceCore,
  hub: Hub,
  viewers: VideoViewers,
): GrantKeepers {
  return {
    'stream-device': hub.keeper('stream-device'),
    'stream-scene': hub.keeper('stream-scene'),
    'stream-organisation': hub.keeper('stream-organisation'),
    'queued-command': rpc,
    linkage: { end: (change) => engines()?.linkages.end(change) },
    'api-key': CHECKED_AT_USE,
    'embed-token': CHECKED_AT_USE,
    share: CHECKED_AT_USE,
    'signed-address': CHECKED_AT_USE,
    video: viewers,
    'mqtt-session': new DeviceSessionKeeper(pool, sessions, credentials),
    // A session of the device like its own: the keeper above closes it.
    'gateway-child': CHECKED_AT_USE,
    'temporary-device-token': CHECKED_AT_USE,
  };
}
