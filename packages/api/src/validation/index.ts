// The rules and messages of forms, as `@farm3d/api/validation`: pure functions without the calls.
export { isWebAddress } from './web-address.ts';
export {
  AREA_FILTER_LEVELS,
  AREA_LEVELS,
  cityLevelCode,
  isInMunicipality,
  padAreaCode,
  type PaddedAreaCode,
} from './area-code.ts';
export {
  checkField,
  FIELD_LIMITS,
  FIELD_TYPES,
  isEmptyValue,
  limitOf,
  NUMBER_FIELD_MAX,
  NUMBER_FIELD_MIN,
  numberAfterBlur,
  type FieldLngLat,
  type FieldRules,
  type FieldType,
  type TextRule,
} from './field-rules.ts';
export { formMessage } from './form-messages.ts';
export type { FormMessageKey } from './form-messages.zh-CN.ts';
export type { Locale } from './messages.ts';
export { nationalId } from './national-id.ts';
export {
  chiness,
  email,
  NUMBER_RULE_MAX,
  numberRule,
  phone,
  serviceNumberFilter,
  telphone,
  twoDecimals,
} from './text-rules.ts';
