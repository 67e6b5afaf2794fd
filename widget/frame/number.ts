/** The script of `number.html`. */
import { NUMBER_RULES } from './number-rules.ts';
import { startField } from './start-field.ts';

const { rules = '{}', words } = document.documentElement.dataset;
startField(NUMBER_RULES, JSON.parse(rules), words ? JSON.parse(words) : undefined);
