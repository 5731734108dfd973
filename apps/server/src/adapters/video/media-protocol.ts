/** What the server tells its media process. */
export type ToMedia =
  /** `key` opens the streams inside; `port` 0 = any free one. */
  | { readonly type: 'start'; readonly host: string; readonly port: number; readonly key: string }
  /** The response to 'authenticate'; null: nobody has this token. */
  | { readonly type: 'authenticated'; readonly requestId: number; readonly deviceId: string | null }
  /** The rights of a device may have changed: whoever publishes in its name is asked about anew. */
  | { readonly type: 'reauthenticate'; readonly deviceId: string };

/** What the media process tells its server. */
export type FromMedia =
  | { readonly type: 'listening'; readonly rtmpPort: number; readonly flvPort: number }
  | { readonly type: 'failed'; readonly code: string }
  /** Who is the device of this token? */
  | { readonly type: 'authenticate'; readonly requestId: number; readonly token: string }
  | { readonly type: 'published'; readonly deviceId: string }
  | { readonly type: 'ended'; readonly deviceId: string };

/** Where the media process keeps a device's stream. */
export const STREAM_APP = 'live';

/** The header that carries the key to the streams inside. */
export const KEY_HEADER = 'x-farm3d-key';
