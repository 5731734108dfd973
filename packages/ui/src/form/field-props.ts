import type { FieldValue, FormField, FormServices } from './form-types.ts';

/** What every field of a generic form gets. */
export interface FieldProps {
  field: FormField;
  value: FieldValue;
  /** The value of now, between renders. */
  peek: () => FieldValue;
  error: string | null;
  services: FormServices;
  onChange: (value: FieldValue) => void;
  /** The field lost the focus. */
  onLeave: () => void;
  /** Whether files of the field are being uploaded. */
  onPending: (isPending: boolean) => void;
}
