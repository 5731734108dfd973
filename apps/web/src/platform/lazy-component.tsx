import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { t } from './locale.ts';
import { showToast } from './toasts.ts';

/** Delay between two attempts, milliseconds. */
const RETRY_MS = 3000;

/**
 * A component whose code is fetched when it is first shown. Unlike with `lazy`, a failed fetch does not unmount the page:
 * a toast reports it, and the fetch is retried as long as the component is mounted.
 * @param placeholder shown until the code is there
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyComponent(props: Props) {
    const [Loaded, show] = useState(() => loaded);
    useEffect(() => {
      if (Loaded) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isMounted = true;
      const fetchCode = async (): Promise<void> => {
        try {
          loaded ??= (await load()).default;
          if (isMounted) show(() => loaded);
        } catch {
          if (!isMounted) return;
          showToast('warning', t('error.network'), 'part');
          timer = setTimeout(() => void fetchCode(), RETRY_MS);
        }
      };
      void fetchCode();
      return () => {
        isMounted = false;
        clearTimeout(timer);
      };
    }, [Loaded]);
    return Loaded ? <Loaded {...props} /> : <>{placeholder}</>;
  };
}
