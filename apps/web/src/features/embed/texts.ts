export type EmbedLocale = 'zh-CN' | 'en';

/** Texts of the bare page, which does not load those of the screens. */
export const TEXTS = {
  'zh-CN': { loading: '正在加载场景…', offline: '连接已断开，正在重新连接…', simulated: '含模拟数据' },
  en: {
    loading: 'Loading the scene…',
    offline: 'The connection was lost; connecting again…',
    simulated: 'Some data is simulated',
  },
} as const satisfies Record<EmbedLocale, object>;

/** Language of the address (`?locale=en`), else of the browser. */
export function localeOf(search: string, browserLanguage: string): EmbedLocale {
  const named = new URLSearchParams(search).get('locale') ?? browserLanguage;
  return named.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}
