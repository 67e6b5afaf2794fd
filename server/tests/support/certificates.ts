/** A certificate authority of a test. */
import { createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { Integer } from 'asn1js';
import { BasicConstraints, Certificate, Extension, GeneralName, GeneralNames } from 'pkijs';
import { commonName } from '../../wallets/common-name.ts';

export interface Authority {
  readonly key: KeyObject;
  readonly pem: string;
}

const NAME = 'Test authority';
const DAY_MS = 24 * 60 * 60_000;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' };
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

export async function newAuthority(): Promise<Authority> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { key: privateKey, pem: await sign(privateKey, NAME, publicKey, true) };
}

/** @param publicKey a key, or its DER @param endsAt epoch milliseconds @returns PEM */
export const issueCertificate = (
  { key }: Authority,
  name: string,
  publicKey: KeyObject | Buffer,
  endsAt?: number,
): Promise<string> =>
  sign(
    key,
    name,
    Buffer.isBuffer(publicKey)
      ? createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
      : publicKey,
    false,
    endsAt,
  );

async function sign(
  issuer: KeyObject,
  name: string,
  key: KeyObject,
  isAuthority: boolean,
  endsAt = Date.now() + DAY_MS,
) {
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: isAuthority ? 1 : 2 });
  certificate.issuer.typesAndValues.push(commonName(NAME));
  certificate.subject.typesAndValues.push(commonName(name));
  certificate.notBefore.value = new Date(Math.min(Date.now(), endsAt) - DAY_MS);
  certificate.notAfter.value = new Date(endsAt);
  const algorithm = key.asymmetricKeyType === 'rsa' ? RSA : ECDSA;
  await certificate.subjectPublicKeyInfo.importKey(
    key.toCryptoKey(algorithm, true, ['verify']) as CryptoKey,
  );
  const names = new GeneralNames({ names: [new GeneralName({ type: 2, value: name })] });
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: new BasicConstraints({ cA: isAuthority }).toSchema().toBER(),
    }),
    new Extension({ extnID: '2.5.29.17', extnValue: names.toSchema().toBER() }),
  ];
  await certificate.sign(issuer.toCryptoKey(ECDSA, true, ['sign']) as CryptoKey, 'SHA-256');
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())).toString();
}
