/** What a kind of grant gives to whom, and how it ends. */
export interface GrantDescription {
  readonly who: string;
  readonly what: string;
  /** The right that it rests on. */
  readonly right: string;
  /** When and by what it is checked while it is in use. */
  readonly checked: string;
  /** What becomes of it when the right ends. */
  readonly ended: string;
}

/**
 * Everything that was permitted once and works on after its request. Each kind has a keeper (`Grants.keep`): one
 * without does not compile.
 */
export const GRANT_KINDS = {
  'stream-device': {
    who: 'login or API key',
    what: 'readings, states and alarms of named devices',
    right: 'read; own device or share with view; or an access rule about the device',
    checked: 'person, roles, rules and devices at every change, and when a share expires',
    ended: 'the subscription with error not_found; without the person the connection with 4401',
  },
  'stream-scene': {
    who: 'login, API key or embed token',
    what: 'readings, states and alarms of the devices in a scene',
    right: 'read, an access rule about the scene, or an embed token of it',
    checked: 'person, roles, rules, scene and its devices at every change',
    ended: 'devices leave the subscription; it ends with the scene, the connection with the person',
  },
  'stream-organisation': {
    who: 'login or API key',
    what: 'readings, states and alarms of all devices',
    right: 'read; or access rules, for their devices alone',
    checked: 'person, roles and rules at every change; readings go by the owner of the device',
    ended: 'devices leave the subscription; the connection ends with the person',
  },
  'queued-command': {
    who: 'login, API key, linkage or interlock',
    what: 'a command that waits for its device',
    right: 'operate; own device or share with control; or an access rule with operate',
    checked: 'owner, person, roles, rules, share and key when it is sent',
    ended: 'it fails and is not sent; a call that waits for a response of the device ends',
  },
  linkage: {
    who: 'an organisation',
    what: 'values in conditions, commands in actions',
    right: 'devices of the organisation',
    checked: 'owner of the device at each evaluation and each action; after a wait also who ran it by hand',
    ended: 'the device has no value for it, and receives nothing of it',
  },
  'api-key': {
    who: 'a program, for the person who created it',
    what: 'calls and streams',
    right: 'roles of the key that its creator may still grant',
    checked: 'key, creator and roles at every call',
    ended: 'calls answer 401 or 403; its streams end',
  },
  'embed-token': {
    who: 'a page of another site, for the person who created it',
    what: 'one scene',
    right: 'creator may create embed tokens',
    checked: 'token, creator and scene at every call',
    ended: 'calls answer 401; its streams end',
  },
  share: {
    who: 'a person of another organisation, or everybody who works there',
    what: 'one device',
    right: 'permissions and attributes of the share',
    checked: 'running and not expired at every call, by the clock of the server',
    ended: 'calls answer 404; streams, videos and waiting commands that rest on it end',
  },
  'signed-address': {
    who: 'login, API key or embed token that received it',
    what: 'one uploaded file, without a token',
    right: 'file of the own organisation, image of a shared device, or file of what access rules name',
    checked: 'signature, end, holder and file at every request',
    ended: 'requests answer 404',
  },
  video: {
    who: 'login or API key',
    what: 'live video of a camera',
    right: 'read; own device or share with view; or an access rule about the device',
    checked: 'person, roles, rules and device at every change, and when a share expires',
    ended: 'the response ends; its address opens nothing',
  },
  'mqtt-session': {
    who: 'a device, by its token or its client certificate',
    what: 'readings under its owner; commands and shared attributes',
    right: 'the token, or the certificate',
    checked: 'identity and owner at the connection, again after every change',
    ended: 'the connection closes, and nothing more is read from it',
  },
  'gateway-child': {
    who: 'a gateway',
    what: 'readings and commands of one device behind it',
    right: 'the device names this gateway',
    checked: 'gateway and owner with the first message, again after every change',
    ended: 'its session closes; the name is looked up again',
  },
  'temporary-device-token': {
    who: 'login or API key that requested it',
    what: 'readings in the name of a device, over HTTP',
    right: 'device of the own organisation',
    checked: 'holder, rights and owner of the device at every request',
    ended: 'requests answer 401',
  },
} as const satisfies Record<string, GrantDescription>;

export type GrantKind = keyof typeof GRANT_KINDS;
