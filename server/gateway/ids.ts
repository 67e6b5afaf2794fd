/** Identifiers, in the shapes that existing clients know (compatibility.md, section 7). */
import { randomBytes } from 'node:crypto';

/** Of payments, entities, tokens and references, in lowercase hexadecimal characters. */
export const ID_LENGTH = 32;

export const newId = (): string => randomBytes(ID_LENGTH / 2).toString('hex');

/** Where checkouts live: tells their mode. */
const HOMES = { test: 'uat01', live: 'prod01' } as const;

/** 32 uppercase hexadecimal characters, a dot, and where it lives. */
export const newCheckoutId = (mode: 'test' | 'live'): string =>
  `${randomBytes(16).toString('hex').toUpperCase()}.${HOMES[mode]}-gw01`;

/** Whether it is one of a live channel, known here or not. */
export const isLiveCheckoutId = (id: string): boolean => id.includes(`.${HOMES.live}-`);

/** Whether it is one of a test channel, known here or not. */
export const isTestCheckoutId = (id: string): boolean => id.includes(`.${HOMES.test}-`);

/** The request id of everything that is no checkout: the entity and 32 hexadecimal characters. */
export const newNdc = (entityId: string): string => `${entityId}_${newId()}`;

/** 256 bits in letters and digits that survive copying. */
export const newAccessToken = (): string => randomBytes(32).toString('base64url');
