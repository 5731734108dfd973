import { useState } from 'react';
import { useModel } from '@preact/signals-react';
import { ChevronDown, FileUp, KeyRound, Radio } from 'lucide-react';
import { useLocation } from 'wouter';
import { Menu } from '@farm3d/ui';
import { devicePath } from '../../../platform/paths.ts';
import { ClaimDialog } from './claim-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ImportModel } from './import-model.ts';
import { NetworksDialog } from './networks-dialog.tsx';
import { t } from './zh-CN.ts';

const ICON = { size: 18 } as const;

/** Ways to add devices beside the form: a table, the code of a device that another organisation has, and networks. */
export function AddingMenu({ onChanged }: { onChanged: () => void }) {
  const model = useModel(() => new ImportModel(onChanged));
  const [isClaiming, setClaiming] = useState(false);
  const [isListing, setListing] = useState(false);
  const [, navigate] = useLocation();
  return (
    <>
      <Menu
        label={t('adding.more')}
        testId="device-adding"
        button={<ChevronDown {...ICON} />}
        buttonClassName="inline-grid size-11 place-items-center rounded-control border border-line-strong bg-raised text-ink-2 hover:bg-hover hover:text-ink"
        entries={[
          {
            id: 'device-import',
            label: t('adding.import'),
            icon: <FileUp {...ICON} />,
            onSelect: model.begin,
          },
          {
            id: 'device-networks',
            label: t('adding.networks'),
            icon: <Radio {...ICON} />,
            onSelect: () => setListing(true),
          },
          {
            id: 'device-claim',
            label: t('adding.claim'),
            icon: <KeyRound {...ICON} />,
            onSelect: () => setClaiming(true),
          },
        ]}
      />
      <ImportDialog model={model} />
      {isListing && <NetworksDialog onClose={() => setListing(false)} />}
      {isClaiming && (
        <ClaimDialog onClose={() => setClaiming(false)} onClaimed={(id) => navigate(devicePath(id))} />
      )}
    </>
  );
}
