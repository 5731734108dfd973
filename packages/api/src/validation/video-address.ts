/** Ids of a camera at a video service. */
export interface CameraName {
  /** `thirdId`. */
  readonly code: string;
  /** `thirdConfigId`. */
  readonly streamingId: string;
  readonly protocol: string;
}

/** Names in a template; two of them also by the names of the device's members. */
const NAMES: Readonly<Record<string, keyof CameraName>> = {
  code: 'code',
  thirdId: 'code',
  streamingId: 'streamingId',
  thirdConfigId: 'streamingId',
  protocol: 'protocol',
};

/**
 * Whether an address of a stream, or a template of one, is safe in a browser: http(s), without a password, and with
 * names in braces only after the host, so that no value changes the host.
 */
export function isVideoAddress(text: string): boolean {
  if (/[\s"'<>\\]/.test(text) || !/^https?:\/\/[^/?#{}@]+([/?]|$)/i.test(text)) return false;
  if (!URL.canParse(text)) return false;
  return [...text.matchAll(/\{([^{}]*)\}/g)].every(([, name]) => Object.hasOwn(NAMES, name ?? ''));
}

/** The address of one camera's stream. */
export function expandVideoAddress(template: string, camera: CameraName): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const field = NAMES[name];
    return field === undefined ? placeholder : encodeURIComponent(camera[field]);
  });
}

/** Path of a stream on this server, the default address on the wire. */
export const OWN_VIDEO_PATH = /^\/video\/[\w-]{1,64}\.flv$/;

/** Path of a device's stream on this server; it needs a signature. */
export function ownVideoPath(deviceId: string): string {
  return `/video/${deviceId}.flv`;
}
