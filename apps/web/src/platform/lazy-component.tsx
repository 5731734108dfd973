import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { t } from './locale.ts';
import { showToast } from './toasts.ts';

/** Between two tries, milliseconds. */
const RETRY_MS = 3000;

/**
 * A component whose code comes when it is first shown. Unlike `lazy`, code that cannot be fetched takes nothing else down:
 * it is said, and tried again as long as the part is wanted.
 * @param waiting what stands in its place until then
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Part(props: Props) {
    const [Loaded, show] = useState(() => known);
    useEffect(() => {
      if (Loaded) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isWanted = true;
      const fetchCode = async (): Promise<void> => {
        try {
          known ??= (await load()).default;
          if (isWanted) show(() => known);
        } catch {
          if (!isWanted) return;
          showToast('warning', t('error.network'), 'part');
          timer = setTimeout(() => void fetchCode(), RETRY_MS);
        }
      };
      void fetchCode();
      return () => {
        isWanted = false;
        clearTimeout(timer);
      };
    }, [Loaded]);
    return Loaded ? <Loaded {...props} /> : <>{waiting}</>;
  };
}
