export type { Vec3 } from './domain/vector.ts';
export type {
  CameraState,
  ChildSceneRecord,
  EquipmentRecord,
  SceneLayout,
  Transform,
} from './domain/scene.ts';
export type {
  AgronomyReason,
  AgronomySource,
  AgronomyTable,
  CellValue,
  ClimateMonth,
  DiseaseRisk,
  DroughtLevel,
  Growth,
  GrowthStage,
  PlotDetail,
  PlotFacts,
  PlotState,
  RiskLevel,
  TableCell,
  TableEdit,
} from './domain/agronomy.ts';
export type {
  DiseaseOrPest,
  GrowthModel,
  PlantConfiguration,
  PlantedPlot,
  PlantConfigurationDraft,
} from './domain/crop.ts';
export type {
  Article,
  ArticleDraft,
  Department,
  Feedback,
  MapSetting,
  OperateLogEntry,
  PlotSkin,
} from './domain/desk.ts';
export {
  regions,
  type RegionAreaCounts,
  type RegionCounts,
  type RegionGateway,
  type RegionMapFile,
  type RegionSite,
  type RegionSummary,
} from './calls/regions.ts';
export { FILE_PATH, files, type PicturePreview, type StoredFile } from './calls/files.ts';
export type { Area } from './domain/area.ts';
export type {
  ApiKey,
  AuditEntry,
  EmbedToken,
  LoginSession,
  Person,
  PersonDraft,
  PersonPatch,
  ProfilePatch,
  Role,
} from './domain/person.ts';
export {
  scenes,
  type Scene,
  type SceneGlobalConfig,
  type ScenePatch,
  type SceneQuery,
  type SceneType,
  type SceneWeather,
} from './calls/scenes.ts';
export type { LatestValue, Series, TelemetryValue } from './domain/telemetry.ts';
export type { Alarm, AlarmSeverity } from './wire/alarm.ts';
export type {
  Comparison,
  ComparisonOperator,
  Condition,
  Silence,
  WeeklySchedule,
} from './domain/condition.ts';
export type { Session, User } from './domain/user.ts';
export type { ListPage } from './domain/list-page.ts';

export { WireError } from './wire/wire-error.ts';
export { codeSchema, encodeFlag, flagSchema } from './wire/codes.ts';
export { decodeSceneDevice, emptySceneLayout, encodeSceneDevice } from './wire/scene-device.ts';
export { lookAtRotation } from './wire/rotation.ts';
export {
  CONDITION_MAX_DEPTH,
  CONDITION_MAX_LEAVES,
  conditionDevices,
  conditionSchema,
} from './wire/condition.ts';
export { decodeSession, decodeUser } from './wire/user.ts';
export { envelopeSchema, type Envelope } from './wire/envelope.ts';

export { ROUTES, type Route, type RouteKind, type RouteName } from './routes.ts';
export { buildPath, type CallAuth, type Service } from './calls/call.ts';

