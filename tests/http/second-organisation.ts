import { createHash, randomBytes } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { insertMember } from '../support/members.ts';
import type { Platform } from '../support/platform.ts';

/** A user of another organisation on the same server, with a device and a scene. */
export interface ForeignUser {
  readonly api: ApiClient;
  readonly accessToken: string;
  readonly organisationId: string;
  readonly deviceId: string;
  readonly deviceToken: string;
  readonly sceneId: string;
  /** Ids by route name, or by the resource with which it begins; the default is the id of the device. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Created by SQL, as no call creates organisations. The user's password is the administrator's. */
export async function makeForeignUser(server: Platform): Promise<ForeignUser> {
  const idOf = async (text: string, values: unknown[] = []): Promise<string> => {
    const [row] = await server.sql<{ id: string }>(text, values);
    if (!row) throw new Error('nothing was inserted');
    return row.id;
  };
  const { organisationId } = await insertMember(server, {
    username: 'foreigner',
    roles: ['admin'],
    organisation: '邻居',
  });
  const deviceToken = randomBytes(20).toString('base64url');
  const deviceId = await idOf(
    `insert into device (organisation_id, product_model_id, name, token_hash)
     select $1, id, '邻居的设备', $2 from product_model where code = 'TQ-3L' returning id`,
    [organisationId, createHash('sha256').update(deviceToken).digest()],
  );
  const sceneId = await idOf(
    `insert into scene (organisation_id, name, scene_device) values ($1, '邻居的温室', $2) returning id`,
    [organisationId, JSON.stringify({ equData: [{ id: deviceId }] })],
  );
  const groupId = await idOf(
    `insert into device_group (organisation_id, name) values ($1, '邻居的分组') returning id`,
    [organisationId],
  );
  const membershipId = await idOf(
    'insert into device_group_member (group_id, device_id) values ($1, $2) returning id',
    [groupId, deviceId],
  );
  const plantId = await idOf(
    `insert into plant_configuration (organisation_id, crop) values ($1, '邻居的番茄') returning id`,
    [organisationId],
  );
  const alarmId = await idOf(
    `insert into alarm (organisation_id, device, name, severity, raised_at)
     select organisation_id, key, '邻居的告警', 'MAJOR', now() from device where id = $1 returning id`,
    [deviceId],
  );
  const orderId = await idOf(
    `insert into work_order (organisation_id, title) values ($1, '邻居的工单') returning id`,
    [organisationId],
  );
  const templateId = await idOf(
    `insert into work_order_template (organisation_id, name, title) values ($1, '邻居的模板', 'x') returning id`,
    [organisationId],
  );
  const scheduleId = await idOf(
    `insert into work_order_schedule (organisation_id, template_id, rule) values ($1, $2, $3) returning id`,
    [organisationId, templateId, JSON.stringify({ kind: 'hours', key: 'x', every: 1 })],
  );
  const tutorialId = await idOf(
    `insert into article (organisation_id, kind, title, content) values ($1, 'tutorial', '邻居的教程', 'x') returning id`,
    [organisationId],
  );
  const departmentId = await idOf(
    `insert into department (organisation_id, name) values ($1, '邻居的部门') returning id`,
    [organisationId],
  );
  const skinId = await idOf(
    `insert into plot_skin (organisation_id, name, skin_url) values ($1, '邻居的皮肤', '/skins/x.png') returning id`,
    [organisationId],
  );
  const feedbackId = await idOf(
    `insert into feedback (organisation_id, user_id, content)
     select $1, id, '邻居的反馈' from app_user where username = 'foreigner' returning id`,
    [organisationId],
  );
  // Shared with a user of a third organisation: neither side is ours.
  const third = await insertMember(server, { username: 'third', organisation: '第三方' });
  const shareId = await idOf(
    `insert into device_share (device_id, owner_id, recipient_id, permissions) values ($1, $2, $3, '{view}') returning id`,
    [deviceId, organisationId, third.userId],
  );
  const linkageId = await idOf(
    `insert into linkage (organisation_id, name, definition)
     values ($1, '邻居的联动', '{"triggers":[{"type":"manual"}],"condition":null,"once":null,"actions":[]}') returning id`,
    [organisationId],
  );
  const integrationId = await idOf(
    `insert into integration (organisation_id, kind, name, key_hash, product_model_id)
     select $1, 'ttn', '邻居的网络', 'none', id from product_model limit 1 returning id`,
    [organisationId],
  );
  const fileId = await idOf(
    `insert into file (organisation_id, sha256, size, media_type, extension, original_name, width, height)
     values ($1, repeat('0', 64), 1, 'image/png', 'png', '邻居的照片.png', 1, 1) returning id`,
    [organisationId],
  );
  const mapId = await idOf(
    `insert into region_map (organisation_id, parent_code, file_id, regions) values ($1, '', $2, 1) returning id`,
    [organisationId, fileId],
  );
  const { userId } = await insertMember(server, { username: 'their-second', organisation: '邻居' });
  const sessionId = await idOf(
    'insert into user_session (id, user_id) values (gen_random_uuid(), $1) returning id',
    [userId],
  );
  const apiKeyId = await idOf(
    `insert into api_key (organisation_id, created_by, name, key_hash, roles)
     values ($1, $2, '邻居的密钥', 'none', '{viewer}') returning id`,
    [organisationId, userId],
  );
  const embedTokenId = await idOf(
    `insert into embed_token (organisation_id, scene_id, created_by, name, token_hash, expires_at)
     values ($1, $2, $3, '邻居的嵌入', 'none', now() + interval '1 day') returning id`,
    [organisationId, sceneId, userId],
  );
  const roleId = await idOf(
    `insert into own_role (organisation_id, name, rights) values ($1, '邻居的角色', '{read}') returning id`,
    [organisationId],
  );
  const ruleId = await idOf(
    `insert into access_rule (organisation_id, role, group_id, level) values ($1, 'viewer', $2, 'see') returning id`,
    [organisationId, groupId],
  );
  const invitationId = await idOf(
    `insert into invitation (organisation_id, created_by, invitee, roles, token_hash, expires_at)
     values ($1, $2, '邻居的客人', '{viewer}', 'none', now() + interval '1 day') returning id`,
    [organisationId, userId],
  );
  const channelId = await idOf(
    `insert into notification_channel (organisation_id, user_id, kind, name, sealed)
     values ($1, $2, 'email', '邻居的邮箱', '') returning id`,
    [organisationId, userId],
  );
  const exportId = await idOf(
    `insert into organisation_export (organisation_id, created_by, state, progress, blob, size)
     values ($1, $2, 'done', 1, 'none', 1) returning id`,
    [organisationId, userId],
  );
  const passkeyId = await idOf(
    `insert into passkey (user_id, name, credential_id, public_key, counter)
     values ($1, '邻居的通行密钥', 'none', '', 0) returning id`,
    [userId],
  );
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username: 'foreigner',
    password: server.adminPassword,
  });
  const api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  const ids = {
    scenes: sceneId,
    groups: groupId,
    deviceGroups: membershipId,
    crops: plantId,
    workOrders: orderId,
    workOrderPlans: templateId,
    'workOrderPlans.switchSchedule': scheduleId,
    'workOrderPlans.removeSchedule': scheduleId,
    articles: tutorialId,
    feedback: feedbackId,
    'organisation.removeDepartment': departmentId,
    'organisation.removePlotSkin': skinId,
    sharing: shareId,
    integrations: integrationId,
    linkages: linkageId,
    alarms: alarmId,
    alarmHandling: alarmId,
    files: fileId,
    regions: mapId,
    'agronomy.plot': sceneId,
    'agronomy.recordIrrigation': plantId,
    users: userId,
    roles: roleId,
    'accessRules.save': groupId,
    'accessRules.remove': ruleId,
    invitations: invitationId,
    sessions: sessionId,
    apiKeys: apiKeyId,
    embedTokens: embedTokenId,
    'embedTokens.create': sceneId,
    'access.scene': sceneId,
    'access.person': userId,
    notifications: channelId,
    organisationExports: exportId,
    passkeys: passkeyId,
  };
  return { api, accessToken, organisationId, deviceId, deviceToken, sceneId, ids };
}
