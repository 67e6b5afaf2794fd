/** Fonts that merchants give their channels, in the page and in the frames. The door of this room: others enter by it. */
export { addFont, type FontUse, findFontFile, removeFonts } from './channel-fonts.ts';
export { FontError } from './font-error.ts';
export { fontFaces, fontPath } from './font-faces.ts';
