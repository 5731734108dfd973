import { FolderTree, Plus, Share2 } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { Button, classes, EmptyState, Skeleton } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { groupPath, PATHS } from '../../platform/paths.ts';
import { GroupFormModel } from './forms.ts';
import { GroupDetails, ReceivedDetails } from './group-details.tsx';
import { GroupList } from './group-list.tsx';
import { RECEIVED } from './members-model.ts';
import { GroupsModel, type Groups } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/groups`: the groups of devices. Its address holds the chosen one. */
export default function GroupsPage() {
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const chosenId = parameters.get('group');
  const choose = (id: string | null): void => navigate(id === null ? PATHS.groups : groupPath(id));
  const model = useModelOf(GroupsModel, choose);
  const count = model.groups.value.value?.length;
  return (
    <Page
      title={t('groups.title')}
      hint={t('groups.subtitle')}
      summary={count ? t('groups.total', { n: count }) : undefined}
      actions={
        <Button
          variant="primary"
          icon={<Plus size={18} />}
          data-testid="group-new"
          onClick={() => model.editing.open({ group: null, parentId: null })}
        >
          {t('groups.new')}
        </Button>
      }
    >
      <Content model={model} chosenId={chosenId} onChoose={choose} />
      <GroupDialog model={model} />
      <Confirm question={model.removing} message={({ name }) => t('groups.remove.message', { name })} />
    </Page>
  );
}

/** Dialog of a new or an existing group. */
function GroupDialog({ model }: { model: Groups }) {
  const services = useServices();
  const edited = model.editing.subject.value;
  if (!edited) return null;
  const { group, parentId } = edited;
  return (
    <FormDialog
      key={group?.id ?? `new ${parentId}`}
      id="group"
      title={group ? t('groups.edit.title', { name: group.name }) : t('groups.new')}
      submitLabel={t(group ? 'groups.save' : 'groups.create')}
      model={() => new GroupFormModel(services, { edited, groups: model.all.peek(), onSaved: model.saved })}
      onClose={model.editing.close}
    />
  );
}

interface ContentProps {
  model: Groups;
  chosenId: string | null;
  onChoose: (id: string | null) => void;
}

function Content({ model, chosenId, onChoose }: ContentProps) {
  return (
    <Loaded
      of={model.groups}
      onRetry={model.reload}
      skeleton={
        <div aria-busy="true" className="grid gap-6 md:grid-cols-[18rem_1fr]">
          <Skeleton className="h-72" />
          <Skeleton className="h-72 max-md:hidden" />
        </div>
      }
    >
      {() => <TreeAndDetails model={model} chosenId={chosenId} onChoose={onChoose} />}
    </Loaded>
  );
}

/** A phone shows the tree or the chosen group. */
function TreeAndDetails({ model, chosenId, onChoose }: ContentProps) {
  const isTree = chosenId === null || model.moving.value !== null;
  return (
    <div className="grid items-start gap-6 md:grid-cols-[18rem_1fr] xl:grid-cols-[22rem_1fr]">
      <aside className={classes('min-w-0 flex-col gap-2', isTree ? 'flex' : 'flex max-md:hidden')}>
        <Tree model={model} chosenId={chosenId} onChoose={onChoose} />
      </aside>
      <div className={classes('min-w-0', isTree && 'max-md:hidden')}>
        <Details model={model} chosenId={chosenId} onChoose={onChoose} />
      </div>
    </div>
  );
}

function Tree({ model, chosenId, onChoose }: ContentProps) {
  const moved = model.moved.value;
  const received = model.received.value.value;
  const isEmpty = model.all.value.length === 0;
  return (
    <>
      {moved && !model.isDragged.value && (
        <output
          data-testid="group-moving"
          className="flex items-center gap-2 rounded-control bg-water-soft px-3 py-1 text-note text-water"
        >
          <span className="min-w-0 flex-1">{t('groups.moving', { name: moved.name })}</span>
          <Button size="sm" data-testid="group-moving-cancel" onClick={model.cancelMove}>
            {t('common.cancel')}
          </Button>
        </output>
      )}
      {isEmpty ? (
        <EmptyState
          testId="groups-empty"
          illustration={<FolderTree size={48} strokeWidth={1} />}
          title={t('groups.none.title')}
          hint={t('groups.none.hint')}
        />
      ) : (
        <>
          <GroupList model={model} chosenId={chosenId} onChoose={onChoose} />
          <p className="px-2 text-note text-ink-3 pointer-coarse:hidden">{t('groups.tree.hint')}</p>
        </>
      )}
      <button
        type="button"
        aria-pressed={chosenId === RECEIVED}
        data-testid="group-received"
        data-count={received ?? undefined}
        onClick={() => onChoose(RECEIVED)}
        className={classes(
          'mt-2 flex min-h-11 items-center gap-3 rounded-control border-t border-line px-3 text-left text-body',
          chosenId === RECEIVED ? 'bg-leaf-soft font-medium text-leaf-ink' : 'text-ink-2 hover:bg-hover',
        )}
      >
        <Share2 aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">{t('groups.received')}</span>
        {received !== null && <span className="text-note text-ink-3 tabular-nums">{received}</span>}
      </button>
    </>
  );
}

function Details({ model, chosenId, onChoose }: ContentProps) {
  const onBack = (): void => onChoose(null);
  if (chosenId === null)
    return model.all.value.length === 0 ? null : (
      <EmptyState title={t('groups.choose')} hint={t('groups.choose.hint')} />
    );
  if (chosenId === RECEIVED) return <ReceivedDetails model={model} onBack={onBack} />;
  const group = model.all.value.find(({ id }) => id === chosenId);
  return group ? (
    <GroupDetails key={group.id} model={model} group={group} onBack={onBack} />
  ) : (
    <EmptyState
      testId="group-gone"
      title={t('groups.gone')}
      hint={t('groups.gone.hint')}
      action={<Button onClick={onBack}>{t('groups.back')}</Button>}
    />
  );
}
