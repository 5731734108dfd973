import Pdf from 'pdfkit';
import { FontSlices, type Weight } from './font-slices.ts';
import { brokenLines, type Glyph } from './line-breaks.ts';

const MARGIN = 48;
const PAGE = { width: 595, height: 842 };
const WIDTH = PAGE.width - 2 * MARGIN;
const LINE = 1.5;
/** Stands for a character that the font does not have. */
const MISSING = '?';
const INK = '#1a1d1b';
const PALE = '#5b645f';

interface Style {
  /** Points. */
  readonly size: number;
  readonly weight: Weight;
  readonly colour: string;
}
const BODY: Style = { size: 10, weight: 400, colour: INK };
const NOTE: Style = { size: 9, weight: 400, colour: PALE };
const HEADING: Style = { size: 12, weight: 600, colour: INK };
const TITLE: Style = { size: 18, weight: 600, colour: INK };

let slices: Promise<FontSlices> | undefined;

/** An A4 document of text and images, in Chinese and English. */
export class TextDocument {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #done: Promise<void>;
  readonly #slices: FontSlices;
  readonly #loaded = new Set<string>();
  #y = MARGIN;

  private constructor(fonts: FontSlices, title: string) {
    this.#slices = fonts;
    this.#pdf = new Pdf({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      info: { Title: title, Producer: 'farm3d' },
    });
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#done = new Promise((resolve) => this.#pdf.on('end', resolve));
  }

  static async create(title: string): Promise<TextDocument> {
    slices ??= FontSlices.open();
    return new TextDocument(await slices, title);
  }

  title = (text: string): Promise<void> => this.#write(text, TITLE, 0, 4);
  note = (text: string): Promise<void> => this.#write(text, NOTE, 0, 2);

  async heading(text: string): Promise<void> {
    this.#y += 12;
    // Not alone at the foot of a page.
    this.#room(60);
    await this.#write(text, HEADING, 0, 4);
  }

  text = (text: string, indent = 0): Promise<void> => this.#write(text, BODY, indent, 2);

  /** A name and its value. */
  async row(name: string, value: string): Promise<void> {
    const y = this.#y;
    await this.#write(name, NOTE, 0, 0);
    const below = this.#y;
    if (below > y) this.#y = y;
    await this.#write(value, BODY, 90, 2);
    this.#y = Math.max(this.#y, below);
  }

  /** Images beside each other, at most `height` points high. */
  images(jpegs: readonly Buffer[], height = 150): void {
    let x = MARGIN;
    for (const jpeg of jpegs) {
      const width = (WIDTH - 12) / 2;
      if (x === MARGIN) this.#room(height + 8);
      this.#pdf.image(jpeg, x, this.#y, { fit: [width, height] });
      if (x === MARGIN) x += width + 12;
      else {
        x = MARGIN;
        this.#y += height + 8;
      }
    }
    if (x !== MARGIN) this.#y += height + 8;
  }

  async end(): Promise<Buffer> {
    this.#pdf.end();
    await this.#done;
    return Buffer.concat(this.#chunks);
  }

  #room(height: number): void {
    if (this.#y + height <= PAGE.height - MARGIN) return;
    this.#pdf.addPage();
    this.#y = MARGIN;
  }

  async #write(text: string, style: Style, indent: number, after: number): Promise<void> {
    const glyphs = await this.#glyphs(text, style);
    for (const line of brokenLines(glyphs, WIDTH - indent)) {
      this.#room(style.size * LINE);
      let x = MARGIN + indent;
      for (const run of runsOf(line)) {
        this.#pdf.font(run.font).fontSize(style.size).fillColor(style.colour);
        this.#pdf.text(run.text, x, this.#y, { lineBreak: false });
        x += run.width;
      }
      this.#y += style.size * LINE;
    }
    this.#y += after;
  }

  /** The characters with their fonts and widths. */
  async #glyphs(text: string, { size, weight }: Style): Promise<Glyph[]> {
    const glyphs: Glyph[] = [];
    for (const character of text.replaceAll('\t', ' ')) {
      if (character === '\n') {
        glyphs.push({ character, font: '', width: 0 });
        continue;
      }
      const slice = this.#slices.sliceOf(character);
      const shown = slice === undefined ? MISSING : character;
      const font = `${slice ?? this.#slices.sliceOf(MISSING) ?? 'latin'}-${weight}`;
      if (!this.#loaded.has(font)) {
        this.#loaded.add(font);
        this.#pdf.registerFont(font, await this.#slices.bytes(font.slice(0, font.lastIndexOf('-')), weight));
      }
      const width = this.#pdf.font(font).fontSize(size).widthOfString(shown);
      glyphs.push({ character: shown, font, width });
    }
    return glyphs;
  }
}

/** Neighbours with one font. */
function runsOf(line: readonly Glyph[]): { text: string; font: string; width: number }[] {
  const runs: { text: string; font: string; width: number }[] = [];
  for (const { character, font, width } of line) {
    const last = runs.at(-1);
    if (last?.font === font) {
      last.text += character;
      last.width += width;
    } else runs.push({ text: character, font, width });
  }
  return runs;
}
