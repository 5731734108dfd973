// Faults in routes, SQL and streams of the server. It runs as a process of its own, so mutation testing does not see it:
// each is planted in its sources, and the test runs the real server.
const SRC = 'apps/server/src';

/** A test of the contract by the names of its calls; the full name of a test has a ` > ` between its parts. */
const calls = (...names) => ({
  suite: 'http',
  test: 'tests/http/contract.test.ts',
  only: `expects > (${names.join('|').replaceAll('.', '\\.')})$`,
});
const contract = (name, only) => ({
  suite: 'http',
  test: `tests/http/${name}.test.ts`,
  ...(only ? { only } : {}),
});
const security = (name, only) => ({
  suite: 'http',
  test: `tests/http/${name}.test.ts`,
  ...(only ? { only } : {}),
});
const foreign = security('organisations');

const fault = (id, says, [file, find, replace], by) => ({
  id,
  says,
  file: `${SRC}/${file}`,
  find,
  replace,
  ...by,
});

const AUTHORISATION = [
  fault(
    'right-of-call-not-asked',
    'a call asks for no right',
    ['platform/http/call-steps.ts', 'else if (!mayCall(principal, call))', 'else if (!principal)'],
    security('roles'),
  ),
  fault(
    'viewer-operates',
    'a viewer may operate devices',
    ['platform/auth/policy.ts', "viewer: ['read', 'personal']", "viewer: ['read', 'operate', 'personal']"],
    security('roles'),
  ),
  fault(
    'operator-administers',
    'an operator may administer',
    [
      'platform/auth/policy.ts',
      "operator: ['read', 'operate',",
      "operator: ['read', 'administer', 'operate',",
    ],
    security('roles'),
  ),
  fault(
    'grants-more-than-own',
    'a person grants rights that they do not have',
    [
      'platform/auth/policy.ts',
      'knownRights(role)?.every((right) => can(own, right)) === true',
      'knownRights(role)?.some((right) => can(own, right)) === true',
    ],
    { suite: 'unit', test: `${SRC}/platform/auth/policy.test.ts` },
  ),
  fault(
    'admin-makes-owner',
    'an administrator makes an owner',
    [
      'platform/auth/policy.ts',
      "role !== 'owner' || own.roles.includes('owner')",
      "role !== 'owner' || own.roles.length > 0",
    ],
    { suite: 'unit', test: `${SRC}/platform/auth/policy.test.ts` },
  ),
  fault(
    'key-keeps-rights',
    'an API key keeps rights that its creator lost',
    [
      'platform/auth/policy.ts',
      'return ofKey.filter((role) => mayGrant({ roles: ofMaker }, [role]));',
      'return ofMaker.length > 0 ? [...ofKey] : [];',
    ],
    security('grants', 'a key of a program'),
  ),
  fault(
    'key-rights-ignored',
    'a key that is limited to some rights has all those of its roles',
    [
      'platform/auth/policy.ts',
      'rights?.includes(right) !== false && roles.some',
      'rights?.length !== 0 && roles.some',
    ],
    security('key-rights'),
  ),
  fault(
    'read-only-key-changes',
    'a key that only reads makes calls that change something',
    ['platform/auth/policy.ts', 'holder.readOnly === true && (audit', 'holder.readOnly === null && (audit'],
    security('key-rights', 'only reads'),
  ),
  fault(
    'reset-by-own-address',
    'an address that its person wrote opens the account',
    ['features/auth/password-resets.ts', "    .where('app_user.email_by_administrator', '=', true)\n", ''],
    security('password-reset', 'counts as unknown'),
  ),
  fault(
    'reset-link-twice',
    'a link for a new password works twice',
    [
      'features/auth/password-resets.ts',
      "      await transaction.deleteFrom('password_reset').where('user_id', '=', userId).execute();\n",
      '',
    ],
    security('password-reset', 'sets a password once'),
  ),
  fault(
    'embed-any-device',
    'the token of a scene reaches devices outside it',
    [
      'platform/http/call-steps.ts',
      'if (!sceneDevices.includes(id)) throw notFound();',
      'if (id === sceneId && !sceneDevices.includes(id)) throw notFound();',
    ],
    security('embedding'),
  ),
  fault(
    'token-of-former-organisation',
    'a token works on after its login switched to another organisation',
    [
      'platform/auth/principals.ts',
      'if (user.organisationId !== signed.principal.organisationId) return null;',
      '',
    ],
    security('memberships', 'a login that switches'),
  ),
  fault(
    'ended-session-works',
    'a token works on after its session ended',
    ['platform/auth/sessions.ts', 'where s.id = $1 and s.ended_at is null', 'where s.id = $1'],
    security('login'),
  ),
  fault(
    'refresh-after-logout',
    'a refresh token works after the logout',
    // A login that ended in the table of sessions alone is refused, too: a fault in one of the two has no effect.
    [
      'platform/auth/refresh-tokens.ts',
      'if (!row) return null;\n    await this.#end(this.#db, row.family);',
      'if (!row) return null;',
    ],
    security('login', 'ends with the logout'),
  ),
  fault(
    'alarm-details-control',
    'a share to view lets its user act on alarms',
    [
      'features/alarms/routes.ts',
      "permission: 'view' | 'control' = 'control'",
      "permission: 'view' | 'control' = 'view'",
    ],
    security('sharing', 'a share to view shows an alarm'),
  ),
  fault(
    'people-in-shared-alarm',
    'the history of a shared alarm names people',
    [
      'features/alarms/routes.ts',
      'history: isOwn ? steps : withoutPeople(steps),',
      'history: isOwn || steps.length > 0 ? steps : withoutPeople(steps),',
    ],
    security('sharing', 'a share to view shows an alarm'),
  ),
  fault(
    'share-forgets-history',
    'a share that gives history gives none',
    [
      'features/sharing/repository.ts',
      "permission === 'view' || permissions.includes(permission)",
      "permission === 'view' || (permission !== 'history' && permissions.includes(permission))",
    ],
    security('sharing', 'a share allows exactly'),
  ),
  fault(
    'command-of-other-device',
    "any device answers another's command",
    [
      'features/commands/device-rpc.ts',
      'if (waiting?.deviceKey === device.key) waiting.resolve',
      'if (waiting && device.key !== undefined) waiting.resolve',
    ],
    security('interlocks', 'only the device of a command'),
  ),
  fault(
    'claimed-device-keeps-commands',
    'commands of the former owner reach a claimed device',
    [
      'features/devices/device-claims.ts',
      ".where('state', '=', 'queued')\n      .where('device', '=', (eb)",
      ".where('state', '=', 'sent')\n      .where('device', '=', (eb)",
    ],
    security('grants', 'is not sent after the device was claimed'),
  ),
  fault(
    'expired-claim',
    'a claim code works after its end',
    [
      'features/devices/device-claims.ts',
      ".where('code_hash', '=', hashClaimCode(code))\n        .where('expires_at', '>', new Date(this.#now()))",
      ".where('code_hash', '=', hashClaimCode(code))",
    ],
    security('organisations', 'a claim code'),
  ),
  fault(
    'former-token-for-ever',
    'a former device token works after its end',
    [
      'features/devices/credentials.ts',
      "'former_device_token.ends_at', '>', new Date(this.#now())",
      "'former_device_token.ends_at', '>', new Date(0)",
    ],
    security('device-tokens'),
  ),
  fault(
    'device-token-twice',
    'a token that another device has is accepted',
    ['features/devices/device-tokens.ts', "if (await isInUse(client, [made.hash])) return 'taken';", ''],
    security('device-tokens'),
  ),
  fault(
    'suspended-organisation-reports',
    'devices of a suspended organisation report',
    [
      'features/devices/credentials.ts',
      'organisation.suspended_at is not null',
      'organisation.suspended_at is null and false',
    ],
    security('memberships', 'a suspended organisation'),
  ),
];

