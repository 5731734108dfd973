import type { DeviceDetail, DeviceDraft, DevicePatch, ProductModel } from '@farm3d/api';
import { DEVICE_NAME_MAX, isVideoAddress, message, OWN_VIDEO_PATH } from '@farm3d/api';
import type { FieldValue, FormField, FormValues, SelectOption, UploadedFile } from '@farm3d/ui';
import type { FieldLngLat } from '@farm3d/api/validation';
import { locale, term } from '../../platform/locale.ts';
import { t } from './zh-CN.ts';

/** Largest side of an LED screen, pixels. */
const LED_MAX = 4096;
const ID_MAX = 128;
const ADDRESS_MAX = 2048;
/** A model of this server. */
const MODEL_PATH = /^(\/[\w.~%-]+)+\.(glb|fbx)$/;
/** The form that the server accepts. */
const DEV_EUI = /^[0-9a-f]{16}$/i;
/** Id of a stored file in the form: it is not sent again. */
const STORED = 'stored';

/** Form keys by names of the call's body, where they differ. */
export const DEVICE_BODY_FIELDS: Readonly<Record<string, string>> = {
  pic: 'picture',
  scene3dModelSnape: 'modelPath',
  latitude: 'place',
  longitude: 'place',
};

const filesOf = (value: FieldValue | undefined): readonly UploadedFile[] =>
  Array.isArray(value) ? (value as readonly UploadedFile[]) : [];
/** A file that the device has, as a value of the form. */
const storedFile = (path: string | null, name: string): readonly UploadedFile[] =>
  path === null ? [] : [{ id: STORED, path, url: path, name, sizeBytes: 0 }];

/** Name of a file at a path, which may be signed. */
const fileNameOf = (path: string): string => path.replace(/\?.*$/, '').split('/').at(-1) ?? '';

/** Choices of a product model. */
const productOptions = (products: readonly ProductModel[]): readonly SelectOption[] =>
  products.map(({ code, name }) => ({ value: code, label: term(code, name), note: code }));

const productField = (products: readonly ProductModel[]): FormField => ({
  key: 'productModelCode',
  type: 'select',
  label: t('devices.column.product'),
  placeholder: t('devices.product.placeholder'),
  required: true,
  options: productOptions(products),
});
const nameField = (): FormField => ({
  key: 'name',
  type: 'text',
  label: t('devices.name'),
  placeholder: t('devices.name.placeholder'),
  required: true,
  maxLength: DEVICE_NAME_MAX,
});
const pictureField = (): FormField => ({ key: 'picture', type: 'image', label: t('device.picture') });
const placeField = (): FormField => ({ key: 'place', type: 'coordinate', label: t('device.place') });

/** Fields of a new device. */
export const newDeviceFields = (products: readonly ProductModel[]): readonly FormField[] => [
  nameField(),
  productField(products),
  pictureField(),
  placeField(),
];

/** Every field that can be changed of a device. */
export const deviceFields = (products: readonly ProductModel[]): readonly FormField[] => [
  nameField(),
  productField(products),
  pictureField(),
  placeField(),
  { key: 'displayed', type: 'switch', label: t('device.displayed'), hint: t('device.displayed.hint') },
  {
    key: 'devEui',
    type: 'text',
    label: t('device.devEui'),
    hint: t('device.devEui.hint'),
    isHalf: true,
    check: (value) =>
      typeof value !== 'string' || value.trim() === '' || DEV_EUI.test(value.trim())
        ? null
        : message('device.devEui', locale.value),
  },
  { key: 'serial', type: 'text', label: t('device.serial'), maxLength: 64, isHalf: true },
  { key: 'thirdId', type: 'text', label: t('devices.column.thirdId'), maxLength: ID_MAX, isHalf: true },
  { key: 'thirdConfigId', type: 'text', label: t('device.thirdConfigId'), maxLength: ID_MAX, isHalf: true },
  {
    key: 'mapVideoUrl',
    type: 'text',
    label: t('device.mapVideoUrl'),
    hint: t('device.mapVideoUrl.hint'),
    maxLength: ADDRESS_MAX,
    check: (value) =>
      typeof value !== 'string' || value === '' || OWN_VIDEO_PATH.test(value) || isVideoAddress(value)
        ? null
        : message('device.video.address', locale.value),
  },
  {
    key: 'modelPath',
    type: 'file',
    label: t('device.modelPath'),
    hint: t('device.modelPath.hint'),
    maxLength: 1,
    check: (value) =>
      filesOf(value).every(({ id, path }) => id === STORED || MODEL_PATH.test(path))
        ? null
        : t('device.modelPath.wrong'),
  },
  ...(['ledScreenWidth', 'ledScreenHeight'] as const).map((key): FormField => ({
    key,
    type: 'number',
    label: t(`device.${key}`),
    unit: 'px',
    min: 1,
    max: LED_MAX,
    required: true,
    isHalf: true,
  })),
];

/** The stored device as values of the form. */
export function deviceValues(device: DeviceDetail): FormValues {
  const { latitude, longitude, picture } = device;
  return {
    name: device.name,
    productModelCode: device.productModelCode,
    picture: storedFile(picture, device.name),
    place: latitude === null || longitude === null ? null : { latitude, longitude },
    displayed: device.displayed,
    devEui: device.devEui ?? '',
    serial: device.serial ?? '',
    thirdId: device.thirdId ?? '',
    thirdConfigId: device.thirdConfigId ?? '',
    mapVideoUrl: device.mapVideoUrl ?? '',
    modelPath: storedFile(device.modelPath, fileNameOf(device.modelPath ?? '')),
    ledScreenWidth: String(device.ledScreenWidth),
    ledScreenHeight: String(device.ledScreenHeight),
  };
}

const text = (values: FormValues, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value.trim() : '';
};
const textOrNull = (values: FormValues, key: string): string | null => text(values, key) || null;

function shared(values: FormValues) {
  const place = values['place'] as FieldLngLat | null;
  const [picture] = filesOf(values['picture']);
  return {
    name: text(values, 'name'),
    productModelCode: text(values, 'productModelCode'),
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    ...(picture?.id === STORED ? {} : { picture: picture?.path ?? null }),
  };
}

/** The values of the form as a new device. */
export const draftOf = (values: FormValues): DeviceDraft => shared(values);

/** The values of the form as changes of a device; what was not changed of a model of its product stays the product's. */
export function patchOf(values: FormValues, device: DeviceDetail): DevicePatch {
  const [model] = filesOf(values['modelPath']);
  const isSameModel = model ? model.id === STORED : device.modelPath === null;
  return {
    ...shared(values),
    displayed: values['displayed'] === true,
    devEui: textOrNull(values, 'devEui'),
    serial: textOrNull(values, 'serial'),
    thirdId: textOrNull(values, 'thirdId'),
    thirdConfigId: textOrNull(values, 'thirdConfigId'),
    mapVideoUrl: textOrNull(values, 'mapVideoUrl'),
    ...(isSameModel ? {} : { modelPath: model?.path ?? null }),
    ledScreenWidth: Number(text(values, 'ledScreenWidth')),
    ledScreenHeight: Number(text(values, 'ledScreenHeight')),
    version: device.version,
  };
}
