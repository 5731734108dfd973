/** Kinds of code, in the order of the tabs. */
export const SNIPPET_KINDS = ['html', 'react', 'vue', 'iframe'] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

/** What is shown: the scene of an embed token. */
export interface EmbeddedScene {
  /** Address of the platform, without a slash at the end. */
  readonly server: string;
  readonly token: string;
  readonly sceneId: string;
  readonly locale: 'zh-CN' | 'en';
}

/**
 * Code that shows a scene in another page, complete for each kind. `npm run examples -- live` runs these texts in new
 * folders.
 */
export function snippet(kind: SnippetKind, { server, token, sceneId, locale }: EmbeddedScene): string {
  const attributes = `server="${server}"\n  token="${token}"\n  scene="${sceneId}"\n  locale="${locale}"\n  labels="all"`;
  const element = `<farm3d-viewer\n  ${attributes}\n  style="height: 480px"\n></farm3d-viewer>`;
  switch (kind) {
    case 'html':
      return `${element}
<script type="module">
  import { defineFarmViewer } from 'farm3d-engine/element';
  defineFarmViewer();
</script>`;
    case 'react':
      return `import { defineFarmViewer } from 'farm3d-engine/element';

defineFarmViewer();

export default function FarmScene() {
  return (
    ${indented(element.replace('"height: 480px"', "{{ height: '480px' }}"), 4)}
  );
}`;
    case 'vue':
      return `<script setup>
import { defineFarmViewer } from 'farm3d-engine/element';
defineFarmViewer();
</script>

<template>
  ${indented(element, 2)}
</template>`;
    case 'iframe':
      return `<iframe
  src="${server}/embed/${token}?locale=${locale}"
  title="farm3d"
  style="width: 100%; height: 480px; border: 0"
></iframe>`;
  }
}

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
