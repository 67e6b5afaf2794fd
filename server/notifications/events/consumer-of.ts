/** Who pays: from `customer.*` and `billing.*`. */
import type { Address, Consumer } from '../../../contract/events/shared-types.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { present } from './shared-fields.ts';

export function consumerOf(parameters: ParameterSet): Consumer | undefined {
  const name = joined(
    parameters['customer.givenName'],
    parameters['customer.middleName'],
    parameters['customer.surname'],
  );
  return present({
    name,
    email: parameters['customer.email'],
    phone: phoneOf(parameters),
    country: parameters['billing.country'],
    locale: parameters['customer.locale'],
    taxIdentification: parameters['customer.taxIdentification'] ?? taxStatementOf(parameters),
    merchantConsumerReference: parameters['customer.merchantCustomerId'],
    billingAddress: billingAddressOf(parameters),
  });
}

/** Named after the customer, where there is an address at all. */
function billingAddressOf(parameters: ParameterSet): Address | undefined {
  const houseNumber = joined(
    parameters['billing.houseNumber1'],
    parameters['billing.houseNumber2'],
  );
  const address = present({
    street: joined(parameters['billing.street1'], parameters['billing.street2'], houseNumber),
    postalCode: parameters['billing.postcode'],
    city: parameters['billing.city'],
    region: parameters['billing.state'],
    country: parameters['billing.country'],
  });
  return (
    address && {
      ...present({
        firstName: parameters['customer.givenName'],
        lastName: parameters['customer.surname'],
        phoneNumber: phoneOf(parameters),
      }),
      ...address,
    }
  );
}

const phoneOf = (parameters: ParameterSet) =>
  parameters['customer.phone'] ?? parameters['customer.mobile'] ?? parameters['customer.workPhone'];

const taxStatementOf = (parameters: ParameterSet) =>
  parameters['customer.identificationDocType'] === 'TAXSTATEMENT'
    ? parameters['customer.identificationDocId']
    : undefined;

const joined = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined).join(' ') || undefined;
