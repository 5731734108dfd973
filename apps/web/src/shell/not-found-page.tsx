import { Link } from 'wouter';
import { EmptyState, SproutMark } from '@farm3d/ui';
import { Page } from '../kit/page.tsx';
import { t } from '../platform/locale.ts';
import { PATHS } from '../platform/paths.ts';

export default function NotFoundPage() {
  return (
    <Page>
      <EmptyState
        illustration={<SproutMark />}
        title={t('app.notFound.title')}
        hint={t('app.notFound.hint')}
        action={
          <Link href={PATHS.scenes} className="font-medium text-water underline underline-offset-4">
            {t('app.notFound.action')}
          </Link>
        }
      />
    </Page>
  );
}
