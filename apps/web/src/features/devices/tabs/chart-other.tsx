import { useEffect, useState } from 'react';
import { GitCompare, X } from 'lucide-react';
import { Button, IconButton, SearchSelectField } from '@farm3d/ui';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { t } from '../zh-CN.ts';
import type { DeviceChartScreen } from './chart-model.ts';

/** Chooses the device that is compared with, by its name. */
export function OtherDevice({
  model,
  onChoose,
}: {
  model: DeviceChartScreen;
  onChoose: (id: string | null) => void;
}) {
  const [isOpen, setOpen] = useState(model.otherId.peek() !== null);
  const { others } = model;
  useEffect(() => {
    if (isOpen) void others.load();
  }, [isOpen, others]);
  if (!isOpen)
    return (
      <Button icon={<GitCompare size={16} />} data-testid="chart-other-open" onClick={() => setOpen(true)}>
        {t('device.chart.other')}
      </Button>
    );
  return (
    <div className="flex items-end gap-1">
      <div className="w-64 max-w-full">
        <SearchSelectField
          label={t('device.chart.other')}
          placeholder={t('device.chart.other.choose')}
          noMatch={t('device.chart.other.none')}
          testId="chart-other"
          value={model.otherId.value}
          options={(others.value.value ?? []).map(({ id, name, productModelCode, productTypeCode }) => ({
            value: id,
            label: name,
            note: productModelCode,
            icon: <DeviceIcon productTypeCode={productTypeCode} size={24} />,
          }))}
          onChange={onChoose}
        />
      </div>
      <IconButton
        label={t('device.chart.other.end')}
        icon={<X size={16} />}
        data-testid="chart-other-end"
        onClick={() => {
          setOpen(false);
          if (model.otherId.peek() !== null) onChoose(null);
        }}
      />
    </div>
  );
}

/** The address with the compared device, which others can open, too. */
export function withOther(parameters: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(parameters);
  if (id === null) next.delete('with');
  else next.set('with', id);
  return next;
}
