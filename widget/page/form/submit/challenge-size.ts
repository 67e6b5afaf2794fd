/** How large the bank's page is: `browser.threeDChallengeWindow`, else `threeDIframeSize`. */

/** The five windows of EMV 3-D Secure; the last one is all there is. */
const WINDOWS = ['250x400', '390x400', '500x600', '600x400', '100%x100dvh'];

type Options = Readonly<Record<string, unknown>>;

const askedWindow = ({ browser }: Options) => Object(browser).threeDChallengeWindow;

/** The window that was asked for, '1' to '5'; the one that fits the form where none was. */
export function challengeWindow(options: Options, formWidth: number): string {
  const asked = askedWindow(options);
  if (WINDOWS[asked - 1]) return String(asked);
  return formWidth < 390 ? '1' : formWidth < 500 ? '2' : '3';
}

/**
 * As declarations: as wide as the form where nothing was asked for, as its column at the most. The
 * browser leaves out what is no length; a number means pixels.
 */
export function challengeSize(options: Options): string {
  const own = Object(options['threeDIframeSize']);
  const [width, height] = WINDOWS[askedWindow(options) - 1]?.split('x') ?? [own.width, own.height];
  const length = (value: unknown) => String(value).replace(/^\d+$/, '$&px');
  return `width:30rem;height:580px;width:${length(width)};height:${length(height)}`;
}
