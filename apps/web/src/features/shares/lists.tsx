import { useState } from 'react';
import { Settings2 } from 'lucide-react';
import { Link } from 'wouter';
import { Badge, Button, EmptyState, Switch } from '@farm3d/ui';
import type { DeviceShare } from '@farm3d/api';
import { CopyLine } from '../../kit/blocks.tsx';
import { OnlineState, SimulatedBadge } from '../../components/device-state.tsx';
import { useServices } from '../../kit/services.tsx';
import { devicePath, PATHS } from '../../platform/paths.ts';
import { dateText } from '../../platform/time-text.ts';
import { levelOf } from './forms.ts';
import type { ReceivedDevice, Shares } from './model.ts';
import { ReceivedReadings } from './readings.tsx';
import { t } from './zh-CN.ts';

/** What a share allows, which attributes it shows, and until when. */
function termsText({ permissions, attributes, expiresAt }: DeviceShare): string {
  const level = levelOf(permissions);
  return [
    t(level === null ? 'shares.level.other' : `shares.level.${level}`),
    attributes === null
      ? t('shares.scope.all')
      : t('shares.attributes.some', { names: attributes.join(', ') }),
    expiresAt === null ? t('shares.expiry.none') : t('shares.until.date', { date: dateText(expiresAt) }),
  ].join(' · ');
}

const CHECKBOX = 'size-5 shrink-0 accent-(--color-leaf)';

/** The shares that the organisation gave; with `mayShare` they are changed and ended here. */
export function GivenList({ model, mayShare }: { model: Shares; mayShare: boolean }) {
  const shown = model.shownGiven.value;
  const running = shown.filter(({ state }) => state === 'active');
  const chosen = model.chosen.value.length;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        {mayShare && running.length > 0 && (
          <label className="flex min-h-11 items-center gap-2 text-body">
            <input
              type="checkbox"
              className={CHECKBOX}
              data-testid="shares-select-all"
              checked={chosen === running.length}
              onChange={(event) => model.selectAll(event.currentTarget.checked)}
            />
            {chosen === 0 ? t('shares.select.all') : t('shares.selected', { n: chosen })}
          </label>
        )}
        {chosen > 0 && (
          <Button
            icon={<Settings2 size={18} />}
            data-testid="shares-change"
            onClick={() => model.open('terms')}
          >
            {t('shares.change')}
          </Button>
        )}
        <div className="ml-auto flex items-center gap-2 text-body text-ink-2">
          <span aria-hidden>{t('shares.filter.ended')}</span>
          <Switch
            label={t('shares.filter.ended')}
            testId="shares-ended"
            checked={model.showsEnded.value}
            onChange={model.showEnded}
          />
        </div>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          testId="shares-given-none"
          title={t('shares.given.none')}
          hint={t('shares.given.none.hint')}
          action={mayShare && <Button onClick={() => model.open('share')}>{t('shares.new')}</Button>}
        />
      ) : (
        <ul
          className="rounded-panel border border-line bg-raised"
          data-testid="shares-given"
          data-count={shown.length}
        >
          {shown.map((share) => (
            <GivenRow key={share.id} share={share} model={model} mayShare={mayShare} />
          ))}
        </ul>
      )}
    </div>
  );
}

function GivenRow({ share, model, mayShare }: { share: DeviceShare; model: Shares; mayShare: boolean }) {
  const isRunning = share.state === 'active';
  return (
    <li
      data-testid="share-given"
      data-device={share.deviceName}
      data-partner={share.partner}
      data-state={share.state}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0"
    >
      {mayShare && isRunning && (
        <input
          type="checkbox"
          className={CHECKBOX}
          data-testid="share-select"
          aria-label={t('shares.select', { device: share.deviceName, name: share.partner })}
          checked={model.isSelected(share.id)}
          onChange={() => model.toggle(share.id)}
        />
      )}
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate text-body font-medium">{share.deviceName}</p>
        <p className="text-note break-words text-ink-3">{termsText(share)}</p>
      </div>
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate text-body text-ink-2">{share.partner}</span>
        <Badge tone="water">
          {t(share.recipient === 'person' ? 'shares.person' : 'shares.organisation.badge')}
        </Badge>
      </div>
      {isRunning ? (
        mayShare && (
          <Button size="sm" data-testid="share-stop" onClick={() => model.ending.ask(share)}>
            {t('shares.stop')}
          </Button>
        )
      ) : (
        <Badge tone="neutral">{t(`shares.state.${share.state}`)}</Badge>
      )}
    </li>
  );
}

/** The devices that others share, with their readings. */
export function ReceivedList({ model, mayShare }: { model: Shares; mayShare: boolean }) {
  const shown = model.shownReceived.value;
  const own = useServices().session.user.value?.organisation;
  return (
    <div className="flex flex-col gap-3">
      {own && <CopyLine label={t('shares.own.id')} text={own.id} testId="shares-own-id" />}
      {shown.length === 0 ? (
        <EmptyState
          testId="shares-received-none"
          title={t('shares.received.none')}
          hint={t('shares.received.none.hint')}
        />
      ) : (
        <ul
          className="rounded-panel border border-line bg-raised"
          data-testid="shares-received"
          data-count={shown.length}
        >
          {shown.map((received) => (
            <ReceivedRow key={received.device.id} received={received} model={model} mayShare={mayShare} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface RowProps {
  received: ReceivedDevice;
  model: Shares;
  mayShare: boolean;
}

function ReceivedRow({ received: { device, shares }, model, mayShare }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const hasHistory = shares.some(({ permissions }) => permissions.includes('history'));
  return (
    <li
      data-testid="share-received"
      data-device={device.name}
      className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-2 text-body font-medium">
            <span className="truncate">{device.name}</span>
            {device.simulated && <SimulatedBadge />}
          </p>
          <p className="text-note text-ink-3">{device.productModelName}</p>
        </div>
        <OnlineState device={device} />
        <Button
          size="sm"
          data-testid="share-readings"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'shares.readings.hide' : 'shares.readings')}
        </Button>
        <Link href={devicePath(device.id)} className="text-body text-leaf-ink hover:underline">
          {t('shares.page')}
        </Link>
        <Link href={PATHS.scenes} className="text-body text-leaf-ink hover:underline">
          {t('shares.place')}
        </Link>
      </div>
      <ul className="flex flex-col gap-1">
        {shares.map((share) => (
          <li key={share.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-ink-3">
            <span className="min-w-0 break-words">
              {t('shares.from', { name: share.partner })} · {termsText(share)}
            </span>
            {share.recipient === 'organisation' && (
              <Badge tone="water">{t('shares.organisation.badge')}</Badge>
            )}
            {(mayShare || share.recipient === 'person') && (
              <Button
                size="sm"
                variant="quiet"
                data-testid="share-leave"
                onClick={() => model.ending.ask(share)}
              >
                {t('shares.leave')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOpen && <ReceivedReadings device={device} hasHistory={hasHistory} />}
    </li>
  );
}
