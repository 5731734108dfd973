/** What a video service calls a camera. */
export interface CameraName {
  /** `thirdId`. */
  readonly code: string;
  /** `thirdConfigId`. */
  readonly streamingId: string;
  readonly protocol: string;
}

/** The names that a template may hold; two of them also as the device's fields are called. */
const NAMES: Readonly<Record<string, keyof CameraName>> = {
  code: 'code',
  thirdId: 'code',
  streamingId: 'streamingId',
  thirdConfigId: 'streamingId',
  protocol: 'protocol',
};

/**
 * Whether a browser can be given this address of a stream, or template of one: http(s), no password in it, and names
 * in braces only behind the host, so that no camera's name leads to another one.
 */
export function isVideoAddress(text: string): boolean {
  if (/[\s"'<>\\]/.test(text) || !/^https?:\/\/[^/?#{}@]+([/?]|$)/i.test(text)) return false;
  if (!URL.canParse(text)) return false;
  return [...text.matchAll(/\{([^{}]*)\}/g)].every(([, name]) => Object.hasOwn(NAMES, name ?? ''));
}

/** The address of one camera's stream. */
export function expandVideoAddress(template: string, camera: CameraName): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const field = NAMES[name];
    return field === undefined ? whole : encodeURIComponent(camera[field]);
  });
}

/** The path of a stream here, as the wire names it where no other address was given. */
export const OWN_VIDEO_PATH = /^\/video\/[\w-]{1,64}\.flv$/;

/** The path of a device's stream here; without a signature it opens nothing. */
export function ownVideoPath(deviceId: string): string {
  return `/video/${deviceId}.flv`;
}
