const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<string>'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<number>\b\d[\d_.e]*\b)|(?<word>\b(?:import|from|export|async|await|function|const|let|new|return|for|of|if|else|type|try|catch|finally|void|null|true|false|throw|readonly|as|in)\b)|(?<name>\b[A-Z]\w*\b)|(?<call>\b\w+(?=\())/g;

/** Source text as elements: comments, texts, numbers, keywords, types and calls have their own class. */
export function highlight(source: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let at = 0;
  for (const match of source.matchAll(TOKENS)) {
    fragment.append(source.slice(at, match.index));
    const span = document.createElement('span');
    span.className = Object.entries(match.groups!).find(([, value]) => value !== undefined)![0];
    span.textContent = match[0];
    fragment.append(span);
    at = match.index + match[0].length;
  }
  fragment.append(source.slice(at));
  return fragment;
}
