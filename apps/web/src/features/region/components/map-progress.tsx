import { Button } from '@farm3d/ui';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Progress of a loading map, with cancel. */
export function MapProgress({ screen }: { screen: RegionScreen }) {
  const { view } = screen;
  const now = view.progress.value;
  if (!now) return null;
  const percent = Math.round(now.ratio * 100);
  const text = view.ready.value ? t(`region.loading.${now.phase}`) : t('region.loading.open');
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center p-4">
      <div
        data-testid="region-progress"
        className="frosted pointer-events-auto flex w-72 max-w-full animate-appear flex-col gap-3 p-4"
      >
        <div className="flex justify-between text-note text-ink-2">
          <span>{text}</span>
          <span className="tabular-nums">{percent} %</span>
        </div>
        <progress
          aria-label={text}
          value={now.ratio}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover accent-leaf [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-leaf"
        />
        {view.ready.value && (
          <Button size="sm" className="self-end" data-testid="region-cancel" onClick={view.cancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
