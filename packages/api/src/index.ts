export type { Vec3 } from './domain/vector.ts';
export type {
  CameraState,
  ChildSceneRecord,
  EquipmentRecord,
  SceneLayout,
  Transform,
} from './domain/scene.ts';
export type { AgronomyReason, AgronomySource, PlotFacts } from './wire/agronomy.ts';
export {
  agronomy,
  type AgronomyTable,
  type CellValue,
  type ClimateMonth,
  type DiseaseRisk,
  type Growth,
  type GrowthStage,
  type IrrigationDone,
  type PlotDetail,
  type PlotState,
  type RiskLevel,
  type TableCell,
  type TableEdit,
} from './calls/agronomy.ts';
export {
  CROP_IDS,
  crops,
  SOIL_TEXTURE_IDS,
  type DiseaseOrPest,
  type GrowthModel,
  type PlantConfiguration,
  type PlantConfigurationDraft,
  type PlantedPlot,
  type PlantQuery,
  type PlotSoil,
} from './calls/crops.ts';
export {
  regions,
  type RegionAreaCounts,
  type RegionCounts,
  type RegionGateway,
  type RegionMapFile,
  type RegionSite,
  type RegionSummary,
} from './calls/regions.ts';
export { MAX_EMBED_ORIGINS, pageOrigin } from './calls/page-origin.ts';
export {
  CHANNEL_KINDS,
  NOTIFICATION_KINDS,
  notifications,
  type ChannelKind,
  type CheckedChannelDraft,
  type Notification,
  type NotificationChannel,
  type NotificationChannelDraft,
  type NotificationDelivery,
  type NotificationKind,
  type NotificationPreferences,
  type OnCall,
  type OnCallRota,
  type NotificationTemplate,
} from './calls/notifications.ts';
export { FILE_PATH, files, type PicturePreview, type StoredFile } from './calls/files.ts';
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
  ComparisonReference,
  Condition,
  Silence,
  WeeklySchedule,
} from './domain/condition.ts';
export { HOUSEKEEPING_KEYS, mainReading } from './domain/main-reading.ts';
export type { EmbeddedScene } from './wire/embedded-scene.ts';
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
export { envelopeSchema, type Envelope } from './wire/envelope.ts';

export { buildPath, type CallAuth, type Service } from './calls/call.ts';

export {
  createApiClient,
  createClientLater,
  createClientOf,
  type ApiClient,
  type ClientOf,
} from './client/api-client.ts';
export type { ApiClientOptions, RequestOptions } from './client/http.ts';
export { ApiError, NetworkError, ProtocolError } from './client/errors.ts';

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

