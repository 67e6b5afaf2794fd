/** A request for a certificate (PKCS#10), as Apple takes it. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { CertificationRequest } from 'pkijs';
import { commonName } from './common-name.ts';

/** @returns PEM */
export async function signingRequest(privateKey: KeyObject, name: string): Promise<string> {
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' };
  const request = new CertificationRequest();
  request.subject.typesAndValues.push(commonName(name));
  await request.subjectPublicKeyInfo.importKey(
    createPublicKey(privateKey).toCryptoKey(algorithm, true, ['verify']) as CryptoKey,
  );
  await request.sign(privateKey.toCryptoKey(algorithm, true, ['sign']) as CryptoKey, 'SHA-256');
  const base64 = Buffer.from(request.toSchema().toBER()).toString('base64');
  const lines = base64.match(/.{1,64}/g)?.join('\n');
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`;
}
