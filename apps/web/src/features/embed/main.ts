import { defineFarmViewer } from 'farm3d-engine/element';
import './embed.css';
import { HostMessages, originsIn } from './host-messages.ts';

// The bare page of an embed token, `/embed/{token}`: the viewer, live, and messages to the page that frames it.

type EmbedLocale = 'zh-CN' | 'en';

/** Texts of the bare page, which does not load those of the screens. */
const TEXTS = {
  'zh-CN': { loading: '正在加载场景…', offline: '连接已断开，正在重新连接…', simulated: '含模拟数据' },
  en: {
    loading: 'Loading the scene…',
    offline: 'The connection was lost; connecting again…',
    simulated: 'Some data is simulated',
  },
} as const satisfies Record<EmbedLocale, object>;

/** Language of the address (`?locale=en`), else of the browser. */
function localeOf(search: string, browserLanguage: string): EmbedLocale {
  const named = new URLSearchParams(search).get('locale') ?? browserLanguage;
  return named.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}

const locale = localeOf(location.search, navigator.language);
const texts = TEXTS[locale];
document.documentElement.lang = locale;

function add(role: 'status' | 'alert', text: string): HTMLElement {
  const notice = document.createElement('p');
  notice.setAttribute('role', role);
  notice.textContent = text;
  return document.body.appendChild(notice);
}

defineFarmViewer();
const element = document.createElement('farm3d-viewer');
element.locale = locale;
element.options = { labels: 'all' };
element.server = location.origin;
element.token = location.pathname.slice('/embed/'.length);
const query = new URLSearchParams(location.search);
const quality = query.get('quality');
if (quality === 'low' || quality === 'medium' || quality === 'high') element.quality = quality;
/** Devices that the address chooses, such as a variable of a dashboard. */
const chosen = query
  .get('select')
  ?.split(',')
  .filter((id) => id !== '');
const notice = add('status', texts.loading);
const messages = new HostMessages(window, originsIn(document), element);

element.addEventListener('farm3d-live-scene', ({ detail }) => {
  document.title = detail.name;
  document.body.dataset['loaded'] = detail.sceneId;
  document.querySelector('[data-badge]')?.remove();
  const ids = chosen?.filter((id) => detail.devices.some((device) => device.id === id)) ?? [];
  if (ids.length > 0) {
    element.select(ids);
    void element.fit(ids);
  }
  if (!detail.devices.some(({ simulated }) => simulated)) return;
  const badge = document.createElement('p');
  badge.dataset['badge'] = 'simulated';
  badge.textContent = texts.simulated;
  document.body.append(badge);
});
element.addEventListener('farm3d-live-status', ({ detail: { status } }) => {
  notice.hidden = status === 'online';
  notice.textContent = status === 'offline' ? texts.offline : texts.loading;
});
element.addEventListener('farm3d-error', (event) => {
  const { error } = event.detail;
  messages.post('error', { code: error.code, message: error.text(locale) });
  // The page goes on without a server, and shows what it has; without a scene, or without the right to it, it says why.
  const isRefused = error.code.startsWith('embed-');
  if (error.code === 'server-unreachable' || (!isRefused && document.body.dataset['loaded'] !== undefined))
    return;
  event.preventDefault();
  notice.hidden = true;
  add('alert', error.text(locale));
});
document.body.prepend(element);