export { ANSWERS } from './answers.ts';
export { createApiClient, createClientOf, type ApiClient, type ClientOf } from './client/api-client.ts';
export { createAuthResource } from './resources/auth.ts';
export { createAreasResource } from './resources/areas.ts';
export { createAgronomyResource } from './resources/agronomy.ts';
export { createCropsResource } from './resources/crops.ts';
export { createOrganisationResource } from './resources/desk.ts';
export type { ApiClientOptions, RequestOptions } from './client/http.ts';
export { ApiError, NetworkError, ProtocolError } from './client/errors.ts';
export type { AreasResource } from './resources/areas.ts';
export type {
  UsersResource,
  SessionsResource,
  ApiKeysResource,
  EmbedTokensResource,
  AuditResource,
} from './resources/people.ts';
export type { AuthResource } from './resources/auth.ts';
export type { AgronomyResource } from './resources/agronomy.ts';
export type { CropsResource, PlantQuery } from './resources/crops.ts';
export type { ArticlesResource, FeedbackResource, OrganisationResource } from './resources/desk.ts';

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
export type { Right } from './calls/rights.ts';
export {
  clearableText,
  coordinate,
  idsSchema,
  instant,
  integer,
  keyList,
  optionalQueryFlag,
  optionalQueryText,
  pageEntries,
  pageOf,
  photosSchema,
  plantingDate,
  timeZone,
  uuid,
} from './calls/inputs.ts';
export { call, listOf, nothing, parametersOf, type RequestParts, type Summary } from './calls/call.ts';
export { CALL_NAMES, callName, CALLS, RESOURCES, type CallName } from './calls/index.ts';
export { PARAMETERS } from './calls/parameters.ts';
export { createResource, fileForm, type CallMethod, type ResourceOf } from './client/resource.ts';
export {
  DEFAULT_RPC_TIMEOUT_MS,
  MAX_RPC_TIMEOUT_MS,
  rpc,
  type Command,
  type CommandState,
  type RpcAnswer,
  type RpcCall,
} from './calls/rpc.ts';
export { relay, type RelayCall } from './calls/relay.ts';
export { video, type VideoStream } from './calls/video.ts';
export { alarms, type AlarmQuery } from './calls/alarms.ts';
export {
  alarmSettings,
  type AlarmEscalation,
  type AlarmSetting,
  type AlarmSettingDraft,
  type AlarmSettingRequest,
} from './calls/alarm-settings.ts';
export {
  linkages,
  type Linkage,
  type LinkageAction,
  type LinkageDraft,
  type LinkagePatch,
  type LinkageQuery,
  type LinkageRun,
  type LinkageTrigger,
} from './calls/linkages.ts';
export {
  MAX_CHART_POINTS,
  MAX_HISTORY_LIMIT,
  telemetry,
  type ChartPoint,
  type ChartQuery,
  type DayValues,
  type HistoryQuery,
} from './calls/telemetry.ts';
export type {
  Drought,
  DroughtIndex,
  ForecastPoint,
  Irrigation,
  IrrigationQuery,
  KeyForecast,
  PredictedWarning,
  Prediction,
  WarningQuery,
  Watering,
} from './calls/assessments.ts';
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
export { devices } from './calls/devices.ts';
export {
  LED_HEIGHT_DEFAULT,
  LED_WIDTH_DEFAULT,
  type ClaimCode,
  type CreatedDevice,
  type Device,
  type DeviceCounts,
  type DeviceDetail,
  type DeviceRejection,
  type DeviceSim,
  type DeviceTypeCounts,
  type MappedDevice,
  type SheetDevice,
  type SheetRow,
  type SimpleDevice,
} from './calls/device-answers.ts';
export {
  DEVICE_SORTS,
  IMPORT_MAX_ROWS,
  type DeviceDraft,
  type DevicePatch,
  type DeviceQuery,
} from './calls/device-inputs.ts';
export { deviceGroups, type GroupMembership } from './calls/device-groups.ts';
export { deviceLink } from './calls/device-link.ts';
export { groups, type DeviceGroup } from './calls/groups.ts';
export {
  handles,
  type DeviceHandle,
  type HandleComponent,
  type HandleParameter,
  type HandleStyle,
} from './calls/handles.ts';
export { integrations, type CreatedIntegration, type Integration } from './calls/integrations.ts';
export {
  encodeAttributeType,
  productModels,
  type AttributeParameter,
  type AttributeType,
  type DictionaryEntry,
  type ModelAttribute,
  type ParameterType,
  type ProductAttribute,
  type ProductAttributeDraft,
  type ProductGroup,
  type ProductModel,
} from './calls/product-models.ts';
export { sharing, type DevicePermission, type DeviceShare, type ShareDraft } from './calls/sharing.ts';
export {
  expandVideoAddress,
  isVideoAddress,
  OWN_VIDEO_PATH,
  ownVideoPath,
} from './validation/video-address.ts';
