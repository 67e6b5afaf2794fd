/** Certificates and signatures of the sandbox's Apple Pay: a chain of its own, with Apple's marks in it. */
import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { Integer, Null, ObjectIdentifier, OctetString, UTCTime } from 'asn1js';
import {
  Attribute,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import {
  DATA,
  INTERMEDIATE_MARK,
  LEAF_MARK,
  SIGNED_ATTRIBUTES,
  SIGNED_DATA,
} from './apple-signature.ts';
import { commonName } from './common-name.ts';

const DAY_MS = 24 * 60 * 60_000;
const BASIC_CONSTRAINTS = '2.5.29.19';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export interface Issuer {
  readonly name: string;
  readonly key: KeyObject;
}

/** Root, intermediate and leaf, in the order in which they issue each other. */
export type Chain = readonly [root: Issuer, intermediate: Issuer, leaf: Issuer];

/** The certificate that a chain ends at, PEM. */
export async function rootCertificate([root]: Chain, now: number): Promise<string> {
  const certificate = await certificateOf(root, root, now, { isAuthority: true });
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER())).toString();
}

/** A detached signature with its time, in the form of Apple's. DER. */
export async function signAsApple(
  signed: Buffer,
  [root, intermediate, leaf]: Chain,
  now: number,
): Promise<Buffer> {
  const certificates = [
    await certificateOf(leaf, intermediate, now, { mark: LEAF_MARK }),
    await certificateOf(intermediate, root, now, { mark: INTERMEDIATE_MARK, isAuthority: true }),
  ] as const;
  const [{ issuer, serialNumber }] = certificates;
  const attribute = (type: string, value: Attribute['values'][number]) =>
    new Attribute({ type, values: [value] });
  const digest = createHash('sha256').update(signed).digest();
  const attributes = [
    attribute(SIGNED_ATTRIBUTES.contentType, new ObjectIdentifier({ value: DATA })),
    attribute(SIGNED_ATTRIBUTES.signingTime, new UTCTime({ valueDate: new Date(now) })),
    attribute(SIGNED_ATTRIBUTES.messageDigest, new OctetString({ valueHex: arrayOf(digest) })),
  ];
  const data = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    certificates: [...certificates],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
  });
  await data.sign(signingKey(leaf.key), 0, 'SHA-256', arrayOf(signed));
  const info = new ContentInfo({ contentType: SIGNED_DATA, content: data.toSchema() });
  return Buffer.from(info.toSchema().toBER());
}

async function certificateOf(
  { name, key }: Issuer,
  issuer: Issuer,
  now: number,
  { mark, isAuthority = false }: { readonly mark?: string; readonly isAuthority?: boolean },
): Promise<Certificate> {
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 1 });
  certificate.issuer.typesAndValues.push(commonName(issuer.name));
  certificate.subject.typesAndValues.push(commonName(name));
  certificate.notBefore.value = new Date(now - DAY_MS);
  certificate.notAfter.value = new Date(now + DAY_MS);
  await certificate.subjectPublicKeyInfo.importKey(
    createPublicKey(key).toCryptoKey(ALGORITHM, true, ['verify']) as CryptoKey,
  );
  const constraints = new BasicConstraints({ cA: isAuthority }).toSchema().toBER();
  certificate.extensions = [
    new Extension({ extnID: BASIC_CONSTRAINTS, critical: true, extnValue: constraints }),
    ...(mark ? [new Extension({ extnID: mark, extnValue: new Null().toBER() })] : []),
  ];
  await certificate.sign(signingKey(issuer.key), 'SHA-256');
  return certificate;
}

// The types of the browser know less uses of a key than those of Node.
const signingKey = (key: KeyObject) => key.toCryptoKey(ALGORITHM, true, ['sign']) as CryptoKey;

const arrayOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
