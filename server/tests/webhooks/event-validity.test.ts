/** Whatever a request may say, what events tell of it is valid: every accepted value of every table. */
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../notifications/events/index.ts';
import { TABLES } from '../api/parameter-tables.ts';
import { mistakesOf } from '../support/event-validity.ts';
import { paymentChange, registrationChange } from '../support/sample-events.ts';

const defined = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(fields).filter((pair): pair is [string, string] => !!pair[1]));

describe.each(TABLES)('$title', ({ rows }) => {
  const cases = rows.flatMap(({ name, along = {}, accepted }) =>
    accepted.map((value) => ({ name, parameters: defined({ ...along, [name]: value }) })),
  );

  it('is told in valid events', () => {
    for (const { name, parameters } of cases) {
      const recurring = { ...parameters, recurringType: 'INITIAL' };
      const events = [
        ...eventsOf(paymentChange('received', { parameters })),
        ...eventsOf(paymentChange('received', { parameters, brand: 'PAYSAFECARD', card: '{}' })),
        ...eventsOf(registrationChange('received', { parameters: recurring })),
      ];
      expect(events).toHaveLength(3);
      expect(events.flatMap(mistakesOf), name).toEqual([]);
    }
  });
});
