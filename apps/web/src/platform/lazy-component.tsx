import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { t } from './locale.ts';
import { showToast } from './toasts.ts';

/** Between two tries, milliseconds. */
const RETRY_MS = 3000;

/**
 * A component whose code comes when it is first shown. Unlike `lazy`, code that cannot be fetched takes nothing else down:
 * it is said, and tried again as long as the part is wanted.
 * @param placeholder what stands in its place until then
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
