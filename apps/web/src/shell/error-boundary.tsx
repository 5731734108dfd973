import { Component, type ReactNode } from 'react';
import { Button, ErrorState } from '@farm3d/ui';
import { t } from '../platform/locale.ts';

interface State {
  failed: boolean;
}

/** Shows a message when a screen throws, or when its code cannot be fetched after an update. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid h-full place-items-center p-4">
        <ErrorState
          title={t('error.unknown')}
          hint={t('error.page.hint')}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {t('error.page.reload')}
            </Button>
          }
        />
      </main>
    );
  }
}
