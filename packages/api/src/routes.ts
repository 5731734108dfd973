import type { CallAuth as RouteAuth, Service } from './calls/call.ts';

export type RouteKind =
  | 'list'
  | 'read'
  | 'create'
  | 'update'
  | 'delete'
  | 'act'
  | 'ingest'
  | 'stream'
  | 'system';

export interface Route {
  readonly service: Service;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters stand in braces: '/api/devices/{id}'. */
  readonly path: string;
  readonly kind: RouteKind;
  readonly auth: RouteAuth;
  /** 'envelope' `{code,msg,data}`, 'bare' as other platforms' devices expect it, 'text', 'binary' a file. */
  readonly answer: 'envelope' | 'bare' | 'text' | 'binary';
  /** Where the call comes from: the specification's section 7, or ours. */
  readonly origin: 'specification' | 'own';
}

function spec(
  method: Route['method'],
  path: string,
  kind: RouteKind,
  service: Service = 'iot',
  answer: Route['answer'] = 'envelope',
): Route {
  return { service, method, path, kind, auth: 'user', answer, origin: 'specification' };
}

function own(method: Route['method'], path: string, kind: RouteKind, rest: Partial<Route> = {}): Route {
  return { service: 'system', method, path, kind, auth: 'user', answer: 'envelope', origin: 'own', ...rest };
}

function ingest(method: Route['method'], path: string): Route {
  return own(method, path, 'ingest', { service: 'iot', auth: 'device', answer: 'bare' });
}

/** ThingsBoard's user API, in its own forms. */
function thingsboard(
  method: Route['method'],
  path: string,
  kind: RouteKind,
  auth: RouteAuth = 'user',
): Route {
  return own(method, path, kind, { service: 'iot', auth, answer: 'bare' });
}

