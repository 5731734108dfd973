import { FarmError, type FarmErrorCode } from '../../core/errors.ts';

/** An error with its reason as a sentence in both languages. */
function fault(code: FarmErrorCode, zh: string, en: string, cause?: unknown): FarmError {
  return new FarmError(code, { reason: en, 'reason:zh-CN': zh }, cause === undefined ? {} : { cause });
}

/** Binary before 6400 or text before 7000. */
export function tooOld(version: number): FarmError {
  const number = (version / 1000).toFixed(1);
  return fault(
    'model-unsupported',
    `FBX ${number} 版本太旧，请重新导出为 FBX 2013 或更新的版本`,
    `FBX ${number} is too old; export it again as FBX 2013 or newer`,
  );
}

/** The zero bytes after the signature are something else. */
export function asText(): FarmError {
  return fault(
    'model-invalid',
    '文件头已损坏：二进制文件曾被当作文本保存或传输，请重新导出或重新上传',
    'its header is damaged: the binary file was saved or sent as text; export or send it again',
  );
}

/** A block of a binary file does not end at its declared offset. */
export function brokenBlock(name: string): FarmError {
  const block = name.replaceAll(/[^\w ]/g, '?').slice(0, 40) || '?';
  return fault(
    'model-invalid',
    `“${block}”块的长度与内容不符，文件已损坏`,
    `the block ${block} is not as long as it says: the file is damaged`,
  );
}

/** A packed array does not have its declared size. */
export function brokenArray(): FarmError {
  return fault(
    'model-invalid',
    '压缩数组的长度与内容不符，文件已损坏',
    'a packed array is not as long as it says: the file is damaged',
  );
}

/** A text file is not written as FBX is. @param at character */
export function brokenText(at: number): FarmError {
  return fault(
    'model-invalid',
    `第 ${at} 个字符处不符合 FBX 文本格式`,
    `it is not FBX text at character ${at}`,
  );
}

/** An embedded image of a text file. */
export function brokenImage(): FarmError {
  return fault(
    'model-invalid',
    '内嵌图片的编码无效，文件已损坏',
    'an embedded image is not base64: the file is damaged',
  );
}

/** More than the limits allow. */
export function tooMuch(what: 'blocks' | 'levels' | 'corners', most: number): FarmError {
  const [zh, en] = {
    blocks: ['数据块', 'blocks'],
    levels: ['嵌套层', 'levels of nested blocks'],
    corners: ['多边形顶点', 'corners of polygons'],
  }[what] as [string, string];
  return fault(
    what === 'corners' ? 'model-too-large' : 'model-invalid',
    `${zh}超过 ${most} 个`,
    `it has more than ${most} ${en}`,
  );
}

/** three's reader failed: an object lacks what others refer to. */
export function incomplete(cause: unknown): FarmError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return fault(
    'model-invalid',
    `文件中的对象缺少其他对象所引用的数据（${why}）`,
    `objects in it lack what other objects refer to (${why})`,
    cause,
  );
}
