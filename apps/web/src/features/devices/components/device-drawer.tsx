import { Suspense, lazy, type ReactNode } from 'react';
import { useModel } from '@preact/signals-react';
import { Trash2 } from 'lucide-react';
import { Badge, Button, ConfirmDialog, Dialog, ErrorState, Skeleton } from '@farm3d/ui';
import { rejectionReason, type DeviceDetail, type ProductAttribute } from '@farm3d/api';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { LiveValue } from '../../../components/live-value.tsx';
import { OnlineState } from '../../../components/online-state.tsx';
import { SimulatedBadge } from '../../../components/simulated-badge.tsx';
import { ImageUploadField } from '../../../components/images/image-upload-field.tsx';
import { t as pictureText } from '../../../components/images/texts.ts';
import { readingLines } from '../../../platform/readings.ts';
import { locale, term } from '../../../platform/locale.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { agoText, dateText } from '../../../platform/time-text.ts';
import { DeviceDetailModel, type DeviceDetailScreen } from '../device-detail-model.ts';
import { t } from '../texts.ts';

// The code of charts is fetched when a device is opened.
const ReadingCourse = lazy(() => import('../../agronomy/components/reading-chart.tsx'));

export interface DeviceDrawerProps {
  /** Null: closed. */
  id: string | null;
  onClose: () => void;
  onRemoved: () => void;
}

/** Drawer with the details of one device. */
export function DeviceDrawer({ id, onClose, onRemoved }: DeviceDrawerProps) {
  return (
    <Dialog
      placement="side"
      open={id !== null}
      onClose={onClose}
      title={t('devices.detail.title')}
      closeLabel={t('common.close')}
      testId="device-drawer"
    >
      {id !== null && <Detail key={id} id={id} onRemoved={onRemoved} />}
    </Dialog>
  );
}

function Detail({ id, onRemoved }: { id: string; onRemoved: () => void }) {
  const model = useModel(() => new DeviceDetailModel(id, onRemoved));
  const device = model.detail.value.value;
  const error = model.detail.error.value;
  if (!device) {
    return error ? (
      <ErrorState title={problemText(error)} hint={problemHint(error)} />
    ) : (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-40" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-center gap-4">
        <DeviceIcon productTypeCode={device.productTypeCode} image={device.productModelPicture} size={64} />
        <div className="min-w-0">
          <p className="truncate text-title font-semibold" data-testid="device-drawer-name">
            {device.name}
          </p>
          <p className="flex items-center gap-2 text-note text-ink-2">
            <OnlineState device={device} />
            {device.simulated && <SimulatedBadge />}
          </p>
        </div>
      </div>
      <ImageUploadField
        label={pictureText('picture.device')}
        upload={model.image}
        name={device.name}
        placeholder={<DeviceIcon productTypeCode={device.productTypeCode} size={48} />}
      />
      <Section title={t('devices.detail.live')}>
        <Values model={model} device={device} attributes={model.attributes.value.value} />
      </Section>
      <History device={device} attributes={model.attributes.value.value} />
      <Section title={t('devices.detail.rejections')}>
        <Rejections device={device} />
      </Section>
      <Section title={t('devices.detail.facts')}>
        <dl>
          <Fact name={t('devices.column.product')}>
            {term(device.productModelCode, device.productModelName)} · {device.productModelCode}
          </Fact>
          <Fact name={t('devices.detail.id')}>
            <code className="font-mono text-xs break-all select-all">{device.id}</code>
          </Fact>
          <Fact name={t('devices.detail.created')}>
            <span className="tabular-nums">{dateText(device.createdAt)}</span>
          </Fact>
        </dl>
      </Section>
      <Button
        variant="quiet"
        className="self-start text-alarm! hover:bg-alarm-soft!"
        icon={<Trash2 size={18} strokeWidth={1.5} />}
        data-testid="device-delete"
        onClick={model.requestRemoval}
      >
        {t('devices.delete')}
      </Button>
      <ConfirmDialog
        open={model.isConfirmingRemoval.value}
        dangerous
        title={t('common.prompt')}
        message={t('devices.delete.message', { name: device.name })}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.removing.value}
        onConfirm={() => void model.remove()}
        onCancel={model.cancelRemoval}
      />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-note font-semibold text-ink-3">{title}</h3>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 text-note last:border-0">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}

/** Chart of the device's readings with forecast; nothing for a device without readings. */
function History({ device, attributes }: Pick<ValuesProps, 'device' | 'attributes'>) {
  if (!attributes) return <Skeleton className="h-56" />;
  const lines = readingLines(attributes.filter(({ type }) => type === 'attribute'));
  if (lines.length === 0) return null;
  return (
    <Section title={t('devices.detail.course')}>
      <Suspense fallback={<Skeleton className="h-56" />}>
        <ReadingCourse deviceId={device.id} lines={lines} />
      </Suspense>
    </Section>
  );
}

interface ValuesProps {
  model: DeviceDetailScreen;
  device: DeviceDetail;
  attributes: readonly ProductAttribute[] | null;
}

function Values({ model, device, attributes }: ValuesProps) {
  const undeclared = model.undeclared.value;
  if (!attributes) return <Skeleton className="h-32" />;
  return (
    <>
      <dl>
        {readingLines(attributes).map(({ key, name, unit }) => (
          <Fact key={key} name={term(key, name)}>
            <LiveValue deviceId={device.id} name={key} unit={unit} />
          </Fact>
        ))}
      </dl>
      {undeclared.length > 0 && (
        <>
          <p className="mt-4 mb-1 text-xs text-ink-3">{t('devices.detail.undeclared')}</p>
          <dl>
            {undeclared.map((key) => (
              <Fact key={key} name={key}>
                <LiveValue deviceId={device.id} name={key} unit="" />
              </Fact>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function Rejections({ device }: { device: DeviceDetail }) {
  const last = device.lastRejection;
  if (device.rejectedCount === 0) {
    return (
      <p className="text-note text-ink-2" data-testid="rejected-count" data-count={0}>
        {t('devices.detail.noRejections')}
      </p>
    );
  }
  return (
    <div className="rounded-control border border-line bg-sunken p-3 text-note">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="amber">
          <span data-testid="rejected-count" data-count={device.rejectedCount}>
            {t('devices.detail.rejectedCount', { n: device.rejectedCount })}
          </span>
        </Badge>
        {last && (
          <span className="text-ink-3">{t('devices.detail.lastRejection', { time: agoText(last.at) })}</span>
        )}
      </p>
      {last && (
        <>
          <p className="mt-2 break-words" data-testid="last-rejection">
            {rejectionReason(last.reason, locale.value)}
            {last.field && (
              <span className="text-ink-2"> · {t('devices.detail.field', { field: last.field })}</span>
            )}
          </p>
          {last.excerpt && (
            <>
              <p className="mt-2 text-xs text-ink-3">{t('devices.detail.excerpt')}</p>
              <code className="font-mono text-xs break-all">{last.excerpt}</code>
            </>
          )}
        </>
      )}
    </div>
  );
}
