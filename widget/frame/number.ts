/** The script of `number.html`. */
import { NUMBER_RULES } from './number-rules.ts';
import { startField } from './start-field.ts';

startField(NUMBER_RULES, JSON.parse(document.documentElement.dataset['rules'] ?? '{}'));
