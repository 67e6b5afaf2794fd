import { beforeEach, describe, expect, it, vi } from 'vitest';
import { challengeSize, challengeWindow } from './challenge-size.ts';

const page: { wpwlOptions?: unknown } = {};
beforeEach(() => vi.stubGlobal('window', page));

describe('the size of the challenge', () => {
  it.each([
    [{ threeDIframeSize: { width: '400px', height: '30em' } }, 'width:400px;height:30em'],
    [{ threeDIframeSize: { width: 400, height: '600' } }, 'width:400px;height:600px'],
    [
      { threeDIframeSize: { width: '100%', height: 'min(90vh,400)' } },
      'width:100%;height:min(90vh,400)',
    ],
    [{ browser: { threeDChallengeWindow: 1 } }, 'width:250px;height:400px'],
    [{ browser: { threeDChallengeWindow: '4' } }, 'width:600px;height:400px'],
    [{ browser: { threeDChallengeWindow: 5 } }, 'width:100%;height:100dvh'],
  ])('%o', (options, size) => {
    page.wpwlOptions = options;
    expect(challengeSize()).toBe(`width:480px;height:580px;${size}`);
  });

  it.each([
    {},
    { threeDIframeSize: 'large' },
    { browser: { threeDChallengeWindow: 6 } },
    { browser: { threeDChallengeWindow: 15 } },
    { browser: { threeDChallengeWindow: 1.5 } },
    { browser: null, threeDIframeSize: null },
  ])('%o leaves the usual size in force: what follows is no length', (options) => {
    page.wpwlOptions = options;
    expect(challengeSize()).toBe('width:480px;height:580px;width:undefined;height:undefined');
  });
});

describe('the window size that the bank gets', () => {
  it.each([
    [{ browser: { threeDChallengeWindow: 4 } }, 480, '4'],
    [{}, 389, '1'],
    [{}, 390, '2'],
    [{}, 499, '2'],
    [{}, 500, '3'],
    [{ browser: { threeDChallengeWindow: 9 } }, 800, '3'],
    [{ browser: { threeDChallengeWindow: 15 } }, 800, '3'],
    [{ browser: { threeDChallengeWindow: 1.5 } }, 800, '3'],
  ])('%o in %i pixels: %s', (options, width, expected) => {
    page.wpwlOptions = options;
    expect(challengeWindow(width)).toBe(expected);
  });
});
