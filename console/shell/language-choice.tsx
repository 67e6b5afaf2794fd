/** The console's languages by their own names, on the pages without a menu. */
import { choose, LANGUAGES, type Language, language } from '../words/language.ts';

export const tags = Object.keys(LANGUAGES) as readonly Language[];

export const LanguageChoice = () => (
  <div class="languages">
    {tags.map((tag) => (
      <button
        key={tag}
        type="button"
        class="plain"
        lang={tag}
        aria-pressed={language.value === tag}
        onClick={() => choose(tag)}
      >
        {LANGUAGES[tag]}
      </button>
    ))}
  </div>
);
