import { FarmError, type FarmViewerOptions, type Locale, type QualityChoice } from 'farm3d-engine';
import { Deck } from './deck.ts';
import { DEMOS, type Demo, moduleOf, sourcesOf } from './demos.ts';
import { highlight } from './highlight.ts';
import type { Stage, Text } from './stage.ts';

// Parameters: `?quality=low|medium|high|auto`, `?lang=en`, `?still` (no animation), `?bare` (the canvas
// alone); `#/demo`.

const find = (id: string) => document.getElementById(id)!;
const linkTo = (id: 'next' | 'previous') => find(id) as HTMLAnchorElement;
const [list, entries, text, code, files, trouble] = [
  find('list'),
  find('entries'),
  find('text'),
  find('code'),
  find('files'),
  find('trouble'),
];
const [menu, fold, copy, language] = [find('menu'), find('fold'), find('copy'), find('language')];
const qualityChoice = find('quality') as HTMLSelectElement;

const parameters = new URLSearchParams(location.search);
const QUALITIES: readonly (readonly [QualityChoice, Text])[] = [
  ['auto', ['自动', 'auto']],
  ['low', ['低', 'low']],
  ['medium', ['中', 'medium']],
  ['high', ['高', 'high']],
];
const [NARROW, WIDE] = [820, 1180];

let quality = QUALITIES.find(([name]) => name === parameters.get('quality'))?.[0] ?? 'auto';
let locale: Locale = parameters.get('lang') === 'en' ? 'en' : 'zh-CN';
/** Disposes the demo that is shown. */
let leave = () => {};
let opened = 0;

const say = ([zh, en]: Text): string => (locale === 'en' ? en : zh);

function options(): FarmViewerOptions {
  const isWide = innerWidth >= NARROW;
  const canvas = find('stage').getBoundingClientRect();
  const isFolded = document.body.classList.contains('folded') || innerWidth < WIDE;
  const free = isFolded ? innerWidth : text.getBoundingClientRect().left;
  return {
    quality,
    locale,
    ...(parameters.has('still') && { reducedMotion: true }),
    padding: {
      left: isWide ? list.getBoundingClientRect().right - canvas.left : 0,
      right: isWide ? canvas.right - free : 0,
    },
  };
}

/** Shows an error: messages of the engine are written for users, other errors are bugs of the demo. */
function showError(error: unknown): void {
  if (error instanceof FarmError && (error.code === 'aborted' || error.code === 'disposed')) return;
  trouble.textContent = error instanceof FarmError ? error.text(locale) : String(error);
  trouble.hidden = false;
  console.error(error);
}

function run(act: () => unknown): void {
  new Promise((resolve) => resolve(act())).catch(showError);
}

async function open(demo: Demo): Promise<void> {
  leave();
  const openNumber = ++opened;
  delete document.body.dataset['ready'];
  trouble.hidden = true;
  describe(demo);
  const end = new AbortController();
  const owned: { dispose(): void }[] = [];
  leave = () => {
    end.abort();
    for (const object of owned.toReversed()) object.dispose();
    leave = () => {};
  };
  const deck = new Deck(say, run);
  const stage: Stage = {
    element: find('stage'),
    options: options(),
    locale,
    signal: end.signal,
    own(object) {
      owned.push(object);
      return object;
    },
    say,
    button: deck.button.bind(deck),
    draggable: deck.draggable.bind(deck),
    toggle: deck.toggle.bind(deck),
    choice: deck.choice.bind(deck),
    range: deck.range.bind(deck),
    input: deck.input.bind(deck),
    fact: deck.fact.bind(deck),
    legend: deck.legend.bind(deck),
    picture: deck.picture.bind(deck),
    tell: deck.tell.bind(deck),
  };
  try {
    const [module, sources] = await Promise.all([moduleOf(demo.id), sourcesOf(demo.id)]);
    if (openNumber !== opened) return;
    showSources(sources);
    await module.show(stage);
    if (openNumber === opened) document.body.dataset['ready'] = demo.id;
  } catch (error) {
    if (openNumber === opened) showError(error);
  }
}

