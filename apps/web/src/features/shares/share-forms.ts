import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { DeviceShare, ProductAttribute, SimpleDevice } from '@farm3d/api';
import { createFormModel, type FormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { readingLines } from '../../platform/readings.ts';
import { api } from '../../platform/services.ts';
import { shareApi } from './share-api.ts';
import {
  BODY_FIELDS,
  CHANGED_TERMS,
  changedTermsFields,
  NEW_TERMS,
  newTermsFields,
  termsOf,
  type Attribute,
} from './share-fields.ts';
import { t } from './zh-CN.ts';

/** Devices of one call. */
const MAX_DEVICES = 200;

/** The keys of devices, each once, fetched when they are first asked for: one device for each product model. */
function attributesOf(devices: readonly SimpleDevice[], ids: () => Iterable<string>) {
  const known = signal<ReadonlyMap<string, readonly ProductAttribute[]>>(new Map());
  const asked = new Set<string>();
  const codes = computed(() => {
    const wanted = new Set(ids());
    const chosen = devices.filter(({ id }) => wanted.has(id));
    return new Map(chosen.map(({ id, productModelCode }) => [productModelCode, id]));
  });
  effect(() => {
    for (const [code, deviceId] of codes.value) {
      if (asked.has(code)) continue;
      asked.add(code);
      api.devices.attributes(deviceId).then(
        ({ items }) => {
          known.value = new Map(known.peek()).set(code, items);
        },
        // Asked again when another device is chosen.
        () => asked.delete(code),
      );
    }
  });
  return computed((): readonly Attribute[] => {
    const lines = [...codes.value.keys()].flatMap((code) => readingLines(known.value.get(code) ?? []));
    return [...new Map(lines.map(({ key, name }) => [key, name]))].map(([key, name]) => ({
      identify: key,
      label: name === '' ? key : name,
    }));
  });
}

interface ShareFormOptions {
  /** Devices of the organisation. */
  readonly devices: readonly SimpleDevice[];
  readonly onShared: (shares: readonly DeviceShare[]) => void;
}

/** Form of a new share. */
export const ShareFormModel = createModel(({ devices, onShared }: ShareFormOptions) => {
  const chosen = signal<readonly string[]>([]);
  const attributes = attributesOf(devices, () => chosen.value);
  const form: FormModel = createFormModel({
    fields: () => [
      {
        key: 'devices',
        type: 'select',
        multiple: true,
        required: true,
        maxLength: MAX_DEVICES,
        label: t('shares.devices'),
        placeholder: t('shares.devices.placeholder'),
        options: devices.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        key: 'recipient',
        type: 'radio',
        label: t('shares.recipient'),
        required: true,
        options: [
          { value: 'person', label: t('shares.recipient.person') },
          { value: 'organisation', label: t('shares.recipient.organisation') },
        ],
      },
      {
        key: 'username',
        type: 'text',
        label: t('shares.username'),
        required: true,
        isVisible: ({ recipient }) => recipient !== 'organisation',
      },
      {
        key: 'organisation',
        type: 'text',
        label: t('shares.organisation'),
        hint: t('shares.organisation.hint'),
        required: true,
        isVisible: ({ recipient }) => recipient === 'organisation',
      },
      ...newTermsFields(attributes.value),
    ],
    locale,
    initial: { recipient: 'person', ...NEW_TERMS },
    draft: formDraft('share.new'),
    problemOf: formProblem(BODY_FIELDS),
  });
  effect(() => {
    chosen.value = form.values.value['devices'] as readonly string[];
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const { devices: deviceIds, recipient, username, organisation } = values;
      const named =
        recipient === 'organisation'
          ? { organisation: (organisation as string).trim() }
          : { username: (username as string).trim() };
      const draft = { deviceIds: deviceIds as readonly string[], ...named, ...termsOf(values) };
      onShared((await shareApi.sharing.share(draft)).items);
    },
  };
});

interface TermsFormOptions {
  readonly shares: readonly DeviceShare[];
  /** Devices of the organisation. */
  readonly devices: readonly SimpleDevice[];
  readonly onChanged: (count: number) => void;
}

/** Form of the terms of several shares. */
export const TermsFormModel = createModel(({ shares, devices, onChanged }: TermsFormOptions) => {
  const attributes = attributesOf(devices, () => shares.map(({ deviceId }) => deviceId));
  const form = createFormModel({
    fields: () => changedTermsFields(attributes.value),
    locale,
    initial: CHANGED_TERMS,
    problemOf: formProblem(BODY_FIELDS),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const ids = shares.map(({ id }) => id);
      await shareApi.sharing.change(ids, termsOf(values));
      onChanged(ids.length);
    },
  };
});
