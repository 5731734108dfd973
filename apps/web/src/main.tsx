import { createRoot } from 'react-dom/client';
import { App, prefetch } from './app.tsx';
import { interceptBackButton } from './platform/leave-guard.ts';
import { PATHS } from './platform/paths.ts';
import { followLocale, prepareLocale } from './platform/locale.ts';
import { services } from './platform/services.ts';
import { followTheme } from './platform/theme.ts';
import { install } from './platform/installed.ts';
import { mendWhenReconnected } from './platform/reconnected.ts';
import './app.css';

// The scene page, which takes longest, is fetched while the session is restored.
if (location.pathname === PATHS.scene) prefetch(PATHS.scene);

interceptBackButton();
followLocale(document.documentElement);
followTheme(document.documentElement);
mendWhenReconnected(services.live);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void prepareLocale().then(() => createRoot(root).render(<App services={services} />));

// After what is needed first: the page does not wait for it, and works without it.
addEventListener('load', () => void install().catch(() => {}));
