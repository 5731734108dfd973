import { createModel, signal } from '@preact/signals-react';
import { Radio, Trash2 } from 'lucide-react';
import { integrations, type CreatedIntegration, type Integration, type ProductModel } from '@farm3d/api';
import { Button, GenericForm, IconButton, Skeleton } from '@farm3d/ui';
import { CopyLine } from '../../../kit/blocks.tsx';
import { createAttempts, createQuestion } from '../../../kit/actions.ts';
import { Confirm } from '../../../kit/confirm.tsx';
import { PageDialog } from '../../../kit/dialog.tsx';
import { createForm } from '../../../kit/forms/create-form.ts';
import { useFormServices } from '../../../kit/forms/form-services.ts';
import { Loaded } from '../../../kit/loaded.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { OnceNote } from '../../../kit/once.tsx';
import { loadable } from '../../../platform/loadable.ts';
import type { Services } from '../../../platform/services.ts';
import { productOptions } from '../device-fields.ts';
import { t } from './zh-CN.ts';

const FORM = 'network-form';
const NAME_MAX = 64;
const KINDS = ['chirpstack', 'ttn', 'provision'] as const satisfies readonly Integration['kind'][];

/** Network servers that bring their devices along, and keys by which devices register themselves. */
const NetworksModel = createModel((services: Services) => {
  const calls = services.clientOf({ integrations }).integrations;
  const list = loadable<readonly Integration[]>(async (abort) => (await calls.list({ signal: abort })).items);
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await services.api.productModels.list({ signal: abort })).items,
  );
  const created = signal<CreatedIntegration | null>(null);
  const { attempt } = createAttempts(() => void list.load());
  const { form, send } = createForm(services, {
    fields: () => [
      {
        key: 'kind',
        type: 'select',
        label: t('adding.networks.kind'),
        required: true,
        options: KINDS.map((value) => ({ value, label: t(`adding.networks.kind.${value}`) })),
      },
      { key: 'name', type: 'text', label: t('adding.networks.name'), required: true, maxLength: NAME_MAX },
      {
        key: 'productModelCode',
        type: 'select',
        label: t('adding.networks.product'),
        hint: t('adding.networks.product.hint'),
        required: true,
        options: productOptions(products.value.value ?? []),
      },
    ],
    initial: { kind: 'chirpstack' },
    send: async (values) => {
      created.value = await calls.create({
        kind: values['kind'] as Integration['kind'],
        name: (values['name'] as string).trim(),
        productModelCode: values['productModelCode'] as string,
      });
      form.reset();
      void list.load();
    },
  });
  void list.load();
  void products.load();
  return {
    list,
    form,
    send,
    /** The last one that was made here, with its key. */
    created,
    removing: createQuestion<Integration>(({ id, name }) =>
      attempt(async () => {
        await calls.remove(id);
        if (created.peek()?.id === id) created.value = null;
        return t('adding.networks.removed', { name });
      }),
    ),
  };
});
type Networks = InstanceType<typeof NetworksModel>;

/** Devices that come by themselves: of a LoRaWAN network server, or with the key of a series. */
export function NetworksDialog({ onClose }: { onClose: () => void }) {
  const services = useFormServices();
  const model = useModelOf(NetworksModel);
  const created = model.created.value;
  return (
    <PageDialog
      onClose={onClose}
      title={t('adding.networks')}
      testId="networks"
      // A key is shown once: a click outside must not close the dialog.
      keepOpen={created !== null}
      actions={
        <>
          <Button data-testid="networks-close" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={model.form.busy.value}
            data-testid="network-submit"
          >
            {t('adding.networks.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <p className="text-body text-ink-2">{t('adding.networks.hint')}</p>
        {created && <Created network={created} />}
        <NetworkList model={model} />
        <GenericForm id={FORM} model={model.form} services={services} send={model.send} />
      </div>
      <Confirm
        question={model.removing}
        message={({ name }) => t('adding.networks.remove.message', { name })}
      />
    </PageDialog>
  );
}

/** What the network server or the devices are given; it is shown once. */
function Created({ network }: { network: CreatedIntegration }) {
  const { name, path, provisionDeviceKey, provisionDeviceSecret } = network;
  return (
    <section className="flex flex-col gap-3" data-testid="network-created" data-name={name}>
      <OnceNote>{t('adding.networks.once', { name })}</OnceNote>
      <CopyLine
        label={t('adding.networks.address')}
        text={`${location.origin}${path}`}
        testId="network-address"
      />
      {provisionDeviceKey !== undefined && (
        <CopyLine label="provisionDeviceKey" text={provisionDeviceKey} testId="network-key" />
      )}
      {provisionDeviceSecret !== undefined && (
        <CopyLine label="provisionDeviceSecret" text={provisionDeviceSecret} testId="network-secret" />
      )}
    </section>
  );
}

function NetworkList({ model }: { model: Networks }) {
  const networks = model.list.value.value ?? [];
  return (
    <Loaded of={model.list} skeleton={<Skeleton className="h-14" />}>
      {() =>
        networks.length > 0 && (
          <ul className="divide-y divide-line rounded-control border border-line">
            {networks.map((network) => (
              <li
                key={network.id}
                data-testid="network"
                data-name={network.name}
                className="flex min-h-12 items-center gap-3 py-1 pr-1 pl-3"
              >
                <Radio aria-hidden size={18} className="shrink-0 text-ink-3" />
                <p className="min-w-0 flex-1 truncate text-body">{network.name}</p>
                <span className="shrink-0 text-note text-ink-3">
                  {t(`adding.networks.kind.${network.kind}`)} · {network.productModelCode}
                </span>
                <IconButton
                  size="sm"
                  tone="danger"
                  label={t('adding.networks.remove', { name: network.name })}
                  icon={<Trash2 size={16} />}
                  data-testid="network-remove"
                  onClick={() => model.removing.ask(network)}
                />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
