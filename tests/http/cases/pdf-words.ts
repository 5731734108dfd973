/** The text of a PDF, without blanks. */
export async function pdfWords(pdf: Blob): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: new Uint8Array(await pdf.arrayBuffer()), verbosity: 0 }).promise;
  const pages = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const { items } = await (await document.getPage(n)).getTextContent();
    pages.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  return pages.join('').replaceAll(/\s/g, '');
}
