import type { DevicePermission } from '@farm3d/api';

/** What a share allows, from the least. */
export const LEVELS = ['view', 'see', 'control', 'configure'] as const;
export type Level = (typeof LEVELS)[number];

const PERMISSIONS: Readonly<Record<Level, readonly DevicePermission[]>> = {
  view: ['view'],
  see: ['view', 'history'],
  control: ['view', 'history', 'control'],
  configure: ['view', 'history', 'control', 'configure'],
};

export const permissionsOf = (level: Level): readonly DevicePermission[] => PERMISSIONS[level];

export const isLevel = (value: unknown): value is Level => LEVELS.some((level) => level === value);

/** The level with exactly these permissions; null for a share that was put together by a program. */
export function levelOf(permissions: readonly DevicePermission[]): Level | null {
  return (
    LEVELS.find((level) => {
      const own = PERMISSIONS[level];
      return own.length === permissions.length && own.every((one) => permissions.includes(one));
    }) ?? null
  );
}
