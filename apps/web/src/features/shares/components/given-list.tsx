import { Settings2 } from 'lucide-react';
import { Badge, Button, EmptyState, Switch } from '@farm3d/ui';
import type { DeviceShare } from '@farm3d/api';
import type { Shares } from '../model.ts';
import { termsText } from '../share-text.ts';
import { t } from '../zh-CN.ts';

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
          <Button size="sm" data-testid="share-stop" onClick={() => model.ask(share)}>
            {t('shares.stop')}
          </Button>
        )
      ) : (
        <Badge tone="neutral">{t(`shares.state.${share.state}`)}</Badge>
      )}
    </li>
  );
}
