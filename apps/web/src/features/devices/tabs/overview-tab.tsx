import { useState } from 'react';
import { createModel } from '@preact/signals-react';
import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { Badge, Button, Skeleton } from '@farm3d/ui';
import { rejectionReason, type DeviceDetail, type DeviceProblem, type DeviceSim } from '@farm3d/api';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { LiveValue } from '../../../components/device-state.tsx';
import { ImageUploadField } from '../../../kit/images/image-upload-field.tsx';
import { useModelOf, useServices } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { locale, term } from '../../../platform/locale.ts';
import { devicePath, scenePath } from '../../../platform/paths.ts';
import { readingLines } from '../../../platform/readings.ts';
import type { Services } from '../../../platform/services.ts';
import { agoText, dateText } from '../../../platform/time-text.ts';
import { ConnectionGuide } from '../connection-guide.tsx';
import { mayOn, mayOwn } from '../device-detail-model.ts';
import { t } from '../zh-CN.ts';
import { DeclareDialog } from './declare-dialog.tsx';
import { Fact, Section, type TabProps } from './tab-parts.tsx';

/** SIM card and scenes of a device. */
const AroundModel = createModel(({ api }: Services, { id, received }: DeviceDetail) => {
  const sim = loadable<DeviceSim>((abort) => api.devices.sim(id, { signal: abort }));
  const scenes = loadable(async (abort) => {
    const { items } = await api.scenes.list({ page: 1, pageSize: 100 }, { signal: abort });
    return items.filter(({ layout }) => layout.equipment.some((equipment) => equipment.id === id));
  });
  if (!received) void sim.load();
  void scenes.load();
  return { sim, scenes };
});

/** Live values and facts of a device. */
export default function OverviewTab({ model, device }: TabProps) {
  const around = useModelOf(AroundModel, device);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Section title={t('device.live')}>
        <Values model={model} device={device} />
        {device.lastActivityAt === null && mayOwn(device, 'devices') && (
          <div className="mt-4">
            <ConnectionGuide device={device} token={null} hasReported={false} />
          </div>
        )}
      </Section>
      <div className="flex flex-col gap-4">
        <Section title={t('devices.detail.facts')}>
          <div className="mb-3">
            {mayOn(device, 'devices') ? (
              <ImageUploadField
                label={t('device.picture')}
                upload={model.image}
                name={device.name}
                placeholder={<DeviceIcon productTypeCode={device.productTypeCode} size={48} />}
              />
            ) : (
              <DeviceIcon productTypeCode={device.productTypeCode} image={device.picture} size={96} />
            )}
          </div>
          <Facts device={device} />
        </Section>
        <Section title={t('device.scenes')}>
          <SceneLinks scenes={around.scenes.value.value} />
        </Section>
        {around.sim.value.value?.iccid && <SimFacts sim={around.sim.value.value} />}
        <Section title={t('devices.detail.problems')}>
          <DeviceProblems model={model} device={device} />
        </Section>
      </div>
    </div>
  );
}

function Values({ model, device }: TabProps) {
  const { session } = useServices();
  const attributes = model.attributes.value.value;
  const undeclared = model.undeclared.value;
  const [isDeclaring, setDeclaring] = useState(false);
  if (!attributes) return <Skeleton className="h-32" />;
  return (
    <>
      <dl data-testid="device-values">
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
          {session.hasRight('devices') && (
            <Button
              size="sm"
              variant="quiet"
              className="mt-2"
              icon={<Plus size={16} />}
              data-testid="device-declare"
              onClick={() => setDeclaring(true)}
            >
              {t('device.declare')}
            </Button>
          )}
          {isDeclaring && <DeclareDialog model={model} device={device} onClose={() => setDeclaring(false)} />}
        </>
      )}
    </>
  );
}

