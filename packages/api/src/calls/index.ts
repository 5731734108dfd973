import { type Call } from './call.ts';
import { auth } from './auth.ts';
import { devices } from './devices.ts';
import { deviceImports } from './device-imports.ts';
import { sharing } from './sharing.ts';
import { groups } from './groups.ts';
import { deviceGroups } from './device-groups.ts';
import { productModels } from './product-models.ts';
import { handles } from './handles.ts';
import { crops } from './crops.ts';
import { agronomy } from './agronomy.ts';
import { notifications } from './notifications.ts';
import { dataReports } from './data-reports.ts';
import { workOrderPlans } from './work-order-plans.ts';
import { workOrders } from './work-orders.ts';
import { feedback } from './feedback.ts';
import { articles } from './articles.ts';
import { openApi } from './open-api.ts';
import { invitations } from './invitations.ts';
import { organisation } from './organisation.ts';
import { organisationExports } from './organisation-exports.ts';
import { organisations } from './organisations.ts';
import { files } from './files.ts';
import { areas } from './areas.ts';
import { regions } from './regions.ts';
import { twoFactors } from './two-factors.ts';
import { passkeys } from './passkeys.ts';
import { singleSignOn } from './single-sign-on.ts';
import { passwordReset } from './password-reset.ts';
import { users } from './users.ts';
import { roles } from './roles.ts';
import { accessRules } from './access-rules.ts';
import { sessions } from './sessions.ts';
import { access } from './access.ts';
import { apiKeys } from './api-keys.ts';
import { embedTokens } from './embed-tokens.ts';
import { audit } from './audit.ts';
import { video } from './video.ts';
import { telemetry } from './telemetry.ts';
import { alarms } from './alarms.ts';
import { alarmHandling } from './alarm-handling.ts';
import { alarmSettings } from './alarm-settings.ts';
import { alarmTrials } from './alarm-trials.ts';
import { deviceLink } from './device-link.ts';
import { linkages } from './linkages.ts';
import { linkageTrials } from './linkage-trials.ts';
import { integrations } from './integrations.ts';
import { rpc } from './rpc.ts';
import { relay } from './relay.ts';
import { thingsboard } from './thingsboard.ts';
import { scenes } from './scenes.ts';
import { ingest } from './ingest.ts';
import { stream } from './stream.ts';
import { statistics } from './statistics.ts';
import { system } from './system.ts';

/** All calls of this version, by noun. */
export const RESOURCES = {
  auth,
  devices,
  deviceImports,
  sharing,
  groups,
  deviceGroups,
  productModels,
  handles,
  crops,
  agronomy,
  workOrders,
  workOrderPlans,
  dataReports,
  notifications,
  feedback,
  articles,
  openApi,
  organisation,
  organisations,
  organisationExports,
  invitations,
  files,
  areas,
  regions,
  twoFactors,
  passkeys,
  singleSignOn,
  passwordReset,
  users,
  roles,
  accessRules,
  sessions,
  access,
  apiKeys,
  embedTokens,
  audit,
  video,
  telemetry,
  alarms,
  alarmHandling,
  alarmSettings,
  alarmTrials,
  deviceLink,
  linkages,
  linkageTrials,
  integrations,
  rpc,
  relay,
  thingsboard,
  scenes,
  ingest,
  statistics,
  stream,
  system,
};

type Resources = typeof RESOURCES;

/** 'workOrders.list': noun and method. */
export type CallName = {
  [Noun in keyof Resources]: `${Noun}.${Extract<keyof Resources[Noun], string>}`;
}[keyof Resources];

/** The calls by their names. */
export const CALLS = Object.fromEntries(
  Object.entries(RESOURCES).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([name, call]) => [`${noun}.${name}`, call]),
  ),
) as unknown as Readonly<Record<CallName, Call>>;

export const CALL_NAMES = Object.keys(CALLS) as CallName[];

const NAMES = new Map<Call, CallName>(CALL_NAMES.map((name) => [CALLS[name], name]));

/** Name of a call in descriptions, rights and the audit log. */
export function callName(call: Call): CallName {
  const name = NAMES.get(call);
  if (name === undefined) throw new TypeError(`${call.method} ${call.path} stands in no list of calls`);
  return name;
}
