import { type ComponentType, lazy } from 'react';

export interface Page {
  (): React.ReactNode;
  /** Fetches its code before it is shown. A failure is told when it is. */
  prefetch: () => void;
}

/**
 * A page whose code comes when it is opened, or before. Code that is there already is shown at once: from `lazy` it would
 * come a moment later, and React, which has shown something else for that moment, holds the page back for 300 ms.
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
