import { useSearchParams } from 'wouter';
import { Tabs } from '@farm3d/ui';
import { Page } from '../../kit/page.tsx';
import { ArticlesPanel } from './components/articles-panel.tsx';
import { DocumentsPanel } from './components/documents-panel.tsx';
import { FeedbackPanel } from './components/feedback-panel.tsx';
import { t } from './zh-CN.ts';

const FIRST_TAB = 'tutorials';

/** `/app/help`: how things are done, and feedback. Its address holds the tab and the opened article. */
export default function HelpPage() {
  const [parameters, setParameters] = useSearchParams();
  const opened = parameters.get('article');
  const select = (tab: string): void => setParameters(tab === FIRST_TAB ? {} : { tab }, { replace: true });
  const open = (id: string | null): void =>
    setParameters((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete('article');
      else next.set('article', id);
      return next;
    });
  const articles = (kind: 'tutorial' | 'instruction' | 'notice') => (
    <ArticlesPanel key={kind} kind={kind} opened={opened} onOpen={open} />
  );
  return (
    <Page hint={t('help.subtitle')}>
      <Tabs
        label={t('help.parts')}
        selected={parameters.get('tab') ?? FIRST_TAB}
        onSelect={select}
        tabs={[
          { id: FIRST_TAB, label: t('help.tutorials'), content: articles('tutorial') },
          { id: 'instructions', label: t('help.instructions'), content: articles('instruction') },
          { id: 'notices', label: t('help.notices'), content: articles('notice') },
          { id: 'feedback', label: t('help.feedback'), content: <FeedbackPanel /> },
          { id: 'documents', label: t('help.documents'), content: <DocumentsPanel /> },
        ]}
      />
    </Page>
  );
}
