import { useLocation } from 'wouter';
import { CommandPalette } from '@farm3d/ui';
import { useModelOf } from '../../kit/services.tsx';
import type { PageEntry } from '../../kit/page.tsx';
import { mayLeave } from '../../platform/leave-guard.ts';
import { palette } from '../../platform/dialogs.ts';
import { PaletteModel } from './model.tsx';
import { t } from './zh-CN.ts';

/** The command palette: pages, devices, scenes and actions by name. */
export function Palette({ pages }: { pages: readonly PageEntry[] }) {
  const model = useModelOf(PaletteModel, pages);
  const [, navigate] = useLocation();
  const choose = (id: string): void => {
    const command = model.command(id);
    if (!command) return;
    palette.close();
    if ('run' in command) command.run();
    else if (mayLeave()) navigate(command.path);
  };
  return (
    <CommandPalette
      label={t('palette.label')}
      closeLabel={t('common.close')}
      query={model.query.value}
      onQueryChange={model.setQuery}
      groups={model.groups.value}
      status={model.status.value}
      onChoose={choose}
      onClose={palette.close}
    />
  );
}
