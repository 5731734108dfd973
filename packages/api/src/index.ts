export type { Vec3 } from './domain/vector.ts';
export type {
  CameraState,
  ChildSceneRecord,
  EquipmentRecord,
  Scene,
  SceneGlobalConfig,
  SceneLayout,
  ScenePatch,
  SceneType,
  Transform,
} from './domain/scene.ts';
export type {
  ClaimCode,
  CreatedDevice,
  Device,
  DeviceCounts,
  DeviceDetail,
  DeviceDraft,
  DevicePatch,
  DeviceQuery,
  DeviceRejection,
  DeviceSim,
  DeviceTypeCounts,
  MappedDevice,
  SheetDevice,
  SheetRow,
  SimpleDevice,
} from './domain/device.ts';
export { DEVICE_SORTS } from './domain/device.ts';
export type { DevicePermission, DeviceShare, ShareDraft } from './domain/sharing.ts';
export type { DeviceGroup, GroupMembership } from './domain/device-group.ts';
export type {
  AgronomyReason,
  AgronomySource,
  AgronomyTable,
  CellValue,
  ClimateMonth,
  DiseaseRisk,
  Drought,
  DroughtIndex,
  DroughtLevel,
  ForecastPoint,
  Growth,
  GrowthStage,
  Irrigation,
  IrrigationQuery,
  KeyForecast,
  PlotDetail,
  PlotFacts,
  PlotState,
  PredictedWarning,
  Prediction,
  RiskLevel,
  TableCell,
  TableEdit,
  Watering,
} from './domain/agronomy.ts';
export type {
  DiseaseOrPest,
  GrowthModel,
  PlantConfiguration,
  PlantedPlot,
  PlantConfigurationDraft,
} from './domain/crop.ts';
export type {
  RegionAreaCounts,
  RegionCounts,
  RegionGateway,
  RegionMapFile,
  RegionSite,
  RegionSummary,
} from './domain/region.ts';
export type {
  DeviceHandle,
  HandleComponent,
  HandleParameter,
  HandleStyle,
  ProductGroup,
} from './domain/handle.ts';
export type {
  AttributeParameter,
  AttributeType,
  DictionaryEntry,
  ModelAttribute,
  ParameterType,
  ProductAttribute,
  ProductAttributeDraft,
  ProductModel,
} from './domain/product-model.ts';
export type { PicturePreview, StoredFile } from './domain/file.ts';
export type { SceneWeather } from './domain/scene-weather.ts';
export type { ChartPoint, DayValues, LatestValue, Series, TelemetryValue } from './domain/telemetry.ts';
export type {
  Alarm,
  AlarmEscalation,
  AlarmQuery,
  AlarmSetting,
  AlarmSettingDraft,
  AlarmSeverity,
} from './domain/alarm.ts';
export type {
  Comparison,
  ComparisonOperator,
  Condition,
  Silence,
  WeeklySchedule,
} from './domain/condition.ts';
export type {
  Linkage,
  LinkageAction,
  LinkageDraft,
  LinkagePatch,
  LinkageRun,
  LinkageTrigger,
} from './domain/linkage.ts';
export type { ListPage } from './domain/list-page.ts';

export { WireError } from './wire/wire-error.ts';
export { codeSchema, encodeFlag, flagSchema } from './wire/codes.ts';
export { decodeSceneDevice, emptySceneLayout, encodeSceneDevice } from './wire/scene-device.ts';
export { lookAtRotation } from './wire/rotation.ts';
export {
  decodeScene,
  decodeSceneType,
  encodeGlobalConfig,
  encodeScenePatch,
  encodeSceneType,
  type ScenePatchWire,
  type SceneWire,
} from './wire/scene.ts';
export {
  decodeDevice,
  decodeDeviceDetail,
  LED_HEIGHT_DEFAULT,
  LED_WIDTH_DEFAULT,
  type DeviceWire,
} from './wire/device.ts';
export { decodeProductAttribute, decodeProductModel, encodeAttributeType } from './wire/product-model.ts';
export { decodeChart, decodeLatest, decodeSeries } from './wire/telemetry.ts';
export {
  ALARM_NAME_MAX,
  ALARM_SETTINGS_MAX,
  alarmSettingRequestSchema,
  decodeAlarm,
  decodeAlarmSetting,
} from './wire/alarm.ts';
export {
  CONDITION_MAX_DEPTH,
  CONDITION_MAX_LEAVES,
  conditionDevices,
  conditionSchema,
} from './wire/condition.ts';
export { decodeLinkage, decodeLinkageRun, linkageCreateSchema, linkageUpdateSchema } from './wire/linkage.ts';
export { envelopeSchema, type Envelope } from './wire/envelope.ts';

export { ROUTES, type Route, type RouteKind, type RouteName } from './routes.ts';
export { buildPath, type CallAuth, type Service } from './calls/call.ts';

