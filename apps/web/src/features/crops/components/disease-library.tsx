import { useModel } from '@preact/signals-react';
import type { DiseaseOrPest, RiskLevel } from '@farm3d/api';
import { Badge, Button, EmptyState, ErrorState, SelectField, Skeleton, type BadgeTone } from '@farm3d/ui';
import { locale } from '../../../platform/locale.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { cropName } from '../../../platform/crop-name.ts';
import { LibraryModel, type Crops } from '../model.ts';
import { t } from '../zh-CN.ts';

const TONES: Record<RiskLevel, BadgeTone> = {
  insufficient_data: 'neutral',
  none: 'leaf',
  low: 'amber',
  medium: 'amber',
  high: 'alarm',
};

/** Diseases and pests of a crop; of a plot with the risk of now. */
export function DiseaseLibrary({ model }: { model: Crops }) {
  const library = useModel(() => new LibraryModel(() => model.models.value.value ?? []));
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
  if (error !== null)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={() => void records.load()}>{t('common.retry')}</Button>}
      />
    );
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
