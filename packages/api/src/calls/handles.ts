import * as v from 'valibot';
import { textSchema } from '../wire/codes.ts';
import { latestValueSchema } from '../wire/telemetry.ts';
import { call, listOf } from './call.ts';
import { integer } from './inputs.ts';
import { associationStates, parameterEntries, toParameter } from './product-models.ts';

const styleEntries = {
  identify: v.string(),
  name: textSchema,
  /** 'button' where there is no parameter to set. */
  component: v.nullish(v.literal('button')),
  parameters: v.array(
    v.object({ ...parameterEntries, component: v.picklist(['switch', 'slider', 'number', 'text']) }),
  ),
  associationStates,
};
const styleObject = v.object(styleEntries);

const toStyle = ({ identify, name, parameters }: v.InferOutput<typeof styleObject>) => ({
  identify,
  name,
  parameters: parameters.map(({ component, ...parameter }) => ({
    ...toParameter(parameter),
    /** How it is set by hand. */
    component,
  })),
});

/** How a service of a product model is worked; without parameters it is a button. */
const style = v.pipe(styleObject, v.transform(toStyle));

/** A handle of one device, with the states that it changes. */
const handle = v.pipe(
  v.object({
    ...styleEntries,
    states: v.array(
      v.object({ identify: v.string(), value: v.optional(latestValueSchema.entries.value, null) }),
    ),
  }),
  v.transform(({ states, ...same }) => ({ ...toStyle(same), states })),
);

export type HandleStyle = v.InferOutput<typeof style>;
export type DeviceHandle = v.InferOutput<typeof handle>;
export type HandleParameter = HandleStyle['parameters'][number];
export type HandleComponent = HandleParameter['component'];

export const handles = {
  /** How the services of a product model are worked. */
  style: call({
    method: 'GET',
    path: '/product/model/handle/{id}/style',
    summary: { zh: '产品型号的操作控件', en: 'How the services of a product model are worked' },
    answer: listOf(style),
  }),
  /** The handles of a device, with the present states. */
  ofDevice: call({
    method: 'GET',
    path: '/api/components/handles/{id}',
    summary: { zh: '设备的操作控件及当前状态', en: 'The handles of a device, with the present states' },
    answer: listOf(handle),
  }),
  /**
   * Works a handle and waits for the device. @throws {ApiError} 400 when a parameter does not fit, 409 when the device
   * is offline, 504 when it does not answer in time.
   */
  operate: call({
    method: 'POST',
    path: '/api/components/handles/{id}/do',
    right: 'operate',
    audit: 'act',
    summary: { zh: '操作设备控件并等待应答', en: 'Works a handle of a device and waits for the answer' },
    body: v.object({
      identify: v.pipe(v.string('rpc.method.required'), v.nonEmpty('rpc.method.required'), v.maxLength(128)),
      params: v.optional(v.record(v.string(), v.unknown()), {}),
      /** Milliseconds. */
      timeout: v.optional(integer(100, 60_000), 10_000),
    }),
    /** What a device answers stands beside its status. */
    answer: v.looseObject({ status: v.string() }),
    send: (
      id: string,
      {
        timeoutMs,
        ...same
      }: {
        identify: string;
        /** Default `{}`. */
        params?: Readonly<Record<string, unknown>>;
        /** Milliseconds to wait for the device, 100 … 60,000, default 10,000. */
        timeoutMs?: number;
      },
    ) => ({ path: { id }, body: { ...same, timeout: timeoutMs } }),
  }),
};
