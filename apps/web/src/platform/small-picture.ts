/** Side of the picture of a person, pixels: three times what is drawn of it at most. */
const SIDE = 96;
/** Tried in turn until the server takes the picture, characters of the data URL. */
const QUALITIES = [0.85, 0.6, 0.35] as const;
const MAX_LENGTH = 8_000;

/**
 * The middle of an image file as a small JPEG, as a data URL.
 * @throws {Error} for a file that is no image
 */
export async function smallPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no images');
  // What is transparent in the file would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  context.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  image.close();
  const tries = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  return tries.find(({ length }) => length <= MAX_LENGTH) ?? tries.at(-1) ?? '';
}
