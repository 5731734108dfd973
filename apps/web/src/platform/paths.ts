/** Addresses of the screens. Those of the scene page are the specification's (§2). */
export const PATHS = {
  login: '/login',
  /** Home: how the farm is now. */
  app: '/app',
  /** The first start: language, organisation, place, first device. */
  start: '/app/start',
  /** The same on a screen that nobody touches. */
  wall: '/app/wall',
  scenes: '/iotManagement/intelligence/scene',
  devices: '/iotManagement/devices',
  /** Page of a device: {@link devicePath}. */
  device: '/app/devices/:id/:tab?',
  /** Groups of devices: {@link groupPath}. */
  groups: '/iotManagement/groups',
  /** Given and received shares of devices. */
  shares: '/iotManagement/shares',
  /** Networks that bring their devices along, and self-registration. */
  integrations: '/iotManagement/integrations',
  statistics: '/iotManagement/statistics',
  productModels: '/iotManagement/productModels',
  /** Page of a product model: {@link productModelPath}. */
  productModel: '/iotManagement/productModels/:id',
  alarms: '/iotManagement/alarms',
  linkages: '/iotManagement/linkages',
  /** Page of a linkage: {@link linkagePath}. */
  linkage: '/iotManagement/linkages/:id',
  workOrders: '/iotManagement/workOrders',
  /** What the user was notified of, how, and what was delivered. */
  notifications: '/app/notifications',
  users: '/iotManagement/users',
  departments: '/iotManagement/departments',
  /** Roles, and rights by group of devices and by scene. */
  roles: '/iotManagement/roles',
  /** Who changed what, and commands to devices. */
  logs: '/iotManagement/logs',
  files: '/iotManagement/files',
  /** Tutorials, product instructions, notices, feedback, API documents. */
  help: '/app/help',
  /** Profile, logins and keys of the user. */
  account: '/app/account',
  /** For the operators of the installation. */
  organisations: '/iotManagement/organisations',
  /** Archives of the organisation, and its deletion. */
  organisationData: '/iotManagement/organisation',
  /** How the installation is; for its operators. */
  health: '/iotManagement/health',
  /** The link of an invitation, with its token behind '#': browsers do not send that part. */
  invitation: '/invitation',
  /** A new password by e-mail; the link has its secret behind '#'. */
  newPassword: '/new-password',
  /** What is planted, growth models, diseases and pests. */
  crops: '/iotManagement/crops',
  agronomy: '/app/agronomy',
  region: '/app/region',
  scene: '/scene',
  iframeModel: '/iframeModel',
} as const;

/** A path with what stands behind its `?`; '': nothing. */
export const withSearch = (path: string, search: string): string =>
  search === '' ? path : `${path}?${search}`;

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

/** Address of the page that accepts an invitation. */
export function invitationLink(token: string): string {
  return `${location.origin}${PATHS.invitation}#${token}`;
}

/** Path of a scene that opens with the flight to a device. */
export function sceneDevicePath(id: string, deviceId: string): string {
  return `${scenePath(id)}&device=${encodeURIComponent(deviceId)}`;
}

/** Path of the alarm centre with a filter; see its page for the names. */
export function alarmsPath(filter: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(filter).toString();
  return search === '' ? PATHS.alarms : `${PATHS.alarms}?${search}`;
}

/** Path of the work orders with one opened. */
export function workOrderPath(id: string): string {
  return `${PATHS.workOrders}?order=${encodeURIComponent(id)}`;
}

/** Path of the form of a new work order about a device. */
export function newWorkOrderPath(deviceId: string): string {
  return `${PATHS.workOrders}?order=new&device=${encodeURIComponent(deviceId)}`;
}

/** Path of the audit log of one object. @param id part of the targets of its entries */
export function auditPath(id: string): string {
  return `${PATHS.logs}?target=${encodeURIComponent(id)}`;
}

/** Path of the form that reports data about a device. */
export function dataReportsPath(deviceId: string): string {
  return `${PATHS.workOrders}?tab=reports&device=${encodeURIComponent(deviceId)}`;
}

/** Path of a device's page; `tab` is one of its parts, default the overview. */
export function devicePath(id: string, tab = 'overview'): string {
  return `/app/devices/${encodeURIComponent(id)}${tab === 'overview' ? '' : `/${tab}`}`;
}

/** Path of the device groups with one chosen. */
export function groupPath(id: string): string {
  return `${PATHS.groups}?group=${encodeURIComponent(id)}`;
}

/** Path of the page of a product model; 'new' creates one. */
export function productModelPath(id: string): string {
  return `${PATHS.productModels}/${encodeURIComponent(id)}`;
}

/** Path of the page of a linkage; 'new' creates one. */
export function linkagePath(id: string): string {
  return `${PATHS.linkages}/${encodeURIComponent(id)}`;
}

/** An automation that waters a plot when its soil is dry. */
export interface WateringRule {
  /** Its name. */
  readonly plot: string;
  /** The device and key that measure the soil. */
  readonly deviceId: string;
  readonly key: string;
  /** Reading below which water is needed. */
  readonly below: number;
  /** IANA name. */
  readonly timeZone: string;
  /** Null: a person waters. */
  readonly valveId: string | null;
  /** Null: unknown. */
  readonly minutes: number | null;
}

/** Path of the editor with a new automation that waters a plot. */
export function wateringLinkagePath({ plot, deviceId, key, below, ...rule }: WateringRule): string {
  const { timeZone, valveId, minutes } = rule;
  const search = new URLSearchParams({ plot, device: deviceId, key, below: String(below), zone: timeZone });
  if (valveId !== null) search.set('valve', valveId);
  if (minutes !== null) search.set('minutes', String(minutes));
  return `${linkagePath('new')}?${search}`;
}

/** Path of the login page that returns to a path afterwards. */
export function loginPath(next: string): string {
  return next === '/' || next === PATHS.app ? PATHS.login : `${PATHS.login}?next=${encodeURIComponent(next)}`;
}

/** The path when it stays on this site; null for anything that could lead elsewhere, such as '//evil.example'. */
export function ownPath(path: string | null): string | null {
  return path !== null && /^\/(?![/\\])/.test(path) && !path.startsWith(PATHS.iframeModel) ? path : null;
}
