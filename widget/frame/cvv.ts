/** The script of `cvv.html`. */
import { CVV_RULES } from './cvv-rules.ts';
import { startField } from './start-field.ts';

startField(CVV_RULES);