const ORGANISATION = [
  fault(
    'rows-of-all-organisations',
    'lists contain the rows of all organisations',
    [
      'platform/storage/owned-rows.ts',
      "this.#db.selectFrom(this.#table).where('organisation_id', '=', organisationId);",
      "this.#db.selectFrom(this.#table).where('organisation_id', 'is not', null);",
    ],
    foreign,
  ),
  fault(
    'row-of-any-organisation',
    'a row of another organisation is found by its id',
    [
      'platform/storage/owned-rows.ts',
      ".select(this.#columns)\n      .where('organisation_id', '=', organisationId)\n      .where('id', '=', id);",
      ".select(this.#columns)\n      .where('id', '=', id);",
    ],
    foreign,
  ),
  fault(
    'updates-any-organisation',
    'a row of another organisation is changed',
    [
      'platform/storage/owned-rows.ts',
      "updated_at: sql<Date>`platform_now()`,\n      })\n      .where('organisation_id', '=', organisationId)",
      'updated_at: sql<Date>`platform_now()`,\n      })',
    ],
    foreign,
  ),
  fault(
    'removes-any-organisation',
    'a row of another organisation is removed',
    [
      'platform/storage/owned-rows.ts',
      ".deleteFrom(this.#table)\n      .where('organisation_id', '=', organisationId)",
      '.deleteFrom(this.#table)',
    ],
    foreign,
  ),
  fault(
    'devices-of-all',
    'devices of other organisations are found',
    [
      'features/devices/repository.ts',
      "organisationId === null ? all : all.where('device.organisation_id', '=', organisationId)",
      "organisationId === null ? all : all.where('device.organisation_id', 'is not', null)",
    ],
    foreign,
  ),
  fault(
    'alarms-of-all',
    'the list of alarms contains those of other organisations',
    [
      'features/alarms/repository.ts',
      "const where = ['a.organisation_id = $1'];",
      "const where = ['a.organisation_id is not distinct from coalesce(a.organisation_id, $1)'];",
    ],
    foreign,
  ),
  fault(
    'groups-left-of-others',
    'members of foreign groups are listed and removed',
    [
      'features/groups/repository.ts',
      ".where('device_group.organisation_id', '=', organisationId);",
      ".where('device_group.organisation_id', 'is not', null);",
    ],
    foreign,
  ),
  fault(
    'shares-changed-by-others',
    'the terms of foreign shares are changed',
    [
      'features/sharing/repository.ts',
      "          .where('owner_id', '=', organisationId)\n          .where('stopped_at', 'is', null)",
      "          .where('stopped_at', 'is', null)",
    ],
    foreign,
  ),
  fault(
    'feedback-of-others',
    'feedback of other people is removed',
    [
      'features/feedback/repository.ts',
      ".select('id')\n      .where('organisation_id', '=', organisationId)\n      .where('user_id', '=', userId)",
      ".select('id')",
    ],
    foreign,
  ),
  fault(
    'files-of-others',
    'files of other organisations are found',
    [
      'features/files/repository.ts',
      ".where('organisation_id', '=', organisationId)\n      .where('id', 'in', uniqueIds)",
      ".where('id', 'in', uniqueIds)",
    ],
    foreign,
  ),
  fault(
    'linkages-enabled-of-others',
    'linkages of other organisations are switched',
    [
      'features/linkages/repository.ts',
      ".select('id')\n        .where('organisation_id', '=', organisationId)",
      ".select('id')",
    ],
    calls('linkages.batch'),
  ),
  fault(
    'statistics-of-all',
    'statistics count the devices of all organisations',
    [
      'features/statistics/service.ts',
      'd.product_model_id where d.organisation_id = $1',
      'd.product_model_id where $1::uuid is not null',
    ],
    foreign,
  ),
];

