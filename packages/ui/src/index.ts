export { Badge, type BadgeProps, type BadgeTone } from './badge.tsx';
export { Button, type ButtonProps, type ButtonVariant } from './button.tsx';
export { Carousel, type CarouselProps } from './carousel.tsx';
export { ChoiceTiles, type ChoiceTilesProps } from './choice-tiles.tsx';
export { classes } from './classes.ts';
export {
  CommandPalette,
  type CommandEntry,
  type CommandGroup,
  type CommandPaletteProps,
} from './command-palette.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { ImageField, type ImageFieldProps } from './image-field.tsx';
export { InfoCard, type InfoCardProps } from './info-card.tsx';
export { StatusDot, type StatusDotProps } from './status-dot.tsx';
export { Menu, type MenuEntry, type MenuProps } from './menu.tsx';
export { NumberField, type NumberFieldProps } from './number-field.tsx';
export { ProgressOverlay, SproutMark, type ProgressOverlayProps } from './progress-overlay.tsx';
export { SearchField, type SearchFieldProps } from './search-field.tsx';
export { SearchSelectField, type SearchSelectFieldProps } from './search-select-field.tsx';
export {
  MultiSelectField,
  SelectField,
  type MultiSelectFieldProps,
  type SelectFieldProps,
  type SelectOption,
} from './select-field.tsx';
export { SignalText, type SignalTextProps } from './signal-text.tsx';
export { SlideUp, type SlideUpProps } from './slide-up.tsx';
export {
  EmptyState,
  ErrorState,
  OfflineBanner,
  Skeleton,
  type EmptyStateProps,
  type ErrorStateProps,
  type OfflineBannerProps,
  type SkeletonProps,
} from './states.tsx';
export { Switch, type SwitchProps } from './switch.tsx';
export { Tabs, type TabsProps } from './tabs.tsx';
export { TextAreaField, TextField, type TextAreaFieldProps, type TextFieldProps } from './text-field.tsx';
export {
  ToastHost,
  type ToastHostProps,
  type ToastAction,
  type ToastItem,
  type ToastTone,
} from './toast-host.tsx';
export { endAtOnce, TweenProvider, useEntrance, type Tween } from './tween.ts';
export { Toolbar, ToolbarButton, type ToolbarButtonProps, type ToolbarProps } from './toolbar.tsx';
export { AreaField, type AreaFieldProps } from './form/area-field.tsx';
export type { MapPoint } from './map/map-point.ts';
export { PointMap, type PointMapProps } from './map/point-map.tsx';
export { GenericForm, type GenericFormProps } from './form/generic-form.tsx';
export {
  createFormModel,
  type DraftStore,
  type FormModel,
  type FormModelOptions,
  type FormProblem,
} from './form/form-model.ts';
export type { FormText, FormTextKey } from './form-texts.ts';
export type {
  AreaNode,
  AreaSource,
  FieldValue,
  FormField,
  FormServices,
  FormValues,
  UploadedFile,
  UploadOptions,
} from './form/form-types.ts';
export { ImageViewer, type ImageViewerProps, type ViewedImage } from './viewer/image-viewer.tsx';
export { decodePlot, encodePlot, type DrawnPlot, type PlotShape } from './map/drawn-plot.ts';
export type { BaseMap } from './map/map-source.ts';
