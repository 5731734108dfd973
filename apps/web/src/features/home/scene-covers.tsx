import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { Badge, Button, Skeleton, classes } from '@farm3d/ui';
import type { Scene } from '@farm3d/api';
import { UploadedImage } from '../../kit/images/image-upload-field.tsx';
import { t as common } from '../../platform/locale.ts';
import { PATHS, scenePath } from '../../platform/paths.ts';
import { problemText } from '../../platform/problem.ts';
import { agoText } from '../../platform/time-text.ts';
import { planOf, ScenePlan } from '../../components/scene-plan.tsx';
import { alarmsIn } from './alarm-digest.ts';
import type { Home } from './model.ts';
import { t } from './zh-CN.ts';
import { CardNote } from './part-card.tsx';

/** Scenes that are shown at once; the others are a link away. */
const COVERS = 4;

/** Covers beside each other on a phone, in a frame of one height on wider screens: nothing moves when they are loaded. */
const STRIP =
  'thin-scrollbar flex h-44 gap-3 max-lg:snap-x max-lg:overflow-x-auto lg:grid lg:h-full lg:min-h-0 lg:auto-rows-fr';
const COLUMNS = 'lg:grid-cols-2';

/** The scenes with their covers, those with alarms first. */
export function SceneCovers({ model, className = '' }: { model: Home; className?: string }) {
  const scenes = model.orderedScenes.value;
  const error = model.scenes.error.value;
  const total = model.scenes.value.value?.total ?? 0;
  return (
    <section
      data-testid="home-scenes"
      aria-label={t('home.scenes')}
      className={classes('relative flex min-h-0 min-w-0 flex-col', className)}
    >
      {scenes === null ? (
        error === null ? (
          <div aria-busy="true" className={classes(STRIP, COLUMNS)}>
            <Skeleton className="h-full w-72 shrink-0 lg:w-auto" />
            <Skeleton className="h-full w-72 shrink-0 lg:w-auto" />
          </div>
        ) : (
          <div className="h-44 rounded-panel border border-line bg-raised lg:h-full">
            <CardNote
              testId="home-scenes-error"
              text={problemText(error)}
              action={
                <Button size="sm" onClick={() => void model.scenes.load()}>
                  {common('common.retry')}
                </Button>
              }
            />
          </div>
        )
      ) : scenes.length === 0 ? (
        <div className="h-44 rounded-panel border border-dashed border-line-strong lg:h-full">
          <CardNote
            testId="home-scenes-none"
            text={common('scenes.empty.title')}
            action={
              <Link
                href={PATHS.scenes}
                data-testid="home-to-scenes"
                className="inline-flex h-11 items-center rounded-control bg-leaf px-4 text-body font-medium text-on-leaf hover:bg-leaf-strong"
              >
                {t('home.scenes.empty.action')}
              </Link>
            }
          />
        </div>
      ) : (
        <ul className={classes(STRIP, scenes.length > 1 && COLUMNS)}>
          {scenes.slice(0, COVERS).map((scene) => (
            <Cover key={scene.id} scene={scene} model={model} isOnly={scenes.length === 1} />
          ))}
        </ul>
      )}
      {total > COVERS && (
        <Link
          href={PATHS.scenes}
          className="absolute right-2 bottom-2 inline-flex h-9 items-center gap-0.5 rounded-control bg-panel px-3 text-note text-water hover:bg-hover max-lg:static max-lg:self-end pointer-coarse:h-11"
        >
          {t('home.scenes.more', { n: total })}
          <ChevronRight aria-hidden size={16} />
        </Link>
      )}
    </section>
  );
}

function Cover({ scene, model, isOnly }: { scene: Scene; model: Home; isOnly: boolean }) {
  const digest = model.alarms.value.value;
  const alarms = digest ? alarmsIn(scene, digest) : [];
  const [worst] = alarms;
  return (
    <li
      className={classes(
        'group relative h-full shrink-0 snap-start overflow-hidden rounded-panel border bg-leaf-soft lg:w-auto',
        isOnly ? 'w-full' : 'w-72',
        worst ? 'border-alarm' : 'border-line',
      )}
    >
      <Picture scene={scene} />
      <div className="absolute inset-x-0 bottom-0 flex items-end justify-between gap-2 bg-panel px-3 py-2">
        <div className="min-w-0">
          <h2 className="truncate text-body font-semibold">
            <Link
              href={scenePath(scene.id)}
              data-testid="scene-list-item"
              data-scene-id={scene.id}
              className="after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-water"
            >
              {scene.name}
            </Link>
          </h2>
          <p className="truncate text-xs text-ink-2 tabular-nums">{pictureText(scene)}</p>
        </div>
        {worst && (
          <Badge tone="alarm" testId="home-scene-alarms">
            {t(digest?.isComplete ? 'home.scenes.alarms' : 'home.scenes.alarmsAtLeast', {
              n: alarms.length,
            })}
          </Badge>
        )}
      </div>
    </li>
  );
}

const COVER_CLASS = 'absolute inset-0 size-full object-cover';

function Picture({ scene }: { scene: Scene }) {
  const address = scene.cover ?? scene.icon;
  return address ? (
    <UploadedImage
      src={address}
      alt={t('home.scenes.cover', { name: scene.name })}
      testId="scene-cover"
      className={COVER_CLASS}
    />
  ) : (
    <ScenePlan
      {...planOf(scene)}
      label={common('scenes.plan', { name: scene.name })}
      className={COVER_CLASS}
    />
  );
}

/** How old the picture is, or what makes one. */
function pictureText({ cover, coverAt, icon, layout }: Scene): string {
  const devices = t('home.scenes.devices', { n: layout.equipment.length });
  if (cover !== null && coverAt !== null)
    return `${devices} · ${t('home.scenes.coverAt', { time: agoText(coverAt) })}`;
  return icon === null ? `${devices} · ${t('home.scenes.noCover')}` : devices;
}
