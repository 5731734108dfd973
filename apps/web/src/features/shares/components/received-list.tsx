import { useState } from 'react';
import { Link } from 'wouter';
import { Badge, Button, EmptyState } from '@farm3d/ui';
import { CopyLine } from '../../../components/copy-line.tsx';
import { OnlineState } from '../../../components/online-state.tsx';
import { SimulatedBadge } from '../../../components/simulated-badge.tsx';
import { devicePath, PATHS } from '../../../platform/paths.ts';
import { user } from '../../../platform/session.ts';
import type { ReceivedDevice, Shares } from '../model.ts';
import { termsText } from '../share-text.ts';
import { t } from '../zh-CN.ts';
import { ReceivedReadings } from './received-readings.tsx';

/** The devices that others share, with their readings. */
export function ReceivedList({ model, mayShare }: { model: Shares; mayShare: boolean }) {
  const shown = model.shownReceived.value;
  const own = user.value?.organisation;
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
              <Button size="sm" variant="quiet" data-testid="share-leave" onClick={() => model.ask(share)}>
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
