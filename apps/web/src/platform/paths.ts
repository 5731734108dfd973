/** Addresses of the screens. Those of the scene page are the specification's (§2). */
export const PATHS = {
  login: '/login',
  app: '/app',
  scenes: '/iotManagement/intelligence/scene',
  devices: '/iotManagement/devices',
  agronomy: '/app/agronomy',
  region: '/app/region',
  scene: '/scene',
  iframeModel: '/iframeModel',
} as const;

const TARGET_KEY = 'farm3d.target';

/** Stores the target of /iframeModel. */
export function storeTarget(path: string): void {
  try {
    sessionStorage.setItem(TARGET_KEY, path);
  } catch {
    // Without storage, /iframeModel opens the scene list, which is where every stored target leads today.
  }
}

/** Target of /iframeModel: the stored one when it is a path of this site, else the scene list. */
export function storedTarget(): string {
  try {
    return ownPath(sessionStorage.getItem(TARGET_KEY)) ?? PATHS.scenes;
  } catch {
    return PATHS.scenes;
  }
}

export function scenePath(id: string): string {
  return `${PATHS.scene}?sceneId=${encodeURIComponent(id)}`;
}

/** Path of the login page that returns to a path afterwards. */
export function loginPath(next: string): string {
  return next === '/' || next === PATHS.app ? PATHS.login : `${PATHS.login}?next=${encodeURIComponent(next)}`;
}

/** The path when it stays on this site; null for anything that could lead elsewhere, such as '//evil.example'. */
export function ownPath(path: string | null): string | null {
  return path !== null && /^\/(?![/\\])/.test(path) && !path.startsWith(PATHS.iframeModel) ? path : null;
}
