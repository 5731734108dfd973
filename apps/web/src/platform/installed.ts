/** The paths of this site that the page has loaded so far. */
const loadedPaths = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
  ),
];

/** Lets the application be installed and start without a network, where the browser can (over TLS or on this machine). */
export async function install(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(loadedPaths());
}
