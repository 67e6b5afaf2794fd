/**
 * The oldest browsers that the form is for: the first of each that can adopt a constructed
 * stylesheet. The build lowers syntax to them; `beyond-targets.test.ts` finds the functions, the
 * properties and the CSS that are younger.
 */
export const BROWSER_TARGETS = {
  chrome: '111',
  firefox: '114',
  safari: '16.4',
} as const;

/** What the bundles use beyond the targets all the same, and why that does no harm. */
export const GUARDED: Readonly<Record<string, string>> = {
  'api.Document.featurePolicy': 'Chrome only; asked for with ?.',
  'api.IntersectionObserverEntry.isVisible':
    'Chrome only; without it a frame takes the word of the page',
  'api.InputEvent.isComposing':
    'also of KeyboardEvent, where Safari forgets it in the key that ends a composition: such an Enter pays',
  'api.Document.moveBefore':
    'of Preact, which looks for it first, and only for lists that are drawn again',
  'api.ContactAddress.country': 'no such thing is meant: an option has a property of that name',
  'api.VRDisplay.displayName': 'no such thing is meant: Preact has a property of that name',
  'javascript.builtins.Symbol.dispose':
    'of signals-core: without it a function gets one more property, named undefined',
  'css.properties.contain-intrinsic-inline-size':
    'Safari 17; elsewhere a form is narrow where the page leaves the width to what is inside',
  'css.properties.word-break.auto-phrase':
    'Chrome only; elsewhere lines of Japanese end anywhere, as they did',
  'css.selectors.has':
    'Firefox 121; only inside :where(), which leaves out what it does not know: some boxes are wider',
};
