import { createModel } from '@preact/signals-react';
import {
  DEFAULT_STORAGE_QUOTA,
  organisations,
  type CreatedInvitation,
  type OrganisationChanges,
  type OrganisationUsage,
} from '@farm3d/api';
import type { FormField, FormValues } from '@farm3d/ui';
import { invitationDefaults, invitationFields, invitationOf } from '../../components/people/invitation.tsx';
import { createForm } from '../../kit/forms/create-form.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;

interface OrganisationFormOptions {
  /** Null: a new organisation. */
  readonly organisation: OrganisationUsage | null;
  /** Receives the invitation of a new organisation's owner. */
  readonly onSaved: (made: CreatedInvitation | null) => void;
}

const nameField = (): FormField => ({
  key: 'name',
  type: 'text',
  label: t('organisations.name'),
  required: true,
  maxLength: NAME_MAX,
});

const GIB = 1024 ** 3;
const DEVICES_MAX = 1_000_000_000;
const MESSAGES_MAX = 1_000_000_000;
const DAYS_MAX = 36_525;
/** A pebibyte. */
const GIB_MAX = 1_048_576;

/** A limit; empty: the default of the installation. */
const quotaField = (
  key: string,
  label: string,
  hint: string,
  limits: Pick<FormField, 'min' | 'max' | 'unit' | 'decimal'>,
): FormField => ({ key, type: 'number', label, hint, isHalf: true, ...limits });

/** What the organisation may have at most. */
const quotaFields = (): readonly FormField[] => [
  quotaField('deviceQuota', t('organisations.quota.devices'), t('organisations.quota.devices.hint'), {
    max: DEVICES_MAX,
  }),
  quotaField(
    'storageQuota',
    t('organisations.quota.storage'),
    t('organisations.quota.storage.hint', { n: DEFAULT_STORAGE_QUOTA / GIB }),
    { unit: 'GiB', decimal: true, max: GIB_MAX },
  ),
  quotaField('messageQuota', t('organisations.quota.messages'), t('organisations.quota.messages.hint'), {
    min: 1,
    max: MESSAGES_MAX,
  }),
  quotaField('retentionDays', t('organisations.quota.retention'), t('organisations.quota.retention.hint'), {
    unit: t('organisations.quota.retention.unit'),
    min: 1,
    max: DAYS_MAX,
  }),
];

const numberOf = (value: FormValues[string] | undefined): number | null =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : null;

const quotaText = (value: number | null): string => (value === null ? '' : String(value));

/** GiB with at most two decimals, as the field takes it. */
const gibText = (bytes: number | null): string =>
  bytes === null ? '' : String(Math.round((bytes / GIB) * 100) / 100);

function quotasOf(values: FormValues): OrganisationChanges {
  const gib = numberOf(values['storageQuota']);
  return {
    deviceQuota: numberOf(values['deviceQuota']),
    storageQuota: gib === null ? null : Math.round(gib * GIB),
    messageQuota: numberOf(values['messageQuota']),
    retentionDays: numberOf(values['retentionDays']),
  };
}

const nameOf = (values: FormValues): string =>
  typeof values['name'] === 'string' ? values['name'].trim() : '';

/** Form of a new organisation with its owner, or of the name and quotas of an existing one. */
export const OrganisationFormModel = createModel(
  (services: Services, { organisation, onSaved }: OrganisationFormOptions) => {
    const calls = services.clientOf({ organisations }).organisations;
    return createForm(services, {
      fields: () => [nameField(), ...(organisation ? quotaFields() : invitationFields())],
      initial: organisation
        ? {
            name: organisation.name,
            deviceQuota: quotaText(organisation.deviceQuota),
            storageQuota: gibText(organisation.storageQuota),
            messageQuota: quotaText(organisation.messageQuota),
            retentionDays: quotaText(organisation.retentionDays),
          }
        : { name: '', ...invitationDefaults },
      draft: organisation ? `organisation.${organisation.id}` : 'organisation.new',
      send: async (values) => {
        const name = nameOf(values);
        if (organisation) {
          await calls.update(organisation.id, { name, ...quotasOf(values) });
          return onSaved(null);
        }
        const made = await calls.create({ name, ...invitationOf(values) });
        onSaved(made.invitation);
      },
    });
  },
);

export interface DeletedOrganisation {
  readonly id: string;
  readonly name: string;
}

/** Form of the deletion of an organisation: its name is typed. */
export const DeleteFormModel = createModel(
  (services: Services, { id, name }: DeletedOrganisation, onDeleted: () => void) =>
    createForm(services, {
      fields: () => [
        {
          key: 'name',
          type: 'text',
          label: t('organisationData.delete.name'),
          required: true,
          check: (value) =>
            typeof value === 'string' && value.trim() === name
              ? null
              : t('organisationData.delete.name.wrong', { name }),
        },
      ],
      send: async (values) => {
        await services.clientOf({ organisations }).organisations.remove(id, nameOf(values));
        showToast('success', t('organisationData.delete.begun', { name }));
        onDeleted();
      },
    }),
);
