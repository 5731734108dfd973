import { createRoot } from 'react-dom/client';
import { App, prefetch } from './app.tsx';
import { interceptBackButton } from './platform/leave-guard.ts';
import { followLocale, prepareLocale } from './platform/locale.ts';
import { servicesOfPage } from './platform/services.ts';
import { followTime } from './platform/time-text.ts';
import { followTheme } from './platform/theme.ts';
import { mendWhenReconnected } from './platform/loadable.ts';
import './app.css';

// Restores the session of this browser, without the code of any page: pages are fetched after it.
const services = servicesOfPage();

// Fetched while the session is restored.
prefetch(location.pathname);

interceptBackButton();
followTime();
followLocale(document.documentElement);
followTheme(document.documentElement);
mendWhenReconnected(services.live);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void prepareLocale().then(() => createRoot(root).render(<App services={services} />));

// After what is needed first: the page does not wait for it, and works without it.
addEventListener('load', () => void install().catch(() => {}));

/** The paths of this site that the page has loaded so far. */
const loadedPaths = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
  ),
];

/** Lets the application be installed and start without a network, where the browser can (over TLS or on this machine). */
export async function install(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(loadedPaths());
}
