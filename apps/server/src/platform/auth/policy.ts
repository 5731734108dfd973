import { ROUTES, type Right, ROLE_NAMES, type RouteName } from '@farm3d/api';

const EVERYTHING: readonly Right[] = [
  'read',
  'operate',
  'alarms',
  'devices',
  'scenes',
  'rules',
  'crops',
  'work-orders',
  'share',
  'administer',
  'personal',
];

/** 'veterinary' stands in the specification's role list and has no rights (readings 20). */
const RIGHTS: Readonly<Record<(typeof ROLE_NAMES)[number], readonly Right[]>> = {
  owner: EVERYTHING,
  admin: EVERYTHING,
  operator: ['read', 'operate', 'alarms', 'work-orders', 'personal'],
  agronomist: ['read', 'crops', 'work-orders', 'personal'],
  technician: ['read', 'alarms', 'work-orders', 'personal'],
  viewer: ['read', 'personal'],
  integrator: ['read', 'devices', 'personal'],
  veterinary: [],
};

/** Names of the roles, for those who give them. */
const TITLES: Readonly<Record<keyof typeof RIGHTS, string>> = {
  owner: '所有者',
  admin: '管理员',
  operator: '操作员',
  agronomist: '农艺师',
  technician: '技术员',
  viewer: '访客',
  integrator: '集成商',
  veterinary: '兽医',
};

/** The roles that there are. */
export const ROLES = ROLE_NAMES.map((role) => ({ role, name: TITLES[role], rights: RIGHTS[role] }));

/** Roles stand in the database as texts; one that is not known has no rights. */
const rightsOf = (role: string): readonly Right[] =>
  Object.hasOwn(RIGHTS, role) ? RIGHTS[role as keyof typeof RIGHTS] : [];

/** Whether who has `own` may give `wanted`: nobody gives a right that they do not have, and only owners make owners. */
export function mayGive(own: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every(
    (role) => (role !== 'owner' || own.includes('owner')) && rightsOf(role).every((right) => can(own, right)),
  );
}

/** The one place that decides what roles allow. */
export function can(roles: readonly string[], right: Right): boolean {
  return right === 'self' || roles.some((role) => rightsOf(role).includes(right));
}

/** By a route's resource, where it changes something. What stands nowhere needs 'administer'. */
const CHANGES: Readonly<Record<string, Right>> = {
  devices: 'devices',
  deviceLink: 'devices',
  groups: 'devices',
  deviceGroups: 'devices',
  integrations: 'devices',
  productModels: 'devices',
  sharing: 'share',
  scenes: 'scenes',
  crops: 'crops',
  agronomy: 'crops',
  workOrders: 'work-orders',
  alarms: 'alarms',
  alarmSettings: 'rules',
  linkages: 'rules',
  rpc: 'operate',
  handles: 'operate',
  relay: 'operate',
  feedback: 'personal',
  // Everybody adds pictures to what they say; whose file may be removed is checked at the file.
  files: 'personal',
};

/** Routes that need another right than their method and resource say. */
const EXCEPTIONS: Readonly<Record<string, Right>> = {
  // GETs that act (readings 23).
  'linkages.run': 'operate',
  'relay.control': 'operate',
  // Who has such a code takes the device over.
  'devices.claim': 'share',
  'devices.claimCode': 'share',
  // Giving a received share back concerns its user alone.
  'sharing.leave': 'personal',
  'feedback.list': 'personal',
  'auth.updateMe': 'personal',
  'auth.changePassword': 'personal',
  'sessions.list': 'personal',
  'sessions.revoke': 'personal',
  'apiKeys.list': 'administer',
  'embedTokens.list': 'administer',
  'audit.list': 'administer',
  'audit.verify': 'administer',
  'thingsboard.credentials': 'devices',
  'thingsboard.saveAttributes': 'devices',
  'thingsboard.saveAttributesOf': 'devices',
  'thingsboard.oneway': 'operate',
  'thingsboard.twoway': 'operate',
  'thingsboard.oldOneway': 'operate',
  'thingsboard.oldTwoway': 'operate',
};

export function rightFor(name: RouteName): Right {
  const exception = EXCEPTIONS[name];
  if (exception) return exception;
  const { kind } = ROUTES[name];
  if (kind === 'read' || kind === 'list') return 'read';
  return CHANGES[name.split('.', 1)[0] ?? ''] ?? 'administer';
}

/** Routes of users by method and path; a path without parameters goes before one with. */
const MATCHERS = (Object.keys(ROUTES) as RouteName[])
  .filter((name) => ROUTES[name].auth === 'user')
  .map((name) => ({
    name,
    method: ROUTES[name].method,
    parameters: ROUTES[name].path.split('{').length,
    pattern: new RegExp(`^${ROUTES[name].path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  .sort((a, b) => a.parameters - b.parameters);

/** The route of users that a call belongs to. */
export function routeOfCall(method: string, path: string): { name: RouteName; kind: string } | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const match = MATCHERS.find((route) => route.method === wanted && route.pattern.test(path));
  return match && { name: match.name, kind: ROUTES[match.name].kind };
}

/** The right that a call needs; one that no route describes needs the most. */
export function rightForCall(method: string, path: string): Right {
  const route = routeOfCall(method, path);
  return route ? rightFor(route.name) : 'administer';
}

/** What a page that shows one scene may ask for: the scene, what stands in it, and how it is. */
const EMBED_CALLS: ReadonlySet<RouteName> = new Set<RouteName>([
  'scenes.get',
  'scenes.devices',
  'scenes.globalConfig',
  'devices.get',
  'devices.attributes',
  'telemetry.latest',
  'telemetry.history',
  'telemetry.chart',
]);

/** The route of a call, when a page that shows a scene may make it at all. */
export function embedCall(method: string, path: string): RouteName | null {
  const route = routeOfCall(method, path);
  return route && EMBED_CALLS.has(route.name) ? route.name : null;
}
