import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followLocale } from './platform/locale.ts';
import './app.css';

followLocale(document.documentElement);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<App />);
