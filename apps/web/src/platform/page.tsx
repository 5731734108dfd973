import { type ComponentType, lazy } from 'react';

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
