import {
  ArrowLeft,
  ArrowRight,
  CodeXml,
  Copy,
  Cpu,
  EllipsisVertical,
  Pencil,
  ShieldQuestionMark,
} from 'lucide-react';
import { Link } from 'wouter';
import { Badge, IconButton, Menu, classes } from '@farm3d/ui';
import type { Scene } from '@farm3d/api';
import { planOf, ScenePlan } from '../../components/scene-plan.tsx';
import { UploadedImage } from '../../kit/images/image-upload-field.tsx';
import { t as pictureText } from '../../kit/images/zh-CN.ts';
import { menuEntry } from '../../kit/menu-entry.tsx';
import { scenePath } from '../../platform/paths.ts';
import { agoText } from '../../platform/time-text.ts';
import type { SceneOrder } from './model.ts';
import { t } from './zh-CN.ts';

const ICON = { size: 18 } as const;
const COVER_CLASS = 'size-full transition-transform duration-250 ease-out group-hover:scale-[1.03]';

interface SceneTileProps {
  scene: Scene;
  order: SceneOrder;
  onEdit: () => void;
  onEmbed: () => void;
  onAccess: () => void;
}

/** A scene in the list: cover or plan, name, number of devices. Administrators drag it to another place. */
export function SceneTile({ scene, order, onEdit, onEmbed, onAccess }: SceneTileProps) {
  const image = scene.icon ?? scene.cover;
  const mayArrange = order.mayArrange.value;
  const moving = order.moving.value;
  const isTarget = moving !== null && moving !== scene.id;
  return (
    // Its menu does the same by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-testid="scene-tile"
      data-scene-id={scene.id}
      data-moving={moving === scene.id}
      draggable={mayArrange}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', scene.name);
        // Chromium ends a drag whose page changes while it begins.
        setTimeout(() => order.drag(scene.id));
      }}
      onDragEnd={() => order.drag(null)}
      onDragOver={(event) => {
        if (isTarget) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        order.dropOn(scene.id);
      }}
      className={classes(
        'group relative flex flex-col overflow-hidden rounded-panel border border-line bg-raised transition-shadow duration-200 hover:shadow-panel',
        moving === scene.id && 'opacity-50',
        isTarget && 'ring-1 ring-leaf',
      )}
    >
      {mayArrange && (
        <div className="absolute top-2 right-2">
          <SceneMenu scene={scene} order={order} onEmbed={onEmbed} onAccess={onAccess} />
        </div>
      )}
      <div className="h-40 overflow-hidden border-b border-line bg-leaf-soft">
        {image ? (
          <UploadedImage
            src={image}
            alt={pictureText('image.alt', { name: scene.name })}
            testId="scene-cover"
            className={COVER_CLASS}
          />
        ) : (
          <ScenePlan
            {...planOf(scene)}
            label={t('scenes.plan', { name: scene.name })}
            className={COVER_CLASS}
          />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <div className="flex items-center justify-between gap-2">
          <h2 className="min-w-0 text-title font-semibold break-words">
            <Link
              href={scenePath(scene.id)}
              data-testid="scene-list-item"
              data-scene-id={scene.id}
              // The tile is dragged, not its link.
              draggable={false}
              className="after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-water"
            >
              {scene.name}
            </Link>
          </h2>
          <span className="flex shrink-0 items-center">
            <Badge tone="leaf">{t(`scenes.type.${scene.type}`)}</Badge>
            <IconButton
              label={t('scenes.edit', { name: scene.name })}
              icon={<Pencil size={16} />}
              // Above the link that covers the tile.
              className="relative z-10 -my-2 -mr-2"
              data-testid="scene-list-edit"
              data-scene-id={scene.id}
              onClick={onEdit}
            />
          </span>
        </div>
        <p className="line-clamp-2 min-h-6 text-body text-ink-2">
          {scene.description || t('scenes.noDescription')}
        </p>
        <p className="mt-auto flex items-center gap-2 pt-3 text-note text-ink-3">
          <Cpu aria-hidden size={16} className="shrink-0" />
          <span className="tabular-nums shrink-0">
            {t('scenes.devices', { n: scene.layout.equipment.length })}
          </span>
          <span aria-hidden>·</span>
          <span className="min-w-0 truncate">{t('scenes.updated', { time: agoText(scene.updatedAt) })}</span>
          <ArrowRight
            aria-hidden
            size={18}
            className="ml-auto hidden shrink-0 text-leaf group-focus-within:block group-hover:block"
          />
        </p>
      </div>
    </li>
  );
}

interface SceneMenuProps {
  scene: Scene;
  order: SceneOrder;
  onEmbed: () => void;
  onAccess: () => void;
}

/** What can be done with a scene in the list: the order without a drag, a copy, and showing it in another site. */
function SceneMenu({ scene, order, onEmbed, onAccess }: SceneMenuProps) {
  return (
    <Menu
      label={t('sceneList.menu', { name: scene.name })}
      testId="scene-menu"
      // Above the link that covers the tile.
      buttonClassName="relative z-10 inline-grid size-11 place-items-center rounded-control bg-raised/90 text-ink-2 hover:bg-hover"
      button={<EllipsisVertical {...ICON} />}
      entries={[
        menuEntry('scene-forward', t('sceneList.forward'), ArrowLeft, () => order.step(scene.id, -1)),
        menuEntry('scene-back', t('sceneList.back'), ArrowRight, () => order.step(scene.id, 1)),
        menuEntry('scene-copy', t('sceneList.copy'), Copy, () => void order.copy(scene), {
          startsGroup: true,
        }),
        menuEntry('scene-embed', t('sceneList.embed'), CodeXml, onEmbed),
        menuEntry('scene-access', t('sceneList.access'), ShieldQuestionMark, onAccess),
      ]}
    />
  );
}
