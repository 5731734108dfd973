import { useModel } from '@preact/signals-react';
import type { DeviceGroup } from '@farm3d/api';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { GroupFormModel } from '../group-form.ts';
import type { EditedGroup, Groups } from '../model.ts';
import { t } from '../zh-CN.ts';

const FORM = 'group-form';

/** Dialog of a new or an existing group. */
export function GroupDialog({ model, onSaved }: { model: Groups; onSaved: (saved: DeviceGroup) => void }) {
  const edited = model.editing.value;
  return (
    edited && (
      <Editing
        key={edited.group?.id ?? `new ${edited.parentId}`}
        model={model}
        edited={edited}
        onSaved={onSaved}
      />
    )
  );
}

interface EditingProps {
  model: Groups;
  edited: EditedGroup;
  onSaved: (saved: DeviceGroup) => void;
}

function Editing({ model, edited, onSaved }: EditingProps) {
  const { form, send } = useModel(() => new GroupFormModel({ edited, groups: model.all.peek(), onSaved }));
  const close = (): void => model.edit(null);
  return (
    <Dialog
      open
      onClose={close}
      title={edited.group ? t('groups.edit.title', { name: edited.group.name }) : t('groups.new')}
      closeLabel={t('common.close')}
      testId="group-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="group-submit"
          >
            {t(edited.group ? 'groups.save' : 'groups.create')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
