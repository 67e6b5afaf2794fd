import { Utf8String } from 'asn1js';
import { AttributeTypeAndValue } from 'pkijs';

/** The part of a certificate's name that says whose it is. */
export const commonName = (value: string): AttributeTypeAndValue =>
  new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value }) });
