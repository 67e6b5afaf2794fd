import { challengeWindow } from './challenge-size.ts';

/** What 3-D Secure wants to know of the shopper's browser (`customer.browser.*`). */
export function browserData(form: HTMLElement): Record<string, string> {
  const data = {
    language: navigator.language,
    screenWidth: screen.width,
    screenHeight: screen.height,
    screenColorDepth: screen.colorDepth,
    timezone: new Date().getTimezoneOffset(),
    javaEnabled: false,
    javascriptEnabled: true,
    userAgent: navigator.userAgent,
    challengeWindow: challengeWindow(form.offsetWidth),
  };
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [`customer.browser.${name}`, String(value)]),
  );
}