export { ANSWERS } from './answers.ts';
export { createApiClient, createClientOf, type ApiClient, type ClientOf } from './client/api-client.ts';
export { createDevicesResource } from './resources/devices.ts';
export { createFilesResource } from './resources/files.ts';
export { createProductModelsResource } from './resources/product-models.ts';
export { createScenesResource } from './resources/scenes.ts';
export { createTelemetryResource } from './resources/telemetry.ts';
export { createAlarmsResource } from './resources/alarms.ts';
export { createRpcResource } from './resources/rpc.ts';
export { createHandlesResource } from './resources/handles.ts';
export { createAgronomyResource } from './resources/agronomy.ts';
export { createCropsResource } from './resources/crops.ts';
export { createRegionsResource } from './resources/regions.ts';
export { createVideoResource } from './resources/video.ts';
export type { ApiClientOptions, RequestOptions } from './client/http.ts';
export { ApiError, NetworkError, ProtocolError } from './client/errors.ts';
export type { AlarmsResource } from './resources/alarms.ts';
export type { FilesResource } from './resources/files.ts';
export type { VideoResource, VideoStream } from './resources/video.ts';
export type { DeviceLinkResource } from './resources/device-link.ts';
export type { DevicesResource } from './resources/devices.ts';
export type { SharingResource } from './resources/sharing.ts';
export type { DeviceGroupsResource, GroupsResource } from './resources/groups.ts';
export type { AgronomyResource } from './resources/agronomy.ts';
export type { CropsResource, PlantQuery } from './resources/crops.ts';
export type { RegionsResource } from './resources/regions.ts';
export type { HandlesResource } from './resources/handles.ts';
export type { ProductModelsResource } from './resources/product-models.ts';
export type { CreatedIntegration, Integration, IntegrationsResource } from './resources/integrations.ts';
export type { LinkageQuery, LinkagesResource } from './resources/linkages.ts';
export type { RelayCall, RelayResource } from './resources/relay.ts';
export type { Command, CommandState, QueuedCall, RpcAnswer, RpcCall, RpcResource } from './resources/rpc.ts';
export type { SceneQuery, ScenesResource } from './resources/scenes.ts';
export type { ChartQuery, HistoryQuery, TelemetryResource } from './resources/telemetry.ts';

export { createBackoff, type BackoffOptions } from './realtime/backoff.ts';
export {
  createRealtimeClient,
  type RealtimeClient,
  type RealtimeClientOptions,
  type RealtimeStatus,
  type SubscribeOptions,
  type WebSocketLike,
} from './realtime/realtime-client.ts';
export { clientFrameSchema, type ParsedClientFrame } from './realtime/client-frames.ts';
export {
  STREAM_CLOSE,
  type ClientFrame,
  type ServerFrame,
  type StreamEvent,
  type StreamTarget,
  type TelemetryItem,
} from './realtime/protocol.ts';

export { isMessageKey, message, type Locale } from './validation/messages.ts';
export type { MessageKey } from './validation/messages.zh-CN.ts';
export { rejectionReason } from './validation/rejection-reasons.ts';
export {
  characterCount,
  checkDeviceName,
  checkSceneDescription,
  checkSceneName,
  DEVICE_NAME_MAX,
  SCENE_DESCRIPTION_MAX,
  SCENE_NAME_MAX,
} from './validation/rules.ts';

export type {
  AnswerOf,
  AuditKind,
  BodyOf,
  Call,
  CallDeclaration,
  PathOf,
  QueryOf,
  ResultOf,
} from './calls/call.ts';
export { ROLE_NAMES, type Right } from './calls/rights.ts';
export {
  clearableText,
  coordinate,
  idsSchema,
  integer,
  optionalQueryFlag,
  optionalQueryText,
  pageEntries,
  pageOf,
  photosSchema,
  plantingDate,
  uuid,
} from './calls/inputs.ts';
export { call, listOf, nothing, parametersOf, type RequestParts, type Summary } from './calls/call.ts';
export { CALL_NAMES, callName, CALLS, RESOURCES, type CallName } from './calls/index.ts';
export { PARAMETERS } from './calls/parameters.ts';
export { createResource, fileForm, type CallMethod, type ResourceOf } from './client/resource.ts';
export { openApi, type OpenApiDocument, type OpenApiEntry } from './calls/open-api.ts';
export {
  workOrders,
  type WorkOrder,
  type WorkOrderDraft,
  type WorkOrderPatch,
  type WorkOrderQuery,
  type WorkOrderState,
  type WorkOrderStateCode,
  type WorkOrderStep,
} from './calls/work-orders.ts';
export { apiKeys, type ApiKey } from './calls/api-keys.ts';
export { areas, type Area } from './calls/areas.ts';
export { articles, type Article, type ArticleDraft, type ArticleQuery } from './calls/articles.ts';
export { audit, type AuditEntry } from './calls/audit.ts';
export { auth, credentials, type Session } from './calls/auth.ts';
export { embedTokens, type EmbedToken } from './calls/embed-tokens.ts';
export { feedback, type Feedback } from './calls/feedback.ts';
export {
  organisation,
  type Department,
  type MapSetting,
  type OperateLogEntry,
  type PlotSkin,
} from './calls/organisation.ts';
export { MAX_PASSWORD_LENGTH, type Person, type ProfilePatch, type User } from './calls/person.ts';
export { sessions, type LoginSession } from './calls/sessions.ts';
export { users, type PersonDraft, type PersonPatch, type PersonQuery, type Role } from './calls/users.ts';
