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

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

function element({ server, token, sceneId, locale }: EmbeddedScene): string {
  return `<farm3d-viewer
  server="${server}"
  token="${token}"
  scene="${sceneId}"
  locale="${locale}"
  labels="all"
  style="height: 480px"
></farm3d-viewer>`;
}

const SNIPPETS: Readonly<Record<SnippetKind, (scene: EmbeddedScene) => string>> = {
  html: (scene) => `${element(scene)}
<script type="module">
  import { defineFarmViewer } from 'farm3d-engine/element';
  defineFarmViewer();
</script>`,
  react: (scene) => `import { defineFarmViewer } from 'farm3d-engine/element';

defineFarmViewer();

export default function FarmScene() {
  return (
    ${indented(element(scene).replace('"height: 480px"', "{{ height: '480px' }}"), 4)}
  );
}`,
  vue: (scene) => `<script setup>
import { defineFarmViewer } from 'farm3d-engine/element';
defineFarmViewer();
</script>

<template>
  ${indented(element(scene), 2)}
</template>`,
  iframe: ({ server, token, locale }) => `<iframe
  src="${server}/embed/${token}?locale=${locale}"
  title="farm3d"
  style="width: 100%; height: 480px; border: 0"
></iframe>`,
};

/**
 * Code that shows a scene in another page, complete for each kind. `npm run examples -- live` runs these texts in new
 * folders.
 */
export const snippet = (kind: SnippetKind, scene: EmbeddedScene): string => SNIPPETS[kind](scene);