const QUERIES = [
  fault(
    'save-over-newer',
    'a scene is saved over a newer version',
    [
      'platform/storage/owned-rows.ts',
      "if (version !== undefined) query = query.where('version', '=', version);",
      "if (version !== undefined) query = query.where('version', '>=', version);",
    ],
    contract('contract', 'of ten concurrent saves'),
  ),
  fault(
    'lists-oldest-first',
    'lists begin with the oldest',
    [
      'platform/storage/owned-rows.ts',
      "{ sql: 'created_at', type: 'timestamptz', direction: 'desc' }",
      "{ sql: 'created_at', type: 'timestamptz', direction: 'asc' }",
    ],
    calls('articles.notices'),
  ),
  fault(
    'total-of-page',
    'the total of a list ignores its filter',
    [
      'platform/storage/owned-rows.ts',
      "filtered.select(({ fn }) => fn.countAll<string>().as('total'))",
      "all.select(({ fn }) => fn.countAll<string>().as('total'))",
    ],
    calls('scenes.list', 'workOrders.list', 'linkages.list', 'users.list'),
  ),
  fault(
    'search-is-a-pattern',
    'a search takes % as a wildcard',
    [
      'platform/storage/owned-rows.ts',
      'position(lower(${text}) in lower(${sql.ref(column)})) > 0',
      "lower(${sql.ref(column)}) like '%' || lower(${text}) || '%'",
    ],
    security('input', 'with quotes and wildcards'),
  ),
  fault(
    'devices-sorted-upside-down',
    'the list of devices is sorted the wrong way',
    [
      'features/devices/repository.ts',
      "const direction = descending ? 'desc' : 'asc';",
      "const direction = descending ? 'asc' : 'desc';",
    ],
    calls('devices.list'),
  ),
  fault(
    'active-devices-silent',
    'the filter of silent devices gives the active ones',
    [
      'features/devices/repository.ts',
      "'-infinity') < to_timestamp(${filter.inactiveSince / 1000})",
      "'-infinity') >= to_timestamp(${filter.inactiveSince / 1000})",
    ],
    calls('devices.list', 'devices.count'),
  ),
  fault(
    'alarms-oldest-first',
    'the list of alarms begins with the oldest',
    [
      'features/alarms/repository.ts',
      "{ sql: 'a.raised_at', type: 'timestamptz', direction: 'desc' }",
      "{ sql: 'a.raised_at', type: 'timestamptz', direction: 'asc' }",
    ],
    calls('alarms.query', 'alarms.ofDevice'),
  ),
  fault(
    'active-alarms-inverted',
    'the filter of active alarms gives the ended ones',
    [
      'features/alarms/repository.ts',
      "a.cleared_at is ${filter.active ? '' : 'not '}null",
      "a.cleared_at is ${filter.active ? 'not ' : ''}null",
    ],
    calls('alarms.query', 'alarms.ofDevice'),
  ),
  fault(
    'acknowledged-inverted',
    'the filter of acknowledged alarms is inverted',
    [
      'features/alarms/repository.ts',
      "a.acknowledged_at is ${filter.acknowledged ? 'not ' : ''}null",
      "a.acknowledged_at is ${filter.acknowledged ? '' : 'not '}null",
    ],
    calls('alarms.query', 'alarms.ofDevice', 'alarms.acknowledge'),
  ),
  fault(
    'shelved-inverted',
    'the filter of shelved alarms is inverted',
    [
      'features/alarms/repository.ts',
      'coalesce(a.shelved_until > platform_now(), false) = ${filter.shelved}',
      'coalesce(a.shelved_until > platform_now(), false) <> ${filter.shelved}',
    ],
    calls('alarms.query', 'alarms.shelve'),
  ),
  fault(
    'alarm-until-is-from',
    'the begin of a range of alarms is taken for its end',
    [
      'features/alarms/repository.ts',
      "add('a.raised_at >= to_timestamp(?::float8 / 1000)', filter.startTs)",
      "add('a.raised_at < to_timestamp(?::float8 / 1000)', filter.startTs)",
    ],
    calls('alarms.query', 'alarms.ofDevice'),
  ),
  fault(
    'alarm-time-in-seconds',
    'times of alarms are in seconds',
    [
      'features/alarms/repository.ts',
      '(extract(epoch from ${column}) * 1000)::float8',
      '(extract(epoch from ${column}))::float8',
    ],
    contract('alarms'),
  ),
  fault(
    'acknowledged-twice',
    'a second acknowledgement replaces the first',
    [
      'features/alarms/repository.ts',
      'where organisation_id = $1 and id = $2 and acknowledged_at is null returning',
      'where organisation_id = $1 and id = $2 returning',
    ],
    calls('alarms.clear'),
  ),
  fault(
    'history-of-the-day-before',
    'the default range of a history is an hour',
    ['features/telemetry/routes.ts', 'const DAY_MS = 24 * 60 * 60 * 1000;', 'const DAY_MS = 60 * 60 * 1000;'],
    calls('telemetry.history', 'telemetry.chart', 'telemetry.count', 'telemetry.export'),
  ),
  fault(
    'range-upside-down',
    'a range that ends before it begins is accepted',
    ['features/telemetry/routes.ts', 'if (startTs >= endTs) throw', 'if (startTs === endTs) throw'],
    calls('telemetry.history', 'telemetry.chart'),
  ),
  fault(
    'history-newest-first',
    'a history in ascending order is descending',
    [
      'platform/telemetry/queries.ts',
      "const direction = order === 'DESC' ? 'desc' : 'asc';",
      "const direction = order === 'DESC' ? 'asc' : 'desc';",
    ],
    calls('telemetry.history'),
  ),
  fault(
    'history-in-seconds',
    'instants of a history are in seconds',
    [
      'platform/telemetry/queries.ts',
      'text: `select (extract(epoch from m.ts) * 1000)::float8 as ts, m.values -> $2 as value,',
      'text: `select extract(epoch from m.ts)::float8 as ts, m.values -> $2 as value,',
    ],
    calls('telemetry.history'),
  ),
  fault(
    'latest-overwritten-by-older',
    'an older reading replaces the latest one',
    ['platform/telemetry/newest.ts', 'where excluded.ts >= l.ts', 'where true'],
    contract('newest', 'the newest value of each key'),
  ),
  fault(
    'older-sent-as-latest',
    'pages get an older reading as the present one',
    ['platform/telemetry/newest.ts', 'rows.length === 0 ? latest : without(latest, rows)', 'latest'],
    contract('stream', 'receives no reading that is older'),
  ),
  fault(
    'latest-not-replaced',
    'a newer reading does not replace the latest one',
    ['platform/telemetry/newest.ts', 'where excluded.ts >= l.ts', 'where excluded.ts < l.ts'],
    contract('stream', 'a subscription'),
  ),
  fault(
    'page-of-keys-repeats',
    'a page of latest values begins with its last key again',
    ['platform/telemetry/queries.ts', '($3::text is null or key > $3)', '($3::text is null or key >= $3)'],
    security('caps', 'the keys of a device'),
  ),
  fault(
    'count-without-end',
    'the number of messages of a range includes those after it',
    [
      'platform/telemetry/queries.ts',
      `coalesce($3::timestamptz, 'infinity')`,
      `coalesce(nullif($3::timestamptz, $3), 'infinity')`,
    ],
    calls('telemetry.count'),
  ),
  fault(
    'packed-flags-lost',
    'values of old days lose their flags when they are packed',
    ['platform/telemetry/archived-days.ts', `coalesce(rest, '{}'), outside)`, `coalesce(rest, '{}'), null)`],
    contract('archived-days', 'every reader'),
  ),
  fault(
    'packed-day-written-beside',
    'a late reading is stored beside its packed day',
    ['platform/telemetry/store.ts', 'old.length > 0 &&', 'old.length < 0 &&'],
    contract('archived-days', 'a late reading'),
  ),
  fault(
    'packed-day-while-waiting',
    'a reading that waited for the packing of its day is stored beside it',
    ['platform/telemetry/store.ts', 'marked, unarchive()]', 'marked]'],
    contract('archived-days', 'waits for the packing'),
  ),
  fault(
    'changed-day-packed',
    'a day is packed with an hour that is being computed anew',
    [
      'platform/telemetry/archived-days.ts',
      'filter(([, own]) => own.length === 24)',
      'filter(([, own]) => own.length > 0)',
    ],
    contract('archived-days', 'an old day is not packed'),
  ),
  fault(
    'flag-lost',
    'a value out of its range loses its flag in the history',
    [
      'platform/telemetry/queries.ts',
      'return outside ? { ts, value, outside } : { ts, value };',
      'return { ts, value };',
    ],
    calls('telemetry.history', 'telemetry.latest', 'telemetry.outside'),
  ),
  fault(
    'chart-least-for-greatest',
    'the least and the greatest of a chart are swapped',
    [
      'platform/telemetry/chart-queries.ts',
      'line.push({ ts, value: row.value, min: row.low, max: row.high });',
      'line.push({ ts, value: row.value, min: row.high, max: row.low });',
    ],
    calls('telemetry.chart'),
  ),
  fault(
    'work-order-any-transition',
    'a closed work order is opened again',
    ['features/work-orders/repository.ts', "'3': [],", "'3': ['0', '1'],"],
    calls('workOrders.update'),
  ),
  fault(
    'work-order-log-lost',
    'a change of a work order is not in its log',
    [
      'features/work-orders/repository.ts',
      'await log(transaction, row, stepOf(maker, values, { action, from_state: before.state }), photos);',
      '',
    ],
    calls('workOrders.log', 'workOrders.update'),
  ),
  fault(
    'hours-of-former-device',
    'the hours of a device that was claimed make orders of its former owner',
    [
      'features/work-orders/scheduled-orders.ts',
      'd.organisation_id = s.organisation_id and s.rule ->>',
      's.rule ->>',
    ],
    calls('workOrderPlans.schedules'),
  ),
  fault(
    'audit-without-subject',
    'the audit log does not say which order was changed',
    ['platform/http/call-steps.ts', ', ...subjects]', ']'],
    calls('audit.list'),
  ),
  fault(
    'on-call-locked',
    'somebody who is locked is on call',
    [
      'features/notifications/on-call.ts',
      'join active_membership m on m.organisation_id = r.organisation_id and m.user_id = u.id order by',
      'order by',
    ],
    calls('users.remove'),
  ),
  fault(
    'group-contains-itself',
    'a group is moved into itself',
    ['features/groups/repository.ts', 'if (at === id) return true;', ''],
    calls('groups.update'),
  ),
  fault(
    'expired-command-waits',
    'commands expire before their time',
    [
      'features/commands/command-log.ts',
      "where state = 'queued' and persistent and expires_at <= platform_now()",
      "where state = 'queued' and persistent and expires_at > platform_now()",
    ],
    calls('rpc.twoway', 'rpc.get'),
  ),
  fault(
    'answers-in-seconds',
    'the time-out of a command is in seconds',
    [
      'features/commands/device-rpc.ts',
      "setTimeout(() => reject(new RpcError('timeout', isDelivered)), timeoutMs)",
      "setTimeout(() => reject(new RpcError('timeout', isDelivered)), timeoutMs / 1000)",
    ],
    { suite: 'unit', test: `${SRC}/features/commands/device-rpc.test.ts` },
  ),
  fault(
    'interlock-minutes-as-seconds',
    'the maximum running time is in seconds, not minutes',
    ['features/commands/interlock-routes.ts', 'maxRunMinutes * 60_000', 'maxRunMinutes * 1_000'],
    calls('deviceLink.setInterlock', 'deviceLink.interlock'),
  ),
];