function Facts({ device }: { device: DeviceDetail }) {
  return (
    <dl>
      <Fact name={t('devices.column.product')}>
        {term(device.productModelCode, device.productModelName)} · {device.productModelCode}
      </Fact>
      <Fact name={t('devices.column.activity')}>{agoText(device.lastActivityAt)}</Fact>
      {device.latitude !== null && device.longitude !== null && (
        <Fact name={t('device.place')}>
          <span className="tabular-nums">
            {device.longitude}, {device.latitude}
          </span>
        </Fact>
      )}
      {device.gatewayId !== null && (
        <Fact name={t('device.gateway.behind')}>
          <Link href={devicePath(device.gatewayId)} data-testid="device-behind" className="text-water">
            {t('device.gateway.open')}
          </Link>
        </Fact>
      )}
      {device.devEui && <Fact name={t('device.devEui')}>{device.devEui}</Fact>}
      {device.serial && <Fact name={t('device.serial')}>{device.serial}</Fact>}
      {device.thirdId && <Fact name={t('devices.column.thirdId')}>{device.thirdId}</Fact>}
      <Fact name={t('devices.column.id')}>
        <code className="font-mono text-xs break-all select-all">{device.id}</code>
      </Fact>
      <Fact name={t('devices.detail.created')}>
        <span className="tabular-nums">{dateText(device.createdAt)}</span>
      </Fact>
    </dl>
  );
}

function SceneLinks({ scenes }: { scenes: readonly { id: string; name: string }[] | null }) {
  if (!scenes) return <Skeleton className="h-9" />;
  if (scenes.length === 0) return <p className="text-note text-ink-3">{t('device.scenes.none')}</p>;
  return (
    <ul className="flex flex-wrap gap-2">
      {scenes.map(({ id, name }) => (
        <li key={id}>
          <Link
            href={scenePath(id)}
            data-testid="device-scene"
            className="inline-flex min-h-11 items-center rounded-control border border-line px-3 text-water hover:bg-hover"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SimFacts({ sim }: { sim: DeviceSim }) {
  return (
    <Section title={t('device.sim')}>
      <dl>
        {(['iccid', 'imsi', 'imei', 'msisdn', 'operator'] as const).map(
          (key) =>
            sim[key] && (
              <Fact key={key} name={key.toUpperCase()}>
                {sim[key]}
              </Fact>
            ),
        )}
        {sim.rssi !== null && <Fact name="RSSI">{sim.rssi} dBm</Fact>}
      </dl>
    </Section>
  );
}

/** What is wrong with the messages of a device: what was refused, and what was stored and flagged. */
function DeviceProblems({ model, device }: TabProps) {
  const { rejectedCount } = device;
  const problems = model.problems.value.value ?? [];
  return (
    <div className="flex flex-col gap-2">
      <p
        className={rejectedCount > 0 ? 'text-note text-ink-2' : 'sr-only'}
        data-testid="rejected-count"
        data-count={rejectedCount}
      >
        {t('devices.detail.rejectedCount', { n: rejectedCount })}
      </p>
      {problems.length === 0 ? (
        <p className="text-note text-ink-2" data-testid="no-problems">
          {t('devices.detail.noProblems')}
        </p>
      ) : (
        <>
          <ul className="flex flex-col gap-2">
            {problems.map((problem) => (
              <Problem key={`${problem.kind} ${problem.field} ${problem.reason}`} {...problem} />
            ))}
          </ul>
          {mayOwn(device, 'devices') && (
            <Button
              size="sm"
              variant="quiet"
              className="self-start"
              data-testid="forget-problems"
              onClick={() => void model.forgetProblems()}
            >
              {t('devices.detail.forget')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function Problem({ kind, field, reason, count, lastAt, excerpt }: DeviceProblem) {
  return (
    <li
      className="rounded-control border border-line bg-sunken p-3 text-note"
      data-testid={kind === 'outside' ? 'flagged-problem' : 'refused-problem'}
      data-field={field}
      data-count={count}
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={kind === 'outside' ? 'amber' : 'alarm'}>
          {t(kind === 'outside' ? 'devices.detail.flagged' : 'devices.detail.refused')}
        </Badge>
        <span className="min-w-0 font-medium break-all">{term(field, field)}</span>
        <span className="text-ink-3">{t('devices.detail.times', { n: count, time: agoText(lastAt) })}</span>
      </p>
      <p className="mt-1 break-words text-ink-2">{rejectionReason(reason, locale.value)}</p>
      {excerpt && kind === 'refused' && (
        <>
          <p className="mt-2 text-xs text-ink-3">{t('devices.detail.excerpt')}</p>
          <code className="font-mono text-xs break-all">{excerpt}</code>
        </>
      )}
    </li>
  );
}
