export type * from './pure.ts';
