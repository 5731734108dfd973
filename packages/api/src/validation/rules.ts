import type { MessageKey } from './messages.zh-CN.ts';

/** Characters of a scene's name. Spec §5. */
export const SCENE_NAME_MAX = 50;
/** Characters of a scene's description; ours. */
export const SCENE_DESCRIPTION_MAX = 2000;
/** Characters of a device's name: the default of text fields. Spec §5. */
export const DEVICE_NAME_MAX = 64;

/** Number of Unicode characters: one outside the basic plane counts once. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

/** Error of a scene's name, or null. */
export function checkSceneName(name: string): MessageKey | null {
  if (name.trim() === '') return 'scene.name.required';
  return characterCount(name) > SCENE_NAME_MAX ? 'scene.name.tooLong' : null;
}

export function checkSceneDescription(description: string): MessageKey | null {
  return characterCount(description) > SCENE_DESCRIPTION_MAX ? 'scene.description.tooLong' : null;
}

/** Error of a device's name, or null. */
export function checkDeviceName(name: string): MessageKey | null {
  if (name.trim() === '') return 'device.name.required';
  return characterCount(name) > DEVICE_NAME_MAX ? 'device.name.tooLong' : null;
}

/** A token that a device brings along: as hard to guess as a generated one, and fit for an address. */
export const DEVICE_TOKEN = /^[A-Za-z0-9._~-]{20,64}$/;

/** Error of such a token, or null. */
export function checkDeviceToken(token: string): MessageKey | null {
  return DEVICE_TOKEN.test(token) ? null : 'device.token.form';
}
