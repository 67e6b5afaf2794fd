/** Pages as merchants write them: with their own jQuery or none, and scripts of their own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '..', 'node_modules');

/** The page's own jQuery, as it would come from its own server. */
export const JQUERIES = ['none', '1.12.4', '3.7.1'] as const;
export type JQueryVersion = (typeof JQUERIES)[number];

const FOLDERS: Readonly<Record<JQueryVersion, string>> = {
  none: '',
  '1.12.4': 'jquery-1',
  '3.7.1': 'jquery-3',
};

export function jQueryTag(version: JQueryVersion): string {
  const folder = FOLDERS[version];
  if (!folder) return '';
  const source = readFileSync(join(MODULES, folder, 'dist', 'jquery.min.js'), 'utf8');
  return `<script>${source.replaceAll('</script', '<\\/script')}</script>`;
}
