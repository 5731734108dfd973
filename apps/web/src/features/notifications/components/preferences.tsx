import { useModel } from '@preact/signals-react';
import { Button, GenericForm } from '@farm3d/ui';
import type { DeviceGroup, NotificationPreferences } from '@farm3d/api';
import { formServices } from '../../../kit/forms/form-services.ts';
import type { Notifications } from '../model.ts';
import { PreferencesFormModel } from '../preferences-form.ts';
import { t } from '../zh-CN.ts';

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
  const { form, send } = useModel(() => new PreferencesFormModel(now, groups, model.saved));
  return (
    <GenericForm id="notification-preferences" model={form} services={formServices()} send={send}>
      <Button type="submit" variant="primary" busy={form.busy.value} data-testid="preferences-submit">
        {t('notifications.save')}
      </Button>
    </GenericForm>
  );
}
