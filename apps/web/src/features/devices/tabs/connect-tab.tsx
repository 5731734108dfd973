import { createModel, signal } from '@preact/signals-react';
import { KeyRound } from 'lucide-react';
import { checkDeviceToken, deviceLink, message } from '@farm3d/api';
import { Button, type FieldValue } from '@farm3d/ui';
import { CopyLine } from '../../../kit/blocks.tsx';
import { createOpening } from '../../../kit/actions.ts';
import { createForm } from '../../../kit/forms/create-form.ts';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { locale } from '../../../platform/locale.ts';
import type { Services } from '../../../platform/services.ts';
import { dateText } from '../../../platform/time-text.ts';
import { ConnectionGuide } from '../connection-guide.tsx';
import { t } from '../zh-CN.ts';
import { CertificateSection } from './certificate-section.tsx';
import { GatewaySection } from './gateway-section.tsx';
import { Section, type TabProps } from './tab-parts.tsx';

/** How long the former token may go on working, minutes; the longest is what the server allows. */
const KEPT_MINUTES = ['0', '60', '1440', '10080'] as const;
const KEPT_BY_DEFAULT = '60';
const TOKEN_MAX = 64;

/** The token that somebody typed; empty: the server makes one. */
const ownToken = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** A token that replaced another one. */
interface NewToken {
  readonly accessToken: string;
  /** Until when the former one works, too, epoch milliseconds; null: it has ended. */
  readonly formerTokenEndsAt: number | null;
}

/** Replaces the token of a device; the new one is known until the page is left. */
const TokenModel = createModel((services: Services, deviceId: string) => {
  const opening = createOpening<true>();
  const replaced = signal<NewToken | null>(null);
  const { form, send } = createForm(services, {
    fields: () => [
      {
        key: 'kept',
        type: 'select',
        label: t('device.token.kept'),
        hint: t('device.token.kept.hint'),
        required: true,
        options: KEPT_MINUTES.map((value) => ({ value, label: t(`device.token.kept.${value}`) })),
      },
      {
        key: 'accessToken',
        type: 'text',
        label: t('device.token.own'),
        hint: t('device.token.own.hint'),
        maxLength: TOKEN_MAX,
        check: (value) => {
          const token = ownToken(value);
          const wrong = token === '' ? null : checkDeviceToken(token);
          return wrong && message(wrong, locale.value);
        },
      },
    ],
    initial: { kept: KEPT_BY_DEFAULT },
    send: async (values) => {
      const own = ownToken(values['accessToken']);
      replaced.value = await services.clientOf({ deviceLink }).deviceLink.rotateToken(deviceId, {
        keepFormerMinutes: Number(values['kept']),
        ...(own === '' ? {} : { accessToken: own }),
      });
      opening.close();
    },
  });
  return {
    opening,
    replaced,
    form,
    send,
    open: (): void => {
      form.reset();
      opening.open(true);
    },
  };
});
type DeviceTokenScreen = InstanceType<typeof TokenModel>;

/** How the device reaches the server, and which devices reach it through this one. */
export default function ConnectTab({ model, device }: TabProps) {
  const token = useModelOf(TokenModel, device.id);
  return (
    <div className="flex flex-col gap-4">
      <Section title={t('device.tab.connect')}>
        <ConnectionGuide
          device={device}
          token={token.replaced.value?.accessToken ?? null}
          hasReported={device.lastActivityAt !== null}
        />
      </Section>
      <TokenSection model={token} />
      {device.gatewayId === null && <CertificateSection deviceId={device.id} />}
      {device.gatewayId === null && <GatewaySection model={model} device={device} />}
    </div>
  );
}

/** The token of the device is replaced here, and shown once. */
function TokenSection({ model }: { model: DeviceTokenScreen }) {
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
      {model.opening.subject.value && (
        <FormFrame
          id="device-token-form"
          title={t('device.token.replace')}
          submitLabel={t('device.token.submit')}
          form={model.form}
          send={model.send}
          onClose={model.opening.close}
        />
      )}
    </Section>
  );
}
