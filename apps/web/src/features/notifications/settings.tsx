import { BellRing, Trash2 } from 'lucide-react';
import { Button, IconButton, Switch, GenericForm } from '@farm3d/ui';
import type { NotificationChannel, DeviceGroup, NotificationPreferences } from '@farm3d/api';
import { CopyLine } from '../../kit/blocks.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { useServices, useModelOf } from '../../kit/services.tsx';
import { OnceDialog } from '../../kit/dialog.tsx';
import { ChannelFormModel, PreferencesFormModel } from './forms.ts';
import { canBePushed, type Notifications } from './model.ts';
import { t } from './zh-CN.ts';

/** The channels of the caller, each with its switch, its test and its removal. */
export function Channels({ model }: { model: Notifications }) {
  const { items = [], mail = true } = model.channels.value.value ?? {};
  return (
    <>
      {!mail && (
        <p
          data-testid="mail-none"
          className="mb-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber"
        >
          {t('notifications.channels.noMail')}
        </p>
      )}
      <div className="mb-3">
        {canBePushed() ? (
          <Button
            size="sm"
            icon={<BellRing size={16} />}
            busy={model.busy.value === 'push'}
            data-testid="push-subscribe"
            onClick={() => void model.subscribe()}
          >
            {t('notifications.push.subscribe')}
          </Button>
        ) : (
          <p className="text-note text-ink-3">{t('notifications.push.none')}</p>
        )}
      </div>
      {items.length === 0 && <p className="text-body text-ink-2">{t('notifications.channels.none')}</p>}
      <ul data-testid="channels" data-count={items.length} className="flex flex-col gap-2">
        {items.map((channel) => (
          <Row key={channel.id} channel={channel} model={model} />
        ))}
      </ul>
      <NewChannel model={model} />
      <SecretDialog model={model} />
    </>
  );
}

function Row({ channel, model }: { channel: NotificationChannel; model: Notifications }) {
  const { id, kind, name, target, enabled } = channel;
  return (
    <li
      data-testid="channel"
      data-kind={kind}
      data-enabled={enabled}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line px-3 py-2"
    >
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate text-body font-medium">{name}</p>
        <p className="text-note text-ink-3">
          {t(`notifications.channel.${kind}`)} · {target || t('notifications.channel.noAddress')}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={t('notifications.channel.test.of', { name })}
        busy={model.busy.value === id}
        data-testid="channel-test"
        onClick={() => void model.test(id)}
      >
        {t('notifications.channel.test')}
      </Button>
      <Switch
        label={t('notifications.channel.on', { name })}
        checked={enabled}
        testId="channel-switch"
        onChange={(on) => void model.turn(id, on)}
      />
      <IconButton
        label={t('notifications.channel.remove', { name })}
        icon={<Trash2 size={18} />}
        data-testid="channel-remove"
        onClick={() => model.removing.ask(channel)}
      />
    </li>
  );
}

function NewChannel({ model }: { model: Notifications }) {
  const services = useServices();
  if (!model.adding.subject.value) return null;
  return (
    <FormDialog
      id="channel"
      title={t('notifications.channel.add')}
      submitLabel={t('common.confirm')}
      model={() => new ChannelFormModel(services, model.added)}
      onClose={model.adding.close}
    />
  );
}

/** Shows the key that signs the requests of a new webhook, once. */
function SecretDialog({ model }: { model: Notifications }) {
  return (
    <OnceDialog
      made={model.made.subject.value}
      onDone={model.made.close}
      title={(made) => t('notifications.secret.title', { name: made.name })}
      note={() => t('notifications.secret.hint')}
      doneLabel={t('notifications.secret.done')}
      testId="channel-secret-dialog"
      doneTestId="channel-secret-done"
    >
      {(made) => (
        <CopyLine label={t('notifications.secret.label')} text={made.secret} testId="channel-secret" />
      )}
    </OnceDialog>
  );
}

/** The form of the preferences, once they are loaded. */
export function Preferences({ model }: { model: Notifications }) {
  const now = model.preferences.value.value;
  const groups = model.groups.value.value;
  return now && groups && <Form now={now} groups={groups} model={model} />;
}

interface FormProps {
  now: NotificationPreferences;
  groups: readonly DeviceGroup[];
  model: Notifications;
}

function Form({ now, groups, model }: FormProps) {
  const { form, send } = useModelOf(PreferencesFormModel, now, groups, model.saved);
  return (
    <GenericForm id="notification-preferences" model={form} services={useFormServices()} send={send}>
      <Button type="submit" variant="primary" busy={form.busy.value} data-testid="preferences-submit">
        {t('notifications.save')}
      </Button>
    </GenericForm>
  );
}
