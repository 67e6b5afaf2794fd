/** The `kind` of the settings; payments are kept with it. */
export const NAME = 'manual';