const STREAMS = [
  fault(
    'replay-misses-one',
    'a resumed stream misses the commit after its cursor',
    [
      'platform/telemetry/queries.ts',
      'where device = any($1::int[]) and seq > $2',
      'where device = any($1::int[]) and seq > $2 + 1',
    ],
    contract('stream', 'a subscription'),
  ),
  fault(
    'replay-of-all',
    'a resumed stream gets again what it had',
    [
      'platform/telemetry/queries.ts',
      'where device = any($1::int[]) and seq > $2',
      'where device = any($1::int[]) and seq > $2 - 1000000',
    ],
    contract('stream', 'a subscription'),
  ),
  fault(
    'foreign-cursor-taken',
    'a cursor of another database gets nothing',
    ['adapters/realtime/subscriptions.ts', 'Number(cursor) > seq ? 0 : Number(cursor)', 'Number(cursor)'],
    contract('stream', 'with a cursor of another database'),
  ),
  fault(
    'unsubscribed-goes-on',
    'a stream goes on after unsubscribe',
    [
      'adapters/realtime/subscriptions.ts',
      'this.#updateInterval();\n    this.#count(subscription.resolved, -1);',
      'this.#updateInterval();',
    ],
    contract('stream', 'nothing is received after unsubscribe'),
  ),
  fault(
    'interval-ignored',
    'a client gets frames more often than it asked for',
    [
      'adapters/realtime/subscriptions.ts',
      'intervalMs: Math.max(MIN_INTERVAL_MS, every)',
      'intervalMs: Math.min(MIN_INTERVAL_MS, every)',
    ],
    contract('stream', 'receives readings in fewer frames'),
  ),
  fault(
    'embed-follows-anything',
    'the token of a scene follows any target',
    [
      'features/sharing/stream-targets.ts',
      "return 'scene' in target && target.scene.toLowerCase() === principal.sceneId",
      'return principal.sceneId',
    ],
    security('people', 'the token of a foreign page'),
  ),
  fault(
    'stream-outlives-its-right',
    'a stream goes on after its right ended',
    [
      'adapters/realtime/subscriptions.ts',
      'if (!resolved) {\n      this.unsubscribe(id);\n      return this.#refuse(id);\n    }',
      'if (!resolved) return;',
    ],
    security('sharing', 'the stream of a shared device'),
  ),
  fault(
    'share-that-expires-streams',
    'a stream goes on after its share expired',
    [
      'adapters/realtime/subscriptions.ts',
      'if (until !== null && until <= now) await',
      'if (until !== null && until <= 0) await',
    ],
    security('sharing', 'ends when the share expires'),
  ),
  fault(
    'rejection-not-sent',
    'pages are not told of a refused message',
    [
      'adapters/realtime/hub.ts',
      "connection.send({ type: 'rejection', deviceId, count, ts, reason: why, problems: shown });",
      'void [count, ts, why];',
    ],
    contract('stream', 'reports a rejection'),
  ),
  fault(
    'scene-change-not-sent',
    'pages are not told that a scene was saved',
    [
      'adapters/realtime/hub.ts',
      "connection.send({ type: 'scene-changed', sceneId, version, by });",
      'void [version, by];',
    ],
    contract('stream', 'a scene'),
  ),
  fault(
    'weather-of-scene-not-sent',
    'the weather of a scene does not reach its pages',
    [
      'adapters/realtime/hub.ts',
      "broadcast(sceneId, organisationId, { type: 'scene-weather', sceneId, kind });",
      'void [sceneId, organisationId, kind];',
    ],
    contract('commands', 'a linkage shows weather'),
  ),
  fault(
    'online-inverted',
    'an online device is reported as offline',
    [
      'adapters/realtime/hub.ts',
      'items: [{ deviceId, online, lastActivity }]',
      'items: [{ deviceId, online: !online, lastActivity }]',
    ],
    contract('stream', 'reports a rejection'),
  ),
];

export const SERVER = [...AUTHORISATION, ...ORGANISATION, ...QUERIES, ...STREAMS];
