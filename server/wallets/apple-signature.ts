/** The signature of an Apple Pay token: CMS (RFC 5652), detached, by a certificate of Apple's chain. */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { fromBER, type ObjectIdentifier, OctetString, type UTCTime } from 'asn1js';
import { type Attribute, Certificate, ContentInfo, SignedData } from 'pkijs';
import { WalletTokenError } from './wallet-token.ts';

/** Extensions by which Apple marks the certificates of its chain. */
export const LEAF_MARK = '1.2.840.113635.100.6.29';
export const INTERMEDIATE_MARK = '1.2.840.113635.100.6.2.14';

export const SIGNED_DATA = '1.2.840.113549.1.7.2';
export const DATA = '1.2.840.113549.1.7.1';
export const SIGNED_ATTRIBUTES = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
} as const;
const SHA256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

/** How a set of attributes is told in a signature, and how in what is signed (RFC 5652, 5.4). */
const SET_TAG = 0x31;

/** Apple's has less than 3 kB. Reading ASN.1 takes far longer than its bytes take to be sent. */
const LARGEST_BYTES = 16_384;

/**
 * @param signed what the signature is of
 * @returns when it was signed, epoch milliseconds
 * @throws WalletTokenError
 */
export function verifyAppleSignature(
  signature: Buffer,
  signed: Buffer,
  { root, now }: { readonly root: string; readonly now: number },
): number {
  const trusted = new X509Certificate(root);
  try {
    return signingTime(readSignature(signature), signed, { trusted, now });
  } catch (error) {
    // What reads certificates, keys and times throws errors of its own at bytes that are none.
    throw error instanceof WalletTokenError
      ? error
      : new WalletTokenError('has a signature that cannot be read');
  }
}

function signingTime(
  { certificates, signer }: ReturnType<typeof readSignature>,
  signed: Buffer,
  { trusted, now }: { readonly trusted: X509Certificate; readonly now: number },
): number {
  const leaf = marked(certificates, LEAF_MARK);
  const intermediate = marked(certificates, INTERMEDIATE_MARK);
  if (!isChain([leaf, intermediate, trusted], now)) {
    throw new WalletTokenError("is not signed by a certificate of Apple's chain");
  }
  const { signedAttrs, digestAlgorithm, signatureAlgorithm } = signer;
  const attributes = new Map<string, Attribute>(
    signedAttrs?.attributes.map((attribute) => [attribute.type, attribute]),
  );
  const digest = createHash('sha256').update(signed).digest();
  const toVerify = Buffer.from(signedAttrs?.encodedValue ?? new ArrayBuffer(0));
  toVerify[0] = SET_TAG;
  const isSigned =
    digestAlgorithm.algorithmId === SHA256 &&
    signatureAlgorithm.algorithmId === ECDSA_WITH_SHA256 &&
    only<ObjectIdentifier>(attributes.get(SIGNED_ATTRIBUTES.contentType))?.valueBlock.toString() ===
      DATA &&
    digest.equals(octets(only(attributes.get(SIGNED_ATTRIBUTES.messageDigest)))) &&
    verify('sha256', toVerify, leaf.publicKey, octets(signer.signature));
  const signedAt = only<UTCTime>(attributes.get(SIGNED_ATTRIBUTES.signingTime))?.toDate().getTime();
  if (!isSigned || signedAt === undefined) {
    throw new WalletTokenError('has a signature that is not of its content');
  }
  return signedAt;
}

function readSignature(signature: Buffer) {
  if (signature.length > LARGEST_BYTES) throw new TypeError('it is too large');
  const info = new ContentInfo({ schema: fromBER(signature).result });
  if (info.contentType !== SIGNED_DATA) throw new TypeError('it is no signed data');
  const { certificates = [], signerInfos } = new SignedData({ schema: info.content });
  const [signer] = signerInfos;
  if (!signer || signerInfos.length !== 1) throw new TypeError('it has not one signer');
  return { certificates: certificates.filter((each) => each instanceof Certificate), signer };
}

/** @throws WalletTokenError where none, or more than one, of them has the mark */
function marked(certificates: readonly Certificate[], mark: string): X509Certificate {
  const [found, another] = certificates.filter(({ extensions = [] }) =>
    extensions.some(({ extnID }) => extnID === mark),
  );
  if (!found || another) throw new WalletTokenError(`has no certificate with the mark ${mark}`);
  return new X509Certificate(Buffer.from(found.toSchema().toBER()));
}

const isChain = (chain: readonly X509Certificate[], now: number): boolean =>
  chain.every((certificate, n) => {
    const issuer = chain[n + 1];
    return (
      Date.parse(certificate.validFrom) <= now &&
      now <= Date.parse(certificate.validTo) &&
      (!issuer ||
        (issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
    );
  });

/** The value of an attribute that has one. */
const only = <T>(attribute: Attribute | undefined): T | undefined =>
  attribute?.values.length === 1 ? (attribute.values[0] as T) : undefined;

const octets = (value: unknown): Buffer =>
  value instanceof OctetString ? Buffer.from(value.getValue()) : Buffer.alloc(0);
