import { useEffect, useState, type ComponentType, type ReactNode, lazy } from 'react';
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

export interface Page {
  (): React.ReactNode;
  /** Fetches its code before it is shown. A failure is reported when it is shown. */
  prefetch: () => void;
}

/**
 * A page whose code is fetched when it is opened, or before. Loaded code renders at once: `lazy` would suspend for a
 * moment, and React keeps the fallback of a suspension for 300 ms.
 */
export function page(load: () => Promise<{ default: ComponentType }>): Page {
  let Loaded: ComponentType | undefined;
  const fetchCode = async (): Promise<{ default: ComponentType }> => {
    const code = await load();
    Loaded = code.default;
    return code;
  };
  const Fetched = lazy(fetchCode);
  const Page = () => (Loaded ? <Loaded /> : <Fetched />);
  Page.prefetch = () => void fetchCode().catch(() => {});
  return Page;
}
