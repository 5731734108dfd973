import * as v from 'valibot';
import { checkDeviceName, DEVICE_TOKEN } from '../validation/rules.ts';
import { isVideoAddress, OWN_VIDEO_PATH } from '../validation/video-address.ts';
import { devEui, serial } from './device-imports.ts';
import { clearableText, coordinate, flag, integer } from './inputs.ts';

/* Bodies of the device calls. A module of their own: a page that only asks for devices does without it. */

/** Devices of one import. */
export const IMPORT_MAX_ROWS = 1_000;

const name = v.pipe(
  v.string('device.name.required'),
  v.trim(),
  v.check((text) => checkDeviceName(text) !== 'device.name.required', 'device.name.required'),
  v.check((text) => checkDeviceName(text) === null, 'device.name.tooLong'),
);

export const deviceToken = v.pipe(
  v.string('device.token.form'),
  v.trim(),
  v.regex(DEVICE_TOKEN, 'device.token.form'),
);

/** Writable members of a device; other members of a device that is sent back whole are ignored. */
const writable = {
  thirdId: clearableText(128),
  thirdConfigId: clearableText(128),
  /** Of a LoRaWAN device. */
  devEui: v.optional(v.nullable(devEui)),
  serial: v.optional(v.nullable(serial)),
  mapVideoUrl: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(2048, 'field.tooLong'),
        v.check(
          (text) => text === '' || OWN_VIDEO_PATH.test(text) || isVideoAddress(text),
          'device.video.address',
        ),
      ),
    ),
  ),
  pic: clearableText(2048),
  // A file of this server: the page's policy would refuse another origin.
  scene3dModelSnape: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(512, 'field.tooLong'),
        v.regex(/^(\/[\w.~%-]+)+\.(glb|fbx)(\?[\w=&-]*)?$|^$/),
      ),
    ),
  ),
  ledScreenWidth: v.optional(v.nullable(integer(1, 4096))),
  ledScreenHeight: v.optional(v.nullable(integer(1, 4096))),
  /** Whether display lists contain it. Default true. */
  displayed: v.optional(flag),
  /** Degrees, WGS 84. */
  latitude: coordinate(90),
  longitude: coordinate(180),
};

export const deviceDraft = v.object({
  ...writable,
  name,
  productModelCode: v.pipe(
    v.string('device.productModel.required'),
    v.nonEmpty('device.productModel.required'),
    v.maxLength(64, 'field.tooLong'),
  ),
  /** Default: a generated one. */
  accessToken: v.optional(deviceToken),
});
export const devicePatch = v.object({
  ...writable,
  id: v.optional(v.string()),
  name: v.optional(name),
  productModelCode: v.optional(
    v.pipe(v.string(), v.nonEmpty('device.productModel.required'), v.maxLength(64)),
  ),
  version: v.optional(integer(1, 2_147_483_647)),
});

type Written<Body> = Omit<Body, 'id' | 'pic' | 'scene3dModelSnape'> & {
  picture?: string | null;
  /** Overrides the product model's 3D model. */
  modelPath?: string | null;
};
/** Members of a new device; only these are required. */
export type DeviceDraft = Written<v.InferInput<typeof deviceDraft>>;
/** Omitted members keep their value; a stale `version` is refused with 409. */
export type DevicePatch = Written<v.InferInput<typeof devicePatch>>;

export const deviceImport = v.object({
  devices: v.pipe(
    v.array(
      v.object({
        name,
        productModelCode: v.string('device.productModel.required'),
        thirdId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128, 'field.tooLong'))), null),
        latitude: coordinate(90),
        longitude: coordinate(180),
        devEui: v.nullish(devEui, null),
        serial: v.nullish(serial, null),
        accessToken: v.optional(v.nullable(deviceToken)),
      }),
    ),
    v.minLength(1),
    v.maxLength(IMPORT_MAX_ROWS, 'field.tooLong'),
  ),
});
