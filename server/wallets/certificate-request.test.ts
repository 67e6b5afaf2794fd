/** The request that a merchant uploads to Apple, read by the library and against its own signature. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { fromBER } from 'asn1js';
import { CertificationRequest } from 'pkijs';
import { expect, it } from 'vitest';
import { signingRequest } from './certificate-request.ts';
import { publicBytes } from './ec-keys.ts';

it.each([
  ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, '1.2.840.10045.4.3.2'],
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, '1.2.840.113549.1.1.11'],
])('names the merchant and the key, which signs it with SHA-256: %s', async (_, key, algorithm) => {
  const pem = await signingRequest(key, 'merchant.shop');
  const lines = pem.split('\n');
  expect(lines[0]).toBe('-----BEGIN CERTIFICATE REQUEST-----');
  expect(lines.slice(-2)).toEqual(['-----END CERTIFICATE REQUEST-----', '']);
  const [last = '', ...base64] = lines.slice(1, -2).reverse();
  expect(new Set(base64.map(({ length }) => length))).toEqual(new Set([64]));
  expect(last).toMatch(/^.{1,64}$/);
  const der = Buffer.from(lines.slice(1, -2).join(''), 'base64');
  const request = new CertificationRequest({ schema: fromBER(der).result });
  expect(await request.verify()).toBe(true);
  expect(request.signatureAlgorithm.algorithmId).toBe(algorithm);
  const [name] = request.subject.typesAndValues;
  expect(name?.type).toBe('2.5.4.3');
  expect(name?.value.valueBlock.value).toBe('merchant.shop');
  const spki = Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER());
  expect(spki).toEqual(publicBytes(createPublicKey(key)));
});
