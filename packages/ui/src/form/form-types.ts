import type { FieldLngLat, FieldRules, Locale } from '@farm3d/api/validation';
import type { SelectOption } from '../select-field.tsx';
import type { DrawnPlot } from '../map/drawn-plot.ts';
import type { BaseMap } from '../map/map-source.ts';
import type { FormText } from '../form-texts.ts';

/** A file that the server holds. */
export interface UploadedFile {
  readonly id: string;
  /** Path that records store. */
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Address that shows it for about an hour; {@link FormServices.addressOf} makes a new one. */
  readonly url: string;
}

/**
 * Value of a field: text for text, number (as typed), textarea, radio, date (yyyy-MM-dd), time (HH:mm), colour and a
 * single selection; codes for several; a boolean for a switch; files for image and file; null: none.
 */
export type FieldValue =
  | string
  | boolean
  | null
  | readonly string[]
  | readonly UploadedFile[]
  | FieldLngLat
  | DrawnPlot;

export type FormValues = Readonly<Record<string, FieldValue>>;

/** One field of a generic form. */
export interface FormField extends FieldRules {
  /** Name in the values. */
  readonly key: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Of select and radio. */
  readonly options?: readonly SelectOption[] | undefined;
  /** Of select and cascader: several entries, at most `maxLength`. Default false. */
  readonly multiple?: boolean | undefined;
  /** Levels of a cascader, 1 … 5. Default 5. */
  readonly levels?: number | undefined;
  /** Of a text: the count of characters beside it goes to this number, where a check of its own has the word. */
  readonly countTo?: number | undefined;
  /** Of a number, behind the field. */
  readonly unit?: string | undefined;
  /** Latest day of a date, yyyy-MM-dd. */
  readonly latest?: string | undefined;
  /** Whether it stands in the form now. A hidden field is neither checked nor sent. Default true. */
  readonly isVisible?: ((values: FormValues) => boolean) | undefined;
  /** A check after those of the type. @returns the message, or null */
  readonly check?: ((value: FieldValue, values: FormValues) => string | null) | undefined;
  /** Two fields share a row where there is room. Default false. */
  readonly isHalf?: boolean | undefined;
}

/** An area of the cascader. */
export interface AreaNode {
  /** 12 digits. */
  readonly code: string;
  readonly name: string;
  /** 1 province … 5 village. */
  readonly level: number;
  readonly leaf: boolean;
}

export interface AreaSource {
  /** Children; the provinces without a code. A rejection counts as an empty list (Spec §8). */
  readonly children: (code: string | undefined, signal: AbortSignal) => Promise<readonly AreaNode[]>;
  /** From the province to the area itself. */
  readonly path: (code: string, signal: AbortSignal) => Promise<readonly AreaNode[]>;
  /** Paths of the areas whose name contains the text. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly (readonly AreaNode[])[]>;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Share sent, 0 … 1. */
  readonly onProgress: (ratio: number) => void;
}

/** What fields need beyond the page: passed by the application. */
export interface FormServices {
  readonly locale: Locale;
  readonly t: FormText;
  readonly areas: AreaSource;
  readonly uploadImage: (file: File, options: UploadOptions) => Promise<UploadedFile>;
  readonly uploadFile: (file: File, options: UploadOptions) => Promise<UploadedFile>;
  /** Stores the preview of a drawn plot. */
  readonly uploadPreview: (image: Blob, signal: AbortSignal) => Promise<UploadedFile>;
  /** A fresh address of a stored file. */
  readonly addressOf: (path: string) => Promise<string>;
  /** What the server said when it refused a file; null when there was no answer. */
  readonly refusalOf: (error: unknown) => string | null;
  readonly baseMap: BaseMap;
}
