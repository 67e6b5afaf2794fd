export type * from './widget-types.ts';
