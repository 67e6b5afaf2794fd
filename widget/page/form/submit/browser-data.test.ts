import { expect, test, vi } from 'vitest';
import { browserData } from './browser-data.ts';

test('3-D Secure gets what EMV asks for of a browser, under the names of the API', () => {
  vi.stubGlobal('window', { wpwlOptions: {} });
  vi.stubGlobal('navigator', { language: 'de-AT', userAgent: 'Browser/1' });
  vi.stubGlobal('screen', { width: 1920, height: 1080, colorDepth: 24 });
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120);
  expect(browserData({ offsetWidth: 450 } as HTMLElement)).toEqual({
    'customer.browser.language': 'de-AT',
    'customer.browser.screenWidth': '1920',
    'customer.browser.screenHeight': '1080',
    'customer.browser.screenColorDepth': '24',
    'customer.browser.timezone': '-120',
    'customer.browser.javaEnabled': 'false',
    'customer.browser.javascriptEnabled': 'true',
    'customer.browser.userAgent': 'Browser/1',
    'customer.browser.challengeWindow': '2',
  });
});
