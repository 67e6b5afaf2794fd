import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  announce,
  createFormState,
  hearEarly,
  showMessage,
  withOwnMessages,
} from './form-state.ts';
import type { Language } from './texts.ts';

beforeEach(() => vi.stubGlobal('window', { wpwlOptions: {} }));

const GERMAN: Language = {
  language: 'de',
  direction: 'ltr',
  texts: { submit: 'Bezahlen', tryAgain: 'Nochmals', city: 'Ort', cityTown: 'Stadt' },
};

describe('a form that begins', () => {
  test('waits for its data, with the first brand asked for in force', () => {
    const state = createFormState(['MASTER', 'VISA'], false);
    expect(state.phase.value).toBe('loading');
    expect(state.brand.value).toBe('MASTER');
    expect(state.offered.value).toEqual(['MASTER', 'VISA']);
    expect(state.asked).toEqual(['MASTER', 'VISA']);
    expect([state.chosen.value, state.bin.value, state.announcement.value]).toEqual(['', '', '']);
    expect(state.candidates.value).toEqual([]);
    expect(Object.values(state.errors).map(({ value }) => value)).toEqual(Array(5).fill(undefined));
  });

  test('has no brand where none is asked for: the channel decides', () => {
    expect(createFormState([], true)).toMatchObject({ isList: true, brand: { value: '' } });
  });
});

describe('the words of a form', () => {
  test('follow the language, of the number’s frame first and of the data then', () => {
    const state = createFormState([], false);
    const label = state.label('submit');
    expect(label.value).toBe('');
    hearEarly(state, { language: 'fr', direction: 'ltr', submit: 'Payer' });
    expect(label.value).toBe('Payer');
    state.language.value = GERMAN;
    expect(label.value).toBe('Bezahlen');
    hearEarly(state, { language: 'fr', direction: 'ltr', submit: 'Payer' });
    expect(label.value).toBe('Bezahlen');
  });

  test('call the line of an address what its country calls it, unless a closer wording is asked for', () => {
    const state = createFormState([], false);
    state.language.value = { ...GERMAN, texts: { ...GERMAN.texts, cityEmpty: 'Ort fehlt' } };
    const label = state.label('city');
    expect(label.value).toBe('Ort');
    state.closerWords.value = { city: 'cityTown' };
    expect(label.value).toBe('Stadt');
    expect(state.text({ key: 'city', variant: 'cityEmpty' })).toBe('Ort fehlt');
  });
});

describe('what a form says', () => {
  test('is another text the second time, or it would not be read again', () => {
    const state = createFormState([], false);
    announce(state, 'Please check CVV.');
    expect(state.announcement.value).toBe('Please check CVV.');
    announce(state, 'Please check CVV.');
    expect(state.announcement.value).toBe('Please check CVV.\u00a0');
    announce(state, 'Please check CVV.');
    expect(state.announcement.value).toBe('Please check CVV.');
  });

  test('is shown and said', () => {
    const state = createFormState([], false);
    state.language.value = GERMAN;
    const message = { key: 'tryAgain', isInfo: true };
    showMessage(state, message);
    expect(state.message.value).toBe(message);
    expect(state.announcement.value).toBe('Nochmals');
  });

  test('in English is said again where a language comes, and only then', () => {
    const state = createFormState([], false);
    hearEarly(state, { language: 'de', direction: 'ltr', tryAgain: 'Nochmals' });
    expect(state.announcement.value).toBe('');
    const other = createFormState([], false);
    showMessage(other, { key: 'tryAgain' });
    expect(other.announcement.value).toBe('Try again');
    hearEarly(other, { language: 'de', direction: 'ltr', tryAgain: 'Nochmals' });
    expect(other.announcement.value).toBe('Nochmals');
  });

  test('another form of the same group does not say', () => {
    const state = createFormState(['VISA'], false);
    const other = withOwnMessages(state);
    showMessage(state, { key: 'tryAgain' });
    expect([other.message.value, other.announcement.value]).toEqual([undefined, '']);
    expect(other.phase).toBe(state.phase);
    expect(other.errors).toBe(state.errors);
  });
});
