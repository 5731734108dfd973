import { useModel } from '@preact/signals-react';
import { KeyRound, Radio, Trash2 } from 'lucide-react';
import type { CreatedIntegration } from '@farm3d/api';
import { Button, ConfirmDialog, Dialog, ErrorState, GenericForm, IconButton, Skeleton } from '@farm3d/ui';
import { CopyLine } from '../../../components/copy-line.tsx';
import { formServices } from '../../../kit/forms/form-services.ts';
import { t as common } from '../../../platform/locale.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { NetworksModel, type Networks } from './networks-model.ts';
import { t } from './zh-CN.ts';

const FORM = 'network-form';

/** Devices that come by themselves: of a LoRaWAN network server, or with the key of a series. */
export function NetworksDialog({ onClose }: { onClose: () => void }) {
  const model = useModel(NetworksModel);
  const created = model.created.value;
  const removing = model.removing.value;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('adding.networks')}
      closeLabel={common('common.close')}
      testId="networks"
      // A key is shown once: a click outside must not close the dialog.
      keepOpen={created !== null}
      actions={
        <>
          <Button data-testid="networks-close" onClick={onClose}>
            {common('common.close')}
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
        <GenericForm id={FORM} model={model.form} services={formServices()} send={model.send} />
      </div>
      <ConfirmDialog
        open={removing !== null}
        dangerous
        title={common('common.prompt')}
        message={removing && t('adding.networks.remove.message', { name: removing.name })}
        confirmLabel={common('common.delete')}
        cancelLabel={common('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void (removing && model.remove(removing))}
        onCancel={() => model.ask(null)}
      />
    </Dialog>
  );
}

/** What the network server or the devices are given; it is shown once. */
function Created({ network }: { network: CreatedIntegration }) {
  const { name, path, provisionDeviceKey, provisionDeviceSecret } = network;
  return (
    <section className="flex flex-col gap-3" data-testid="network-created" data-name={name}>
      <p className="flex gap-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
        <KeyRound aria-hidden size={18} className="mt-0.5 shrink-0" />
        {t('adding.networks.once', { name })}
      </p>
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
  const { value, error } = model.list;
  if (!value.value)
    return error.value === null ? (
      <Skeleton className="h-14" />
    ) : (
      <ErrorState
        title={problemText(error.value)}
        hint={problemHint(error.value)}
        action={<Button onClick={() => void model.list.load()}>{common('common.retry')}</Button>}
      />
    );
  if (value.value.length === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {value.value.map((network) => (
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
            onClick={() => model.ask(network)}
          />
        </li>
      ))}
    </ul>
  );
}