/** Every call that this version answers, and none that it does not. */
export const ROUTES = {
  'auth.login': own('POST', '/auth/login', 'act', { auth: 'none' }),
  'auth.refresh': own('POST', '/auth/refresh', 'act', { auth: 'refresh-cookie' }),
  'auth.logout': own('POST', '/auth/logout', 'act', { auth: 'refresh-cookie' }),
  'auth.me': own('GET', '/auth/me', 'read'),
  'auth.updateMe': own('PUT', '/auth/me', 'update'),
  'auth.changePassword': own('POST', '/auth/password', 'act'),

  'devices.list': spec('GET', '/api/devices', 'list'),
  'devices.simple': spec('GET', '/api/devices/simple', 'list'),
  'devices.displayed': spec('GET', '/api/devices/simple/display', 'list'),
  'devices.map': spec('GET', '/api/devices/simple/map', 'list'),
  'devices.typeCount': spec('GET', '/api/devices/type/count', 'list'),
  'devices.count': spec('GET', '/api/devices/count', 'read'),
  'devices.create': spec('POST', '/api/devices', 'create'),
  'devices.get': spec('GET', '/api/devices/{id}', 'read'),
  'devices.update': spec('PUT', '/api/devices/{id}', 'update'),
  'devices.remove': spec('DELETE', '/api/devices/{id}', 'delete'),
  'devices.attributes': spec('GET', '/api/devices/{id}/attributes', 'list'),

  'devices.sim': spec('GET', '/api/devices/{id}/sim', 'read'),
  'devices.claim': spec('POST', '/api/devices/verifications', 'act'),
  'devices.leaveGateway': spec('POST', '/api/devices/gateway/remove', 'update'),
  'devices.claimCode': own('POST', '/api/devices/{id}/claimcode', 'act', { service: 'iot' }),

  'devices.previewImport': own('POST', '/api/devices/import/preview', 'act', { service: 'iot' }),
  'devices.import': own('POST', '/api/devices/import', 'create', { service: 'iot' }),
  'devices.received': own('GET', '/api/devices/receive/list', 'list', { service: 'iot' }),

  'sharing.share': spec('POST', '/api/devices/share/info', 'create'),
  'sharing.ledger': spec('GET', '/api/devices/sharedsettings', 'list'),
  'sharing.change': spec('POST', '/api/devices/sharedsettings/batch', 'update'),
  'sharing.stop': spec('DELETE', '/api/devices/shared/{id}/stop', 'act'),
  'sharing.leave': spec('DELETE', '/api/devices/received/{id}/stop', 'act'),
  'sharing.receivedCount': spec('GET', '/api/devices/receive/count', 'read'),

  'groups.list': spec('GET', '/group/list', 'list'),
  'groups.create': spec('POST', '/group', 'create'),
  'groups.update': spec('PUT', '/group', 'update'),
  'groups.remove': spec('DELETE', '/group', 'delete'),
  'deviceGroups.list': spec('GET', '/devicegroup/list', 'list'),
  'deviceGroups.add': spec('POST', '/devicegroup', 'create'),
  'deviceGroups.addMany': spec('POST', '/devicegroup/batch/add', 'create'),
  'deviceGroups.remove': spec('DELETE', '/devicegroup', 'delete'),
  'deviceGroups.removeMany': spec('DELETE', '/devicegroup/batch', 'delete'),

  'productModels.list': spec('GET', '/api/product/models', 'list'),
  'productModels.get': spec('GET', '/api/product/models/{id}', 'read'),
  'productModels.attributes': spec('GET', '/api/product/models/{id}/attributes', 'list'),

  'productModels.linkageAttributes': spec('GET', '/api/product/models/attributes', 'list'),
  'productModels.dictionaries': spec('GET', '/api/attribute/dictionaries', 'list', 'base'),
  'productModels.addAttribute': spec('POST', '/api/attributes', 'create', 'base'),
  'productModels.groups': spec('GET', '/product/model/group/list', 'list'),
  'productModels.ofGroup': spec('GET', '/product/model/group/{a}/{b}', 'list'),
  'handles.style': spec('GET', '/product/model/handle/{id}/style', 'list'),
  'handles.ofDevice': spec('GET', '/api/components/handles/{id}', 'list'),
  'handles.operate': spec('POST', '/api/components/handles/{id}/do', 'act'),

  'crops.growthModels': spec('GET', '/crop/growth/model/list', 'list'),
  'crops.plants': spec('GET', '/crop/plant/conf/list', 'list'),
  'crops.plant': spec('GET', '/crop/plant/conf/{id}', 'read'),
  'crops.createPlants': spec('POST', '/crop/plant/conf/batch', 'create'),
  'crops.updatePlant': spec('PUT', '/crop/plant/conf', 'update'),
  'crops.removePlant': spec('DELETE', '/crop/plant/conf/{id}', 'delete'),
  'crops.diseasesAndPests': spec('GET', '/crop/disease/pest/{id}', 'list'),

  'agronomy.plots': own('GET', '/agronomy/plots', 'list', { service: 'iot' }),
  'agronomy.plot': own('GET', '/agronomy/plots/{id}', 'read', { service: 'iot' }),
  'agronomy.tables': own('GET', '/agronomy/tables', 'list', { service: 'iot' }),
  'agronomy.editTable': own('PUT', '/agronomy/tables', 'update', { service: 'iot' }),
  'agronomy.climate': own('GET', '/agronomy/climate', 'list', { service: 'iot' }),
  'agronomy.saveClimate': own('PUT', '/agronomy/climate', 'update', { service: 'iot' }),

  'workOrders.list': spec('GET', '/workorder/list', 'list'),
  'workOrders.get': spec('GET', '/workorder/{id}', 'read'),
  'workOrders.create': spec('POST', '/workorder', 'create'),
  'workOrders.update': spec('PUT', '/workorder', 'update'),
  'workOrders.log': spec('GET', '/workorder/log/list', 'list'),

  'feedback.list': spec('GET', '/system/feedback/list', 'list', 'base'),
  'feedback.create': spec('POST', '/system/feedback', 'create', 'base'),
  'feedback.remove': spec('DELETE', '/system/feedback', 'delete', 'base'),
  'feedback.removeAll': spec('DELETE', '/system/feedback/all', 'delete', 'base'),

  'articles.notices': spec('GET', '/notice/list', 'list', 'base'),
  'articles.tutorials': spec('GET', '/tutorial/list', 'list', 'base'),
  'articles.tutorial': spec('GET', '/tutorial/{id}', 'read', 'base'),
  'articles.instructions': spec('GET', '/api/product/instructions', 'list', 'base'),
  'articles.publish': own('POST', '/article', 'create', { service: 'base' }),
  'articles.remove': own('DELETE', '/article/{id}', 'delete', { service: 'base' }),

  'openApi.list': spec('GET', '/openapi/documents', 'list', 'base'),
  'openApi.get': spec('GET', '/openapi/documents/{id}', 'read', 'base'),

  'organisation.mapSetting': own('GET', '/mapconfig/setting', 'read', { service: 'base' }),
  'organisation.saveMapSetting': spec('POST', '/mapconfig/setting', 'update', 'base'),
  'organisation.departments': own('GET', '/system/dept/tree', 'list'),
  'organisation.createDepartment': own('POST', '/system/dept', 'create'),
  'organisation.removeDepartment': own('DELETE', '/system/dept/{id}', 'delete'),
  'organisation.plotSkins': own('GET', '/plot/skin/list', 'list', { service: 'iot' }),
  'organisation.createPlotSkin': own('POST', '/plot/skin', 'create', { service: 'iot' }),
  'organisation.removePlotSkin': own('DELETE', '/plot/skin/{id}', 'delete', { service: 'iot' }),
  'organisation.operateLog': spec('GET', '/device/operate/log/list', 'list', 'base'),

  'files.upload': own('POST', '/common/upload', 'create', { service: 'base' }),
  'files.uploadPlot': own('POST', '/common/upload/plot', 'create', { service: 'base' }),
  'files.url': own('POST', '/common/file/url', 'read', { service: 'base' }),
  'files.list': own('GET', '/common/file/list', 'list', { service: 'base' }),
  'files.remove': own('DELETE', '/common/file/{id}', 'delete', { service: 'base' }),
  'files.archive': spec('GET', '/api/file/download/multifile', 'read', 'base', 'binary'),
  'files.preview': spec('POST', '/preview', 'read', 'img'),
  'files.content': own('GET', '/files/{name}', 'read', {
    service: 'base',
    auth: 'signature',
    answer: 'binary',
  }),

  'areas.get': own('GET', '/system/area/{id}', 'read'),
  'areas.children': own('GET', '/system/area/children/{parentId}', 'list'),

  'regions.maps': own('GET', '/api/region/map/list', 'list'),
  'regions.saveMap': own('POST', '/api/region/map', 'create'),
  'regions.removeMap': own('DELETE', '/api/region/map/{id}', 'delete'),
  'regions.summary': own('GET', '/api/region/summary', 'read'),

  'users.list': own('GET', '/system/user/list', 'list'),
  'users.create': own('POST', '/system/user', 'create'),
  'users.update': own('PUT', '/system/user', 'update'),
  'users.remove': own('DELETE', '/system/user/{id}', 'delete'),
  'users.roles': own('GET', '/system/role/list', 'list'),
  'sessions.list': own('GET', '/system/session/list', 'list'),
  'sessions.revoke': own('DELETE', '/system/session/{id}', 'delete'),
  'apiKeys.list': own('GET', '/system/apikey/list', 'list'),
  'apiKeys.create': own('POST', '/system/apikey', 'create'),
  'apiKeys.remove': own('DELETE', '/system/apikey/{id}', 'delete'),
  'embedTokens.list': own('GET', '/system/embedtoken/list', 'list'),
  'embedTokens.create': own('POST', '/system/embedtoken', 'create'),
  'embedTokens.remove': own('DELETE', '/system/embedtoken/{id}', 'delete'),
  'audit.list': own('GET', '/system/audit/list', 'list'),
  'audit.verify': own('GET', '/system/audit/verify', 'read'),

  'video.stream': own('POST', '/device/video/stream', 'read', { service: 'iot' }),
  'video.play': own('GET', '/video/{name}', 'read', {
    service: 'iot',
    auth: 'signature',
    answer: 'binary',
  }),

  'telemetry.latest': spec('GET', '/api/telemetry/device/{id}/latest/timeseries', 'read'),
  'telemetry.history': spec('GET', '/api/telemetry/device/{id}/history/timeseries', 'read'),
  'telemetry.latestShared': spec('GET', '/api/telemetry/device/{id}/latest/timeseries/authorize', 'read'),
  'telemetry.historyShared': spec('GET', '/api/telemetry/device/{id}/history/timeseries/authorize', 'read'),
  'telemetry.daily': spec('GET', '/api/telemetry/device/{id}/history/timeseries/daily', 'read'),
  'telemetry.drought': spec('GET', '/api/telemetry/device/{id}/history/timeseries/droughtassessment', 'read'),
  'telemetry.warning': spec('GET', '/api/telemetry/device/{id}/history/timeseries/predicate/warning', 'read'),
  'telemetry.irrigation': spec('GET', '/api/telemetry/device/{id}/irrigate', 'read'),
  'telemetry.count': spec('GET', '/api/telemetry/device/{id}/timeseries/count', 'read'),
  'telemetry.export': own('GET', '/api/telemetry/device/{id}/history/timeseries/export', 'read', {
    service: 'iot',
    answer: 'binary',
  }),
  'telemetry.chart': spec('GET', '/api/telemetry/device/{id}/history/timeseries/chart', 'read'),

  'alarms.query': spec('GET', '/api/alarm/device/query', 'list'),
  'alarms.ofDevice': spec('GET', '/api/alarm/device/{id}', 'list'),
  'alarms.acknowledge': own('POST', '/api/alarm/{id}/acknowledge', 'act', { service: 'iot' }),
  'alarms.clear': own('POST', '/api/alarm/{id}/clear', 'act', { service: 'iot' }),
  'alarms.shelve': own('POST', '/api/alarm/{id}/shelve', 'act', { service: 'iot' }),
  'alarmSettings.list': spec('GET', '/api/alarmsettings/device/{id}', 'list'),
  'alarmSettings.save': spec('POST', '/api/alarmsettings/device/{id}', 'update'),
  'alarmSettings.ofAttribute': spec('GET', '/api/alarmsettings/device/{id}/{x}', 'list'),
  'alarmSettings.ofProduct': own('GET', '/api/alarmsettings/product/{id}', 'list', { service: 'iot' }),
  'alarmSettings.saveProduct': own('POST', '/api/alarmsettings/product/{id}', 'update', { service: 'iot' }),

  'deviceLink.shared': own('GET', '/api/device/{id}/attributes/shared', 'read', { service: 'iot' }),
  'deviceLink.share': own('POST', '/api/device/{id}/attributes/shared', 'update', { service: 'iot' }),
  'deviceLink.interlock': own('GET', '/api/device/{id}/interlock', 'read', { service: 'iot' }),
  'deviceLink.setInterlock': own('POST', '/api/device/{id}/interlock', 'update', { service: 'iot' }),
  'deviceLink.setGateway': own('POST', '/api/device/{id}/gateway', 'update', { service: 'iot' }),

  'linkages.list': spec('GET', '/api/linkages', 'list'),
  'linkages.create': spec('POST', '/api/linkages', 'create'),
  'linkages.batch': spec('PUT', '/api/linkages/batch', 'update'),
  'linkages.get': spec('GET', '/api/linkages/{id}', 'read'),
  'linkages.update': spec('PUT', '/api/linkages/{id}', 'update'),
  'linkages.remove': spec('DELETE', '/api/linkages/{id}', 'delete'),
  'linkages.run': spec('GET', '/api/linkages/{id}/run', 'act'),
  'linkages.runs': own('GET', '/api/linkages/{id}/runs', 'list', { service: 'iot' }),

  'integrations.list': own('GET', '/api/integrations', 'list', { service: 'iot' }),
  'integrations.create': own('POST', '/api/integrations', 'create', { service: 'iot' }),
  'integrations.remove': own('DELETE', '/api/integrations/{id}', 'delete', { service: 'iot' }),

  'rpc.twoway': spec('POST', '/api/device/{id}/rpc/twoway', 'act'),
  'rpc.get': own('GET', '/api/device/rpc/{id}', 'read', { service: 'iot' }),
  'relay.control': spec('GET', '/exterior/relay/control', 'act', 'base'),

  'thingsboard.login': thingsboard('POST', '/api/auth/login', 'act', 'none'),
  'thingsboard.refresh': thingsboard('POST', '/api/auth/token', 'act', 'none'),
  'thingsboard.device': thingsboard('GET', '/api/tenant/devices', 'read'),
  // Makes a token, so it is an act, although ThingsBoard's tools ask for it by GET.
  'thingsboard.credentials': thingsboard('GET', '/api/device/{id}/credentials', 'act'),
  'thingsboard.timeseries': thingsboard(
    'GET',
    '/api/plugins/telemetry/DEVICE/{id}/values/timeseries',
    'read',
  ),
  'thingsboard.timeseriesKeys': thingsboard(
    'GET',
    '/api/plugins/telemetry/DEVICE/{id}/keys/timeseries',
    'read',
  ),
  'thingsboard.attributes': thingsboard(
    'GET',
    '/api/plugins/telemetry/DEVICE/{id}/values/attributes',
    'read',
  ),
  'thingsboard.attributesOf': thingsboard(
    'GET',
    '/api/plugins/telemetry/DEVICE/{id}/values/attributes/{scope}',
    'read',
  ),
  'thingsboard.attributeKeys': thingsboard(
    'GET',
    '/api/plugins/telemetry/DEVICE/{id}/keys/attributes',
    'read',
  ),
  'thingsboard.saveAttributes': thingsboard('POST', '/api/plugins/telemetry/DEVICE/{id}/{scope}', 'update'),
  'thingsboard.saveAttributesOf': thingsboard(
    'POST',
    '/api/plugins/telemetry/DEVICE/{id}/attributes/{scope}',
    'update',
  ),
  'thingsboard.oneway': thingsboard('POST', '/api/rpc/oneway/{id}', 'act'),
  'thingsboard.twoway': thingsboard('POST', '/api/rpc/twoway/{id}', 'act'),
  'thingsboard.oldOneway': thingsboard('POST', '/api/plugins/rpc/oneway/{id}', 'act'),
  'thingsboard.oldTwoway': thingsboard('POST', '/api/plugins/rpc/twoway/{id}', 'act'),

  'scenes.list': spec('GET', '/intelligent/scene/list', 'list'),
  'scenes.get': spec('GET', '/intelligent/scene/{id}', 'read'),
  'scenes.devices': own('GET', '/intelligent/scene/{id}/devices', 'list', { service: 'iot' }),
  'scenes.create': spec('POST', '/intelligent/scene', 'create'),
  'scenes.update': spec('PUT', '/intelligent/scene', 'update'),
  'scenes.remove': spec('DELETE', '/intelligent/scene/{id}', 'delete'),
  'scenes.drag': spec('POST', '/intelligent/scene/drag', 'update'),
  'scenes.config': spec('GET', '/intelligent/scene/conf/list', 'list'),
  'scenes.weather': spec('GET', '/intelligent/scene/weather', 'read'),
  'scenes.globalConfig': spec('GET', '/intelligent/scene/conf/global', 'read'),

  'ingest.telemetry': ingest('POST', '/api/v1/{token}/telemetry'),
  'ingest.attributes': ingest('POST', '/api/v1/{token}/attributes'),
  'ingest.readAttributes': ingest('GET', '/api/v1/{token}/attributes'),
  'ingest.attributeUpdates': ingest('GET', '/api/v1/{token}/attributes/updates'),
  'ingest.chirpstack': ingest('POST', '/integrations/chirpstack/{token}'),
  'ingest.ttn': ingest('POST', '/integrations/ttn/{token}'),
  'ingest.pollRpc': ingest('GET', '/api/v1/{token}/rpc'),
  'ingest.answerRpc': ingest('POST', '/api/v1/{token}/rpc/{id}'),
  'ingest.claim': ingest('POST', '/api/v1/{token}/claim'),
  'ingest.provision': own('POST', '/api/v1/provision', 'ingest', {
    service: 'iot',
    auth: 'none',
    answer: 'bare',
  }),
  'ingest.askRpc': ingest('POST', '/api/v1/{token}/rpc'),

  'stream.connect': own('GET', '/api/stream', 'stream', { answer: 'bare' }),

  'system.health': own('GET', '/healthz', 'system', { auth: 'none', answer: 'bare' }),
  'system.ready': own('GET', '/readyz', 'system', { auth: 'none', answer: 'bare' }),
  'system.metrics': own('GET', '/metrics', 'system', { auth: 'none', answer: 'text' }),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;
