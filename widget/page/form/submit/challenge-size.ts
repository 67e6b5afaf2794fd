/** How large the bank's page is: `browser.threeDChallengeWindow`, else `threeDIframeSize`. */
import { optionTable } from '../../interface/options.ts';

/** The five windows of EMV 3-D Secure; the last one is all there is. */
const WINDOWS = ['250x400', '390x400', '500x600', '600x400', '100%x100dvh'];

/** 1 to 5; 0 where none of them was asked for. */
function askedWindow(): number {
  const asked = Number(optionTable('browser')['threeDChallengeWindow']);
  return /^[1-5]$/.test(String(asked)) ? asked : 0;
}

/** The window that was asked for, '1' to '5'; the one that fits the form where none was. */
export function challengeWindow(formWidth: number): string {
  return String(askedWindow() || (formWidth < 390 ? 1 : formWidth < 500 ? 2 : 3));
}

/**
 * As declarations: as wide as a form in its usual text where nothing was asked for, as its column at the
 * most. The bank's page has a text of its own. The browser leaves out what is no length; a number means pixels.
 */
export function challengeSize(): string {
  const { width: ownWidth, height: ownHeight } = optionTable('threeDIframeSize');
  const [width, height] = WINDOWS[askedWindow() - 1]?.split('x') ?? [ownWidth, ownHeight];
  const length = (value: unknown) => String(value).replace(/^\d+$/, '$&px');
  return `width:480px;height:580px;width:${length(width)};height:${length(height)}`;
}
