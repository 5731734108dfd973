import type { GrowthModel, DiseaseOrPest, RiskLevel } from '@farm3d/api';
import { Badge, EmptyState, SelectField, Skeleton, type BadgeTone } from '@farm3d/ui';
import { Failure } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { cropName } from '../../platform/names.ts';
import { locale } from '../../platform/locale.ts';
import { periodsOf } from './growth.ts';
import { LibraryModel, type Crops } from './model.ts';
import { t } from './zh-CN.ts';

const NUMBER = 'px-3 py-2 text-right tabular-nums whitespace-nowrap';

const list = (values: readonly number[]): string => values.join(' / ');

/** How the crops of the tables grow, in the reader's language. */
export function GrowthModels({ model }: { model: Crops }) {
  const models = model.models.value.value ?? [];
  const columns = [
    t('crops.model.days'),
    t('crops.model.kc'),
    t('crops.model.temperatures'),
    t('crops.model.roots'),
    t('crops.model.height'),
  ];
  return (
    <>
      <p className="mb-3 max-w-3xl text-body text-ink-2">{t('crops.model.intro')}</p>
      {/* Scrollable on a phone, also by keys. */}
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('crops.tab.models')}
        className="thin-scrollbar relative overflow-x-auto rounded-panel border border-line bg-raised"
      >
        <table
          className="w-full min-w-[60rem] text-body"
          data-testid="growth-models"
          data-count={models.length}
        >
          <thead className="border-b border-line text-note text-ink-3">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('crops.crop')}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-right font-medium">
                  {column}
                </th>
              ))}
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('crops.periods')}
              </th>
            </tr>
          </thead>
          <tbody>
            {models.map((one) => (
              <ModelRow key={one.id} model={one} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function ModelRow({ model }: { model: GrowthModel }) {
  const isEnglish = locale.value === 'en';
  return (
    <tr className="border-t border-line align-top" data-testid="growth-model" data-id={model.id}>
      <th scope="row" className="px-3 py-2 text-left font-medium whitespace-nowrap">
        {cropName(model)}
      </th>
      <td className={NUMBER}>{list(model.stageDays)}</td>
      <td className={NUMBER}>{list(model.kc)}</td>
      <td className={NUMBER}>
        {model.baseTemperature} – {model.upperTemperature} °C
      </td>
      <td className={NUMBER}>{model.rootDepth ? `${model.rootDepth.join(' – ')} m` : t('common.noValue')}</td>
      <td className={NUMBER}>
        {model.maxHeight === undefined ? t('common.noValue') : `${model.maxHeight} m`}
      </td>
      <td className="min-w-72 px-3 py-2 text-note text-ink-2">
        {periodsOf(model.periods)
          .map(
            ({ name, nameEn, endGdd }) =>
              `${isEnglish && typeof nameEn === 'string' ? nameEn : name} ${endGdd}`,
          )
          .join(' → ')}
      </td>
    </tr>
  );
}

const TONES: Record<RiskLevel, BadgeTone> = {
  insufficient_data: 'neutral',
  none: 'leaf',
  low: 'amber',
  medium: 'amber',
  high: 'alarm',
};

/** Diseases and pests of a crop; of a plot with the risk of now. */
export function DiseaseLibrary({ model }: { model: Crops }) {
  const library = useModelOf(LibraryModel, () => model.models.value.value ?? []);
  const plants = model.plants.value.value ?? [];
  const options = [
    ...(model.models.value.value ?? []).map((one) => ({ value: one.id, label: cropName(one) })),
    ...plants.map(({ id, crop, name }) => ({
      value: id,
      label: name ?? crop,
      note: t('crops.library.ofPlot'),
    })),
  ];
  const isPlot = plants.some(({ id }) => id === library.crop.value);
  return (
    <>
      <div className="mb-4 max-w-sm">
        <SelectField
          label={t('crops.library.of')}
          placeholder={t('crops.library.of')}
          testId="library-crop"
          value={library.crop.value}
          options={options}
          onChange={library.choose}
        />
      </div>
      <Records library={library} isPlot={isPlot} />
    </>
  );
}

type Library = InstanceType<typeof LibraryModel>;

function Records({ library: { records }, isPlot }: { library: Library; isPlot: boolean }) {
  const error = records.error.value;
  if (error !== null) return <Failure error={error} onRetry={() => void records.load()} />;
  const found = records.value.value;
  if (found === null)
    return (
      <div aria-busy="true" className="grid gap-3 lg:grid-cols-2">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
    );
  if (found.length === 0)
    return (
      <EmptyState
        testId="library-empty"
        title={t('crops.library.none.title')}
        hint={t('crops.library.none.hint')}
      />
    );
  return (
    <ul
      className="grid grid-cols-1 gap-3 lg:grid-cols-2 min-[2200px]:grid-cols-3"
      data-testid="library"
      data-count={found.length}
    >
      {found.map((record) => (
        <RecordCard key={record.id} record={record} isPlot={isPlot} />
      ))}
    </ul>
  );
}

function RecordCard({ record, isPlot }: { record: DiseaseOrPest; isPlot: boolean }) {
  const isEnglish = locale.value === 'en';
  const facts = [
    [t('crops.library.symptoms'), isEnglish ? record.symptomsEn : record.symptoms],
    [t('crops.library.temperature'), isEnglish ? record.temperatureEn : record.temperature],
    [t('crops.library.moisture'), isEnglish ? record.moistureEn : record.moisture],
  ] as const;
  return (
    <li
      data-testid="library-record"
      data-id={record.id}
      className="rounded-panel border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-body font-semibold">
          {isEnglish ? (record.nameEn ?? record.name) : record.name}
        </h2>
        <Badge>{t(`crops.library.${record.type}`)}</Badge>
        {isPlot && <Badge tone={TONES[record.risk]}>{t(`crops.risk.${record.risk}`)}</Badge>}
      </div>
      <p className="text-note text-ink-3 italic">{record.agent}</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-body">
        {facts
          .filter(([, text]) => text)
          .map(([label, text]) => (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