export { joinKeys, splitKeys } from './domain/key-list.ts';
export { isMessageKey, message, type Locale } from './validation/messages.ts';
export type { MessageKey } from './validation/messages.zh-CN.ts';
export { isCommonPassword } from './validation/common-passwords.ts';
export { rejectionReason } from './validation/rejection-reasons.ts';
export {
  chiness,
  cityLevelCode,
  email,
  nationalId,
  numberRule,
  padAreaCode,
  phone,
  serviceNumberFilter,
  telphone,
  twoDecimals,
} from './validation/index.ts';
export {
  characterCount,
  checkDeviceName,
  checkDeviceToken,
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
export {
  ACCESS_LEVELS,
  LEVEL_RIGHTS,
  ROLE_NAMES,
  ROLE_RIGHTS,
  type AccessLevel,
  type Right,
} from './calls/rights.ts';
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
export {
  call,
  fileForm,
  listOf,
  nothing,
  parametersOf,
  type RequestParts,
  type Summary,
} from './calls/call.ts';
export { CALL_NAMES, callName, CALLS, RESOURCES, type CallName } from './calls/index.ts';
export { PARAMETERS } from './calls/parameters.ts';
export { ingest } from './calls/ingest.ts';
export { statistics, type DeviceStatistics, type DeviceStatisticsPart } from './calls/statistics.ts';
export { stream } from './calls/stream.ts';
export { system, type BackupProof, type SystemHealth } from './calls/system.ts';
export { thingsboard } from './calls/thingsboard.ts';
export { createResource, type CallMethod, type ResourceOf } from './client/resource.ts';
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
export {
  DEFAULT_STORAGE_QUOTA,
  organisations,
  type Membership,
  type OrganisationChanges,
  type OrganisationUsage,
} from './calls/organisations.ts';
export {
  invitations,
  type CreatedInvitation,
  type Invitation,
  type InvitationDraft,
  type InvitationOffer,
  type Joined,
} from './calls/invitations.ts';
export { alarms, type AlarmQuery } from './calls/alarms.ts';
export { alarmHandling, type AlarmDetails, type AlarmEvent } from './calls/alarm-handling.ts';
export {
  alarmSettings,
  type AlarmTrialDraft,
  type AlarmTrialResult,
  type AlarmTrialSetting,
  type AlarmEscalation,
  type AlarmSetting,
  type AlarmSettingDraft,
  type AlarmSettingRequest,
} from './calls/alarm-settings.ts';
export {
  alarmTrials,
  type AlarmTrialJob,
  type AlarmTrialOfDevices,
  type AlarmTrialTarget,
} from './calls/alarm-trials.ts';
export {
  linkages,
  type AutomationSwitchState,
  type LinkageTrialDraft,
  type LinkageTrialResult,
  type Linkage,
  type LinkageAction,
  type LinkageDraft,
  type LinkageOnce,
  type LinkagePatch,
  type LinkageQuery,
  type LinkageRun,
  type LinkageTrigger,
  type ListedLinkage,
} from './calls/linkages.ts';
export { linkageTrials, type LinkageTrialJob } from './calls/linkage-trials.ts';
export {
  MAX_CHART_POINTS,
  MAX_HISTORY_LIMIT,
  telemetry,
  type ChartPoint,
  type ChartQuery,
  type DayValues,
  type MisdatedReading,
  type OutsideValue,
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
  ProbeReport,
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
export {
  workOrderPlans,
  type WorkOrderRule,
  type WorkOrderSchedule,
  type WorkOrderScheduleDraft,
  type WorkOrderTemplate,
  type WorkOrderTemplateDraft,
} from './calls/work-order-plans.ts';
export { dataReports, type DataReport, type DataReportDraft } from './calls/data-reports.ts';
export type { SparePart, StepPlace } from './calls/work-order-parts.ts';
export { devices } from './calls/devices.ts';
export {
  LED_HEIGHT_DEFAULT,
  LED_WIDTH_DEFAULT,
  type ClaimCode,
  type CreatedDevice,
  type Device,
  type DeviceCounts,
  type DeviceDetail,
  type DeviceProblem,
  type DeviceRejection,
  type DeviceSim,
  type DeviceTypeCounts,
  type MappedDevice,
  type SheetDevice,
  type SheetRow,
  type SimpleDevice,
} from './calls/device-answers.ts';
export { DEVICE_SORTS, type DeviceQuery } from './calls/device-inputs.ts';
export { deviceToken, IMPORT_MAX_ROWS, type DeviceDraft, type DevicePatch } from './calls/device-drafts.ts';
export {
  deviceImports,
  devEui,
  importRow,
  serial,
  type DeviceImportJob,
  type DeviceImportRow,
} from './calls/device-imports.ts';
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
export {
  productModelProblems,
  readProductModel,
  type ProductModelDraft,
} from './calls/product-model-drafts.ts';
export {
  sharing,
  type DevicePermission,
  type DeviceShare,
  type ShareDraft,
  type ShareTerms,
} from './calls/sharing.ts';
export {
  expandVideoAddress,
  isVideoAddress,
  OWN_VIDEO_PATH,
  ownVideoPath,
} from './validation/video-address.ts';
export { areas, type Area } from './calls/areas.ts';
export { feedback, type Feedback } from './calls/feedback.ts';
export { articles, type Article, type ArticleDraft, type ArticleQuery } from './calls/articles.ts';
export {
  organisation,
  type Department,
  type DeviceNames,
  type DeviceNaming,
  type MapSetting,
  type OperateLogEntry,
  type PlotSkin,
} from './calls/organisation.ts';
export { audit, type AuditEntry } from './calls/audit.ts';
export { organisationExports, type OrganisationExport } from './calls/organisation-exports.ts';
export { access, type PersonReach, type Reach } from './calls/access.ts';
export type { DeviceCertificate } from './calls/device-link.ts';
export { roles, type OwnRole } from './calls/roles.ts';
export { accessRules, type AccessRule, type AccessRuleDraft } from './calls/access-rules.ts';
export { apiKeys, type ApiKey } from './calls/api-keys.ts';
export { embedTokens, type EmbedToken } from './calls/embed-tokens.ts';
export { sessions, type LoginSession } from './calls/sessions.ts';
export {
  users,
  type PersonDraft,
  type PersonPatch,
  type PersonQuery,
  type PersonWithPassword,
  type Role,
} from './calls/users.ts';
export { auth, credentials, type Session } from './calls/auth.ts';
export { passwordReset } from './calls/password-reset.ts';
export { singleSignOn } from './calls/single-sign-on.ts';
export { passkeys, type Passkey } from './calls/passkeys.ts';
export { twoFactors, type TwoFactorState } from './calls/two-factors.ts';
export { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type Person, type User } from './calls/person.ts';
export type { ProfilePatch } from './calls/profile.ts';
