import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { AlarmSetting } from '@farm3d/api';
import { Button, IconButton, Skeleton, Switch } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { Failure } from '../../kit/loaded.tsx';
import { lazyComponent } from '../../platform/lazy.tsx';
import { withTexts } from '../../platform/locale.ts';
import type { AlarmSettingDialogProps } from './alarm-setting-dialog.tsx';
import { followingText, settingText } from './alarm-setting-text.ts';
import { keysWith, type WatchedKey } from './alarm-setting-values.ts';
import type { AlarmSettings } from './alarm-settings-model.ts';
import type { NameKey } from './condition-text.ts';
import { SeverityMark } from './severity-mark.tsx';
import { t } from './zh-CN.ts';

// With the fields of forms.
const AlarmSettingDialog = lazyComponent<AlarmSettingDialogProps>(() =>
  withTexts(import('./alarm-setting-dialog.tsx')),
);

interface AlarmSettingListProps {
  model: AlarmSettings;
  /** Id of the device or product model. */
  owner: string;
  /** What a setting can watch; null: not known yet. */
  keys: readonly WatchedKey[] | null;
  nameKey: NameKey;
  /** Whether the user may change them. Default true. */
  mayEdit?: boolean;
  /** Shown instead of an empty list. Default: that there are no settings. */
  none?: string;
  /** As in the dialog. */
  Trial?: AlarmSettingDialogProps['Trial'];
}

/** Alarm settings as sentences: turned on and off, added, changed and deleted. */
export function AlarmSettingList({
  model,
  owner,
  keys,
  nameKey,
  mayEdit = true,
  none,
  Trial,
}: AlarmSettingListProps) {
  const settings = model.settings.value.value;
  const error = model.settings.error.value;
  const edited = model.editing.subject.value;
  const setting = edited === 'new' ? null : edited;
  return (
    <>
      {!settings &&
        (error === null ? (
          <Skeleton className="h-11" />
        ) : (
          <Failure error={error} onRetry={() => void model.settings.load()} />
        ))}
      {settings?.length === 0 && <p className="text-note text-ink-3">{none ?? t('rule.setting.none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {settings?.map((one) => (
          <SettingRow
            key={one.id}
            model={model}
            setting={one}
            nameKey={nameKey}
            mayEdit={mayEdit}
            isReady={keys !== null}
          />
        ))}
      </ul>
      {mayEdit && settings && keys && (
        <Button
          size="sm"
          className="mt-2"
          icon={<Plus size={16} />}
          data-testid="alarm-setting-add"
          onClick={() => model.editing.open('new')}
        >
          {t('rule.setting.add')}
        </Button>
      )}
      {edited !== null && keys && (
        <AlarmSettingDialog
          key={setting?.id ?? 'new'}
          owner={owner}
          setting={setting}
          keys={keysWith(keys, setting, (key) => nameKey(key, null))}
          nameKey={nameKey}
          Trial={Trial}
          onClose={model.editing.close}
          save={(draft) => model.save(setting, draft)}
        />
      )}
      <Confirm question={model.removal} message={({ name }) => t('rule.setting.remove.message', { name })} />
    </>
  );
}

interface SettingRowProps {
  model: AlarmSettings;
  setting: AlarmSetting;
  nameKey: NameKey;
  mayEdit: boolean;
  /** Whether it is known what a setting can watch. */
  isReady: boolean;
}

function SettingRow({ model, setting, nameKey, mayEdit, isReady }: SettingRowProps) {
  const { id, name, enabled, inherited, severity } = setting;
  const isBusy = model.waiting.value === id;
  const following = followingText(setting);
  return (
    <li
      data-testid="alarm-setting"
      data-id={id}
      data-enabled={enabled}
      className="flex items-start gap-2 py-2"
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-body font-medium">
          <SeverityMark severity={severity} isActive={enabled} />
          <span className="min-w-0 break-words">{name}</span>
          {inherited && (
            <span className="text-note font-normal text-ink-3">{t('rule.setting.inherited')}</span>
          )}
        </p>
        <p className="text-note break-words text-ink-2" data-testid="alarm-setting-text">
          {settingText(setting, nameKey)}
        </p>
        {following !== '' && <p className="text-note break-words text-ink-3">{following}</p>}
      </div>
      {mayEdit && !inherited && (
        <div className="flex shrink-0 items-center">
          <Switch
            label={t('rule.setting.on', { name })}
            checked={enabled}
            busy={isBusy}
            testId="alarm-setting-switch"
            onChange={(next) => void model.setEnabled(setting, next)}
          />
          {isReady && (
            <IconButton
              size="sm"
              label={t('rule.setting.edit', { name })}
              icon={<Pencil size={16} />}
              disabled={isBusy}
              data-testid="alarm-setting-edit"
              onClick={() => model.editing.open(setting)}
            />
          )}
          <IconButton
            size="sm"
            tone="danger"
            label={t('rule.setting.remove', { name })}
            icon={<Trash2 size={16} />}
            disabled={isBusy}
            data-testid="alarm-setting-remove"
            onClick={() => model.removal.ask(setting)}
          />
        </div>
      )}
    </li>
  );
}
