import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEVELOPER_NOTES } from '../../../contract/developer-notes.ts';

const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
const load = () => import('./console-note.ts');

beforeEach(() => vi.resetModules());
afterEach(() => said.mockClear());

test('a note waits until the checkout is known to be a test, and is said once', async () => {
  const { note, setNoteTexts } = await load();
  note('ignored', 'form_key');
  note('ignored', 'form_key');
  expect(said).not.toHaveBeenCalled();
  setNoteTexts(DEVELOPER_NOTES);
  setNoteTexts(DEVELOPER_NOTES);
  note('ignored', 'form_key');
  expect(said).toHaveBeenCalledOnce();
  expect(said.mock.calls[0]?.[0]).toContain('did not take these inputs of the form: form_key');
  note('fieldsReloaded');
  expect(said).toHaveBeenCalledTimes(2);
});

test('a live shop has a silent console', async () => {
  const { note, setNoteTexts } = await load();
  note('fieldsReloaded');
  setNoteTexts(undefined);
  note('refused', 'no');
  expect(said).not.toHaveBeenCalled();
});

test('what keeps the form from working is said in any mode', async () => {
  const { setNoteTexts, warn } = await load();
  setNoteTexts(undefined);
  warn('No checkout.');
  warn('No checkout.');
  expect(said).toHaveBeenCalledOnce();
});
