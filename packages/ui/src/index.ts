export { Badge, type BadgeProps, type BadgeTone } from './badge.tsx';
export { Button, type ButtonProps, type ButtonVariant } from './button.tsx';
export { Carousel, type CarouselProps } from './carousel.tsx';
export { ChoiceTiles, type ChoiceTilesProps } from './choice-tiles.tsx';
export { classes } from './classes.ts';
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { ImageField, type ImageFieldProps } from './image-field.tsx';
export { InfoCard, type InfoCardProps } from './info-card.tsx';
export { StatusDot, type StatusDotProps } from './status-dot.tsx';
export { Menu, type MenuEntry, type MenuProps } from './menu.tsx';
export { keepNumeric } from './numeric-text.ts';
export { NumberField, type NumberFieldProps } from './number-field.tsx';
export { ProgressOverlay, SproutMark, type ProgressOverlayProps } from './progress-overlay.tsx';
export { SearchField, type SearchFieldProps } from './search-field.tsx';
export { SelectField, type SelectFieldProps, type SelectOption } from './select-field.tsx';
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
export { ToastHost, type ToastHostProps, type ToastItem, type ToastTone } from './toast-host.tsx';
export { Toolbar, ToolbarButton, type ToolbarButtonProps, type ToolbarProps } from './toolbar.tsx';
