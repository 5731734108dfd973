import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { ChevronLeft, CircleAlert, History } from 'lucide-react';
import { Link } from 'wouter';
import { ApiError } from '@farm3d/api';
import { Button, classes, EmptyState, Skeleton } from '@farm3d/ui';
import type { EditorState } from './editor-model.ts';
import { Failure } from './loaded.tsx';
import { Page } from './page.tsx';

type Word =
  | 'new'
  | 'title'
  | 'back'
  | 'notFound'
  | 'restored'
  | 'discard'
  | 'invalid'
  | 'reload'
  | 'create'
  | 'save';

/** What the parts of a page have in common. */
export interface EditorKind {
  /** Test ids begin with it. */
  readonly id: string;
  /** Its words; of 'invalid' with the number of wrong fields, `n`. */
  readonly say: (word: Word, values?: Readonly<Record<string, number>>) => string;
  /** A line above the form, which can take the focus when it is an alarm. */
  readonly Notice: ComponentType<{ tone: 'water' | 'alarm'; children: ReactNode }>;
}

interface EditorPageProps extends EditorKind {
  model: EditorState;
  /** Of the stored record; undefined: there is none. */
  name: string | undefined;
  summary?: ReactNode;
  /** Path of the list. */
  back: string;
  backTestId?: string;
  /** Behind the link to the list. */
  actions?: ReactNode;
  above?: ReactNode;
  /** The form: an {@link EditorForm}. */
  children: ReactNode;
}

/** The page of one record: its name, the way back, and the form once it contains the record. */
export function EditorPage({ model, id, say, name, back, backTestId, above, ...rest }: EditorPageProps) {
  const error = model.loaded.error.value;
  return (
    <Page
      title={name ?? say(model.isNew.value ? 'new' : 'title')}
      summary={rest.summary}
      actions={
        <>
          <Link
            href={back}
            data-testid={backTestId}
            className="inline-flex min-h-11 items-center gap-1 rounded-control px-3 text-water hover:bg-hover"
          >
            <ChevronLeft aria-hidden size={18} />
            {say('back')}
          </Link>
          {rest.actions}
        </>
      }
    >
      {above}
      {model.isReady.value ? (
        rest.children
      ) : error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
        <EmptyState testId={`${id}-not-found`} title={say('notFound')} />
      ) : error === null ? (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-[1fr_22rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-72" />
        </div>
      ) : (
        <Failure error={error} onRetry={() => void model.load()} />
      )}
    </Page>
  );
}

interface EditorFormProps extends EditorKind {
  model: EditorState;
  className?: string;
  /** First in the form. */
  before?: ReactNode;
  /** Whether something else keeps it from being saved. */
  isWaiting?: boolean;
  /** What stands beside the form. */
  aside: ReactNode;
  asideClassName?: string;
  /** The fields. */
  children: ReactNode;
}

/** The form of a record, with what is wrong above it, the bar that saves it below, and more beside it. */
export function EditorForm({ model, className, before, aside, asideClassName, ...rest }: EditorFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const request = model.focusRequest.value;
  useEffect(() => {
    if (request === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [request]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_27rem]">
      {/* What gets the focus is scrolled out from under the bar with the button. */}
      <form
        ref={form}
        noValidate
        data-testid={`${rest.id}-form`}
        data-dirty={model.isDirty.value}
        className={classes('flex min-w-0 flex-col gap-4 [&_*]:scroll-mb-24', className)}
        onSubmit={(event) => {
          event.preventDefault();
          void model.save();
        }}
      >
        {before}
        <Notices model={model} {...rest} />
        {rest.children}
        {!model.isReadOnly.value && <SaveBar model={model} {...rest} />}
      </form>
      <aside className={classes('flex min-w-0 flex-col gap-4', asideClassName)}>{aside}</aside>
    </div>
  );
}

function Notices({ model, id, say, Notice }: EditorKind & { model: EditorState }) {
  const count = Object.keys(model.errors.value).length;
  const problem = model.problem.value;
  const icon = { 'aria-hidden': true, size: 16, className: 'shrink-0' } as const;
  return (
    <>
      {model.isRestored.value && model.isDirty.value && (
        <Notice tone="water">
          <History {...icon} />
          <span className="flex-1" data-testid={`${id}-restored`}>
            {say('restored')}
          </span>
          <Button size="sm" variant="quiet" data-testid={`${id}-discard`} onClick={model.discard}>
            {say('discard')}
          </Button>
        </Notice>
      )}
      {(problem !== null || count > 0) && (
        <Notice tone="alarm">
          <CircleAlert {...icon} />
          <span className="flex-1" data-testid={`${id}-problem`}>
            {problem ?? say('invalid', { n: count })}
          </span>
          {problem !== null && !model.isNew.value && (
            <Button size="sm" variant="quiet" onClick={() => void model.load()}>
              {say('reload')}
            </Button>
          )}
        </Notice>
      )}
    </>
  );
}

interface SaveBarProps extends Pick<EditorKind, 'id' | 'say'> {
  model: EditorState;
  isWaiting?: boolean;
}

function SaveBar({ model, id, say, isWaiting = false }: SaveBarProps) {
  return (
    <div className="frosted sticky bottom-2 z-20 flex items-center justify-end gap-2 p-2">
      {model.isDirty.value && (
        <Button variant="quiet" onClick={model.discard}>
          {say('discard')}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={model.busy.value || isWaiting} data-testid={`${id}-save`}>
        {say(model.isNew.value ? 'create' : 'save')}
      </Button>
    </div>
  );
}
