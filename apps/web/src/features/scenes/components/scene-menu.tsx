import { ArrowLeft, ArrowRight, CodeXml, Copy, EllipsisVertical, ShieldQuestionMark } from 'lucide-react';
import type { Scene } from '@farm3d/api';
import { Menu } from '@farm3d/ui';
import type { SceneOrder } from '../order-model.ts';
import { t } from '../zh-CN.ts';

const ICON = { size: 18 } as const;

interface SceneMenuProps {
  scene: Scene;
  order: SceneOrder;
  onEmbed: () => void;
  onAccess: () => void;
}

/** What can be done with a scene in the list: the order without a drag, a copy, and showing it in another site. */
export function SceneMenu({ scene, order, onEmbed, onAccess }: SceneMenuProps) {
  return (
    <Menu
      label={t('sceneList.menu', { name: scene.name })}
      testId="scene-menu"
      // Above the link that covers the tile.
      buttonClassName="relative z-10 inline-grid size-11 place-items-center rounded-control bg-raised/90 text-ink-2 hover:bg-hover"
      button={<EllipsisVertical {...ICON} />}
      entries={[
        {
          id: 'scene-forward',
          label: t('sceneList.forward'),
          icon: <ArrowLeft {...ICON} />,
          onSelect: () => order.step(scene.id, -1),
        },
        {
          id: 'scene-back',
          label: t('sceneList.back'),
          icon: <ArrowRight {...ICON} />,
          onSelect: () => order.step(scene.id, 1),
        },
        {
          id: 'scene-copy',
          label: t('sceneList.copy'),
          icon: <Copy {...ICON} />,
          startsGroup: true,
          onSelect: () => void order.copy(scene),
        },
        {
          id: 'scene-embed',
          label: t('sceneList.embed'),
          icon: <CodeXml {...ICON} />,
          onSelect: onEmbed,
        },
        {
          id: 'scene-access',
          label: t('sceneList.access'),
          icon: <ShieldQuestionMark {...ICON} />,
          onSelect: onAccess,
        },
      ]}
    />
  );
}
