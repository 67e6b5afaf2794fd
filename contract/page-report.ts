/** What the form reports of the page around it, where the gateway asks for it (D22). */

/** Scripts of one report. */
export const MAX_REPORTED_SCRIPTS = 100;
/** Characters of an address: a hundred of these fit into what a page may send while it is left. */
export const MAX_SCRIPT_ADDRESS = 300;
