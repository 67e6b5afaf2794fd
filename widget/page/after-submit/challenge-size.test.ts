import { describe, expect, it } from 'vitest';
import { challengeSize, challengeWindow } from './challenge-size.ts';

describe('the size of the challenge', () => {
  it.each([
    [{}, '100%', '580px'],
    [{ threeDIframeSize: { width: '400px', height: '30em' } }, '400px', '30em'],
    [{ threeDIframeSize: { width: 400, height: '600' } }, '400px', '600px'],
    [{ threeDIframeSize: { width: 'calc(1px)', height: 'url(x)' } }, '100%', '580px'],
    [{ threeDIframeSize: 'large' }, '100%', '580px'],
    [{ browser: { threeDChallengeWindow: 1 } }, '250px', '400px'],
    [{ browser: { threeDChallengeWindow: '4' } }, '600px', '400px'],
    [{ browser: { threeDChallengeWindow: 5 } }, '100%', '100dvh'],
    [{ browser: { threeDChallengeWindow: 6 } }, '100%', '580px'],
    [{ browser: null, threeDIframeSize: null }, '100%', '580px'],
  ])('%o', (options, width, height) => {
    expect(challengeSize(options)).toEqual({ width, height });
  });
});

describe('the window that the bank is told', () => {
  it.each([
    [{ browser: { threeDChallengeWindow: 4 } }, 480, '4'],
    [{}, 300, '1'],
    [{}, 400, '2'],
    [{}, 800, '3'],
    [{ browser: { threeDChallengeWindow: 9 } }, 800, '3'],
  ])('%o in %i pixels: %s', (options, width, expected) => {
    expect(challengeWindow(options, width)).toBe(expected);
  });
});
