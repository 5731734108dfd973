/** Messages of the server to its media process. */
export type ToMedia =
  /** `key` gives access to the HTTP-FLV streams; `port` 0 = any free one. */
  | { readonly type: 'start'; readonly host: string; readonly port: number; readonly key: string }
  /** The response to 'authenticate'; null: unknown token. */
  | { readonly type: 'authenticated'; readonly requestId: number; readonly deviceId: string | null }
  /** The rights of a device may have changed: its publisher is authenticated again. */
  | { readonly type: 'reauthenticate'; readonly deviceId: string };

/** Messages of the media process to its server. */
export type FromMedia =
  | { readonly type: 'listening'; readonly rtmpPort: number; readonly flvPort: number }
  | { readonly type: 'failed'; readonly code: string }
  /** Request: the device of this token. */
  | { readonly type: 'authenticate'; readonly requestId: number; readonly token: string }
  | { readonly type: 'published'; readonly deviceId: string }
  | { readonly type: 'ended'; readonly deviceId: string };

/** Application name of the streams in the media process. */
export const STREAM_APP = 'live';

/** Header with the key of the HTTP-FLV streams. */
export const KEY_HEADER = 'x-farm3d-key';
