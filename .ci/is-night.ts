/** True in `npm run test:night`, which leaves nothing out. */
export const IS_NIGHT = process.env['NIGHT'] === '1';