function describe(demo: Demo): void {
  document.title = `${say(demo.title)} · farm3d-engine`;
  find('group').textContent = say(demo.group);
  find('title').textContent = say(demo.title);
  find('about').textContent = say(demo.about);
  for (const link of entries.querySelectorAll('a')) {
    if (link.hash === `#/${demo.id}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  entries.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  list.classList.remove('open');
  menu.setAttribute('aria-expanded', 'false');
  const at = DEMOS.indexOf(demo);
  for (const [id, step] of [
    ['previous', -1],
    ['next', 1],
  ] as const) {
    const other = DEMOS[(at + step + DEMOS.length) % DEMOS.length]!;
    const link = linkTo(id);
    link.href = `#/${other.id}`;
    link.textContent = step < 0 ? `← ${say(other.title)}` : `${say(other.title)} →`;
  }
}

function showSources(sources: readonly { name: string; text: string }[]): void {
  const show = (index: number) => {
    code.replaceChildren(highlight(sources[index]!.text));
    code.parentElement!.scrollTop = 0;
    for (const [i, tab] of [...files.children].entries())
      tab.setAttribute('aria-selected', String(i === index));
  };
  files.replaceChildren(
    ...sources.map(({ name }, i) => {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.role = 'tab';
      tab.textContent = name;
      tab.addEventListener('click', () => show(i));
      return tab;
    }),
  );
  show(0);
}

function buildPage(): void {
  document.documentElement.lang = locale;
  language.textContent = locale === 'en' ? '中文' : 'English';
  menu.textContent = say(['目录', 'Contents']);
  copy.textContent = say(['复制', 'Copy']);
  find('quality-name').textContent = say(['画质', 'Quality']);
  fold.title = say(['代码（C）', 'Code (C)']);
  fold.setAttribute('aria-label', fold.title);
  qualityChoice.replaceChildren(
    ...QUALITIES.map(([value, name]) => new Option(say(name), value, false, value === quality)),
  );
  entries.replaceChildren(
    ...[...Map.groupBy(DEMOS, ({ group }) => group)].map(([group, demos]) => {
      const section = document.createElement('section');
      const title = document.createElement('h2');
      title.textContent = say(group);
      section.append(title);
      for (const { id, title: name } of demos) {
        const link = document.createElement('a');
        link.href = `#/${id}`;
        link.textContent = say(name);
        section.append(link);
      }
      return section;
    }),
  );
}

const demoOfAddress = (): Demo =>
  DEMOS.find(({ id }) => id === location.hash.slice(2).split('/')[0]) ?? DEMOS[0]!;
const go = () => void open(demoOfAddress());

function setFolded(isFolded: boolean): void {
  document.body.classList.toggle('folded', isFolded);
  fold.setAttribute('aria-expanded', String(!isFolded));
}

menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(list.classList.toggle('open')));
});
language.addEventListener('click', () => {
  locale = locale === 'en' ? 'zh-CN' : 'en';
  buildPage();
  go();
});
qualityChoice.addEventListener('change', () => {
  quality = qualityChoice.value as QualityChoice;
  go();
});
fold.addEventListener('click', () => setFolded(!document.body.classList.contains('folded')));
copy.addEventListener('click', () => {
  navigator.clipboard.writeText(code.textContent).then(() => {
    copy.textContent = say(['已复制', 'Copied']);
    setTimeout(() => (copy.textContent = say(['复制', 'Copy'])), 1_500);
  }, showError);
});
entries.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const links = [...entries.querySelectorAll('a')];
  links[links.indexOf(document.activeElement as HTMLAnchorElement) + step]?.focus();
});
addEventListener('keydown', (event) => {
  const { target } = event;
  const isTaken = target instanceof HTMLElement && target.closest('input, select, pre, #stage');
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'c') fold.click();
  else if (event.key === 'PageDown') location.hash = linkTo('next').hash;
  else if (event.key === 'PageUp') location.hash = linkTo('previous').hash;
  else return;
  event.preventDefault();
});
addEventListener('hashchange', go);

document.body.classList.toggle('bare', parameters.has('bare'));
setFolded(innerWidth >= NARROW && innerWidth < WIDE);
buildPage();
go();
