import { RefreshCw } from 'lucide-react';
import { Button, OfflineBanner } from '@farm3d/ui';
import { t } from '../../../platform/locale.ts';
import { toasts } from '../../../platform/toasts.ts';

interface NoticesProps {
  isOffline: boolean;
  /** The graphics context was lost. */
  isContextLost: boolean;
  /** Somebody else saved a newer version. */
  isNewerVersion: boolean;
  /** Reloads the newer version. */
  onReload: () => void;
}

/** Notices about the whole scene, under the head bar; on a phone under the toasts, too. */
export function Notices({ isOffline, isContextLost, isNewerVersion, onReload }: NoticesProps) {
  return (
    <div
      // Toasts are shown at the same place.
      style={{ paddingTop: `${toasts.value.length * 3.5}rem` }}
      className="pointer-events-none absolute inset-x-0 top-31 z-20 flex flex-col items-center gap-2 px-4 *:pointer-events-auto md:top-20"
    >
      {isOffline && <OfflineBanner text={t('live.offline')} />}
      {isContextLost && <OfflineBanner text={t('scene.contextLost')} />}
      {isNewerVersion && (
        <output
          data-testid="newer-version"
          className="frosted flex items-center gap-2 py-1 pr-1 pl-4 text-note"
        >
          {t('scene.changed')}
          <Button size="sm" variant="quiet" icon={<RefreshCw size={16} />} onClick={onReload}>
            {t('scene.changed.reload')}
          </Button>
        </output>
      )}
    </div>
  );
}
