/** How large the bank's page is: `browser.threeDChallengeWindow`, else `threeDIframeSize`. */

/** The five windows of EMV 3-D Secure; the last one is all there is. */
const WINDOWS = ['250px 400px', '390px 400px', '500px 600px', '600px 400px', '100% 100dvh'];
const LENGTH = /^\d+(\.\d+)?(px|%|r?em|d?v[wh])?$/;

const tableOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value ? (value as Record<string, unknown>) : {};

/** A number means pixels; what is no length is not taken. */
function lengthOf(value: unknown, fallback: string): string {
  const text = String(value ?? '').trim();
  if (!LENGTH.test(text)) return fallback;
  return /\d$/.test(text) ? `${text}px` : text;
}

/** The window that was asked for, '1' to '5'; the one that fits the form where none was. */
export function challengeWindow(options: Record<string, unknown>, formWidth: number): string {
  const asked = String(tableOf(options['browser'])['threeDChallengeWindow'] ?? '');
  if (/^[1-5]$/.test(asked)) return asked;
  return formWidth < 390 ? '1' : formWidth < 500 ? '2' : '3';
}

/** @param options the merchant's */
export function challengeSize(options: Record<string, unknown>): { width: string; height: string } {
  const asked = WINDOWS[Number(tableOf(options['browser'])['threeDChallengeWindow']) - 1];
  const [width = '', height = ''] = (asked ?? '100% 580px').split(' ');
  const own = tableOf(options['threeDIframeSize']);
  return {
    width: asked ? width : lengthOf(own['width'], width),
    height: asked ? height : lengthOf(own['height'], height),
  };
}
