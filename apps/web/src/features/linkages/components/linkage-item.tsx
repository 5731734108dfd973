import { Copy, EllipsisVertical, Pencil, Play, Trash2, TriangleAlert } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { classes, Menu, Switch } from '@farm3d/ui';
import type { Linkage, ListedLinkage } from '@farm3d/api';
import { linkagePath } from '../../../platform/paths.ts';
import { agoText, dateText } from '../../../platform/time-text.ts';
import type { Linkages } from '../list-model.ts';
import { conflictText } from '../sentence.ts';
import { t } from '../zh-CN.ts';
import { RunBadge } from './run-badge.tsx';

const ICON = { size: 18 } as const;

interface LinkageItemProps {
  model: Linkages;
  linkage: ListedLinkage;
  sentence: string;
}

/** A linkage in the list, with its switch, last run and actions. */
export function LinkageItem({ model, linkage, sentence }: LinkageItemProps) {
  const { id, name, enabled } = linkage;
  return (
    <li
      data-testid="linkage-item"
      data-name={name}
      data-enabled={enabled}
      className="relative flex items-start gap-3 rounded-panel border border-line bg-raised p-4 transition-shadow duration-150 hover:shadow-panel"
    >
      <div className={classes('min-w-0 flex-1', !enabled && 'text-ink-2')}>
        <Link
          href={linkagePath(id)}
          data-testid="linkage-open"
          className="text-body font-semibold break-words after:absolute after:inset-0 after:rounded-panel"
        >
          {name}
        </Link>
        <p data-testid="linkage-sentence" className="mt-0.5 text-body break-words text-ink-2">
          {sentence}
        </p>
        <Conflicts model={model} id={id} />
        <LastRun model={model} linkage={linkage} />
      </div>
      {/* Above the link, which covers the item. */}
      <div className="relative z-10 -mt-2 -mr-2 flex shrink-0 items-center max-sm:flex-col-reverse">
        <Switch
          label={t('linkages.enabled.of', { name })}
          checked={enabled}
          testId="linkage-switch"
          onChange={(on) => model.toggle(linkage, on)}
        />
        <ItemMenu model={model} linkage={linkage} />
      </div>
    </li>
  );
}

function ItemMenu({ model, linkage }: { model: Linkages; linkage: Linkage }) {
  const [, navigate] = useLocation();
  return (
    <Menu
      label={t('linkages.menu', { name: linkage.name })}
      testId="linkage-menu"
      button={<EllipsisVertical {...ICON} />}
      entries={[
        {
          id: 'linkage-run',
          label: t('linkages.run'),
          icon: <Play {...ICON} />,
          onSelect: () => void model.run(linkage),
        },
        {
          id: 'linkage-edit',
          label: t('linkages.edit'),
          icon: <Pencil {...ICON} />,
          onSelect: () => navigate(linkagePath(linkage.id)),
        },
        {
          id: 'linkage-copy',
          label: t('linkages.copy'),
          icon: <Copy {...ICON} />,
          onSelect: () => void model.copy(linkage),
        },
        {
          id: 'linkage-delete',
          label: t('common.delete'),
          icon: <Trash2 {...ICON} />,
          startsGroup: true,
          onSelect: () => model.askRemoval(linkage),
        },
      ]}
    />
  );
}

function Conflicts({ model, id }: { model: Linkages; id: string }) {
  const conflicts = model.conflicts.value.get(id) ?? [];
  const catalogue = model.catalogue.value.value;
  return (
    <>
      {catalogue &&
        conflicts.map((conflict) => (
          <p
            key={`${conflict.otherId} ${conflict.deviceId} ${conflict.method} ${conflict.otherMethod}`}
            data-testid="linkage-conflict"
            className="mt-2 flex items-start gap-1.5 text-note text-amber"
          >
            <TriangleAlert aria-hidden size={16} className="mt-px shrink-0" />
            {conflictText(conflict, catalogue)}
          </p>
        ))}
    </>
  );
}

function LastRun({ model, linkage }: { model: Linkages; linkage: ListedLinkage }) {
  const { id, lastRun: run } = linkage;
  if (model.running.value.has(id))
    return <p className="mt-2 text-note text-ink-3">{t('linkages.running')}</p>;
  return (
    <p
      className="mt-2 flex flex-wrap items-center gap-2 text-note text-ink-3"
      data-testid="linkage-last-run"
      data-state={run?.state ?? 'never'}
    >
      {run === null ? (
        t('linkages.neverRan')
      ) : (
        <>
          <RunBadge state={run.state} />
          <span title={dateText(run.startedAt)}>
            {t('linkages.lastRun', {
              time: agoText(run.startedAt),
              trigger: t(`linkages.by.${run.trigger}`),
            })}
          </span>
        </>
      )}
    </p>
  );
}
