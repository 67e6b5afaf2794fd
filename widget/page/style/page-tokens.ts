/** The page's `tokens`: custom properties of each container. What they say the frames follow, too. */
import { isTokenValue, tokenProperty, withUnit } from '../../../contract/tokens.ts';
import { note } from '../interface/console-note.ts';
import { optionTable } from '../interface/options.ts';

/** All that were ever set: one that the page has taken out again goes. */
const everSet = new Set<string>();

export function followTokens({ style }: HTMLElement): void {
  const tokens = optionTable('tokens');
  for (const name of everSet) if (!tokens[name]) style.removeProperty(tokenProperty(name));
  for (const [name, wanted] of Object.entries(tokens)) {
    const value = String(wanted);
    if (isTokenValue(value)) {
      everSet.add(name);
      style.setProperty(tokenProperty(name), withUnit(value));
    } else note('token', name);
  }
}
