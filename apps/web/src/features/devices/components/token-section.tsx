import { KeyRound } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { CopyLine } from '../../../components/copy-line.tsx';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';
import { dateText } from '../../../platform/time-text.ts';
import { t } from '../zh-CN.ts';
import type { DeviceTokenScreen } from '../token-model.ts';
import { Section } from './facts.tsx';

/** The token of the device is replaced here, and shown once. */
export function TokenSection({ model }: { model: DeviceTokenScreen }) {
  const replaced = model.replaced.value;
  return (
    <Section
      title={t('devices.created.token')}
      action={
        <Button
          size="sm"
          icon={<KeyRound size={16} />}
          data-testid="device-token-replace"
          onClick={model.open}
        >
          {t('device.token.replace')}
        </Button>
      }
    >
      {replaced === null ? (
        <p className="text-note text-ink-2">{t('device.token.hint')}</p>
      ) : (
        <div className="flex flex-col gap-2">
          <CopyLine label={t('device.token.new')} text={replaced.accessToken} testId="device-token" />
          <p className="text-note text-amber" data-testid="device-token-former">
            {replaced.formerTokenEndsAt === null
              ? t('device.token.former.ended')
              : t('device.token.former.until', { time: dateText(replaced.formerTokenEndsAt) })}
          </p>
        </div>
      )}
      {model.isOpen.value && (
        <FormFrame
          id="device-token-form"
          title={t('device.token.replace')}
          submitLabel={t('device.token.submit')}
          form={model.form}
          send={model.send}
          onClose={model.close}
        />
      )}
    </Section>
  );
}
