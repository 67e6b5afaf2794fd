import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
const load = () => import('./console-note.ts');

beforeEach(() => vi.resetModules());
afterEach(() => said.mockClear());

test('a note waits until the mode is known, and is said once', async () => {
  const { note, setNoteMode } = await load();
  note('Give the form an action.');
  note('Give the form an action.');
  expect(said).not.toHaveBeenCalled();
  setNoteMode('test');
  setNoteMode('test');
  expect(said).toHaveBeenCalledOnce();
});

test('a live shop has a silent console', async () => {
  const { note, setNoteMode } = await load();
  note('Give the form an action.');
  setNoteMode('live');
  note('Another one.');
  expect(said).not.toHaveBeenCalled();
});

test('what keeps the form from working is said in any mode', async () => {
  const { setNoteMode, warn } = await load();
  setNoteMode('live');
  warn('No checkout.');
  warn('No checkout.');
  expect(said).toHaveBeenCalledOnce();
});
