/** `npm run admin -- language …`: languages of the merchant's own, for its form and our pages around it. */
import { readFileSync } from 'node:fs';
import { TEXT_BLOCKS, withPluralForms } from '../../contract/text-keys.ts';
import { changeSettings, findChannel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import { type Command, UsageError } from './admin-command.ts';

export const LANGUAGE_USAGE = `  language list CHANNEL
  language set CHANNEL TAG FILE     texts as in locales/en.json, of a language by its BCP 47 tag
  language remove CHANNEL TAG
`;

const languagesOf = async (db: Database, id: string) => {
  const channel = await findChannel(db, id);
  if (!channel) throw new UsageError(`there is no channel ${id}`);
  return channel.settings.languages;
};

/** What a shopper may see; the pages of the simulated bank are for tests. */
const { simulatedBank: _, ...SHOWN } = TEXT_BLOCKS;

/** How many texts there are, and which of those that shoppers see are ours. */
function summary(tag: string, texts: Readonly<Record<string, string>>) {
  const wanted = withPluralForms(Object.values(SHOWN).flat(), tag);
  return {
    tag,
    texts: Object.keys(texts).length,
    missing: wanted.filter((key) => !Object.hasOwn(texts, key)),
  };
}

function textsIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} is no JSON file: ${(error as Error).message}`);
  }
}

export const LANGUAGE_COMMANDS: Readonly<Record<string, Command>> = {
  'language list': async (db, [channel = '']) =>
    Object.entries(await languagesOf(db, channel)).map(([tag, texts]) => summary(tag, texts)),
  'language set': async (db, [channel = '', tag = '', file = '']) => {
    if (tag === '' || file === '') throw new UsageError(LANGUAGE_USAGE);
    const before = await languagesOf(db, channel);
    const { languages } = await changeSettings(db, channel, {
      languages: { ...before, [tag]: textsIn(file) },
    });
    // `__proto__` is none that was set.
    if (!Object.hasOwn(languages, tag)) throw new UsageError(`${tag} is no language tag (BCP 47)`);
    return summary(tag, languages[tag] ?? {});
  },
  'language remove': async (db, [channel = '', tag = '']) => {
    const { [tag]: removed, ...languages } = await languagesOf(db, channel);
    if (!removed) throw new UsageError(`the channel has no language ${tag}`);
    await changeSettings(db, channel, { languages });
    return { channel, removed: tag };
  },
};
