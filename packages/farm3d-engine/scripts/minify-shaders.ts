// The texts of shaders as the compiler of the graphics card needs them, for the builds of this package and of the web app.

/** Blanks around operators, and zeros of numbers. */
const squeeze = (text: string): string =>
  text
    .replaceAll(/ ?([*/=<>,;(){}?:]) ?/g, '$1')
    .replaceAll(/ ([+-]) (?=[\w(.])/g, '$1')
    // 0.5 and 1.0 as .5 and 1.
    .replaceAll(/\b0(\.\d*[1-9])/g, '$1')
    .replaceAll(/(\d\.)0\b/g, '$1');

/**
 * A text without comments, indentation and blanks. What code searches for stays as it is: lines of the preprocessor, and the
 * beginning of `main`. Values that a template inserts stay, too.
 */
export const minifyShader = (text: string): string =>
  text
    .replaceAll(/\/\/(?!\*).*$/gm, '')
    .replaceAll(/^[ \t]+|[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll(/^(?!void main\(\) \{)[^#\n].*$/gm, (line) =>
      line
        .split(/(\$\{[^}]*\})/)
        .map((piece) => (piece.startsWith('${') ? piece : squeeze(piece)))
        .join(''),
    );

/** A module with its marked templates minified. */
export const minifyShadersOf = (source: string): string =>
  source.replaceAll(/\/\* glsl \*\/ `[^`]*`/g, minifyShader);
