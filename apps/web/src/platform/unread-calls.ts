// Fetched after the page: its schemas are those of the notifications alone.
export { notifications } from '@farm3d/api';
