import { PAGES } from './pages.ts';
import { Palette } from './shell/palette/palette.tsx';

/** The command palette with every page. */
export default function PagePalette() {
  return <Palette pages={PAGES} />;
}
