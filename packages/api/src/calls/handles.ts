import * as v from 'valibot';
import { textSchema } from '../wire/codes.ts';
import { latestValueSchema } from '../wire/telemetry.ts';
import { call, listOf } from './call.ts';
import { associationStates, parameterEntries, toParameter } from './product-models.ts';
import { rpcAnswer, rpcTimeout } from './rpc.ts';

const styleEntries = {
  identify: v.string(),
  name: textSchema,
  /** 'button' without a parameter. */
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
    /** Input component. */
    component,
  })),
});

/** Control of a service of a product model; without parameters it is a button. */
const style = v.pipe(styleObject, v.transform(toStyle));

/** A control of one device, with the states that it changes. */
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
  /** Controls of the services of a product model. */
  style: call({
    method: 'GET',
    path: '/product/model/handle/{id}/style',
    reach: 'any',
    summary: { zh: '产品型号的操作控件', en: 'How the services of a product model are worked' },
    answer: listOf(style),
  }),
  /** Controls of a device with their current states. */
  ofDevice: call({
    method: 'GET',
    path: '/api/components/handles/{id}',
    reach: 'device',
    summary: { zh: '设备的操作控件及当前状态', en: 'The handles of a device, with the present states' },
    answer: listOf(handle),
  }),
  /**
   * Executes a control and waits for the device.
   * @throws {ApiError} 400 for an invalid parameter, 409 when the device is offline, 504 without a response in time
   */
  operate: call({
    method: 'POST',
    path: '/api/components/handles/{id}/do',
    reach: 'device',
    right: 'operate',
    audit: 'act',
    summary: { zh: '操作设备控件并等待应答', en: 'Works a handle of a device and waits for the answer' },
    body: v.object({
      identify: v.pipe(v.string('rpc.method.required'), v.nonEmpty('rpc.method.required'), v.maxLength(128)),
      params: v.optional(v.record(v.string(), v.unknown()), {}),
      timeout: rpcTimeout,
    }),
    answer: rpcAnswer,
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
