/** Signatures that are Apple's in all but one thing: each is made anew, so that nothing else is wrong. */
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { fromBER, Integer, ObjectIdentifier, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Attribute,
  BasicConstraints,
  type Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { describe, expect, it } from 'vitest';
import { SIGNED_ATTRIBUTES, SIGNED_DATA, verifyAppleSignature } from './apple-signature.ts';
import { publicBytes } from './ec-keys.ts';
import { type Chain, rootCertificate, signAsApple } from './sandbox-certificates.ts';
import { WalletTokenError } from './wallet-token.ts';

const now = Date.UTC(2030, 0, 2, 3, 4, 5);
const DAY_MS = 24 * 60 * 60_000;
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const ROOT = { name: 'Root', key: newKey() };
const INTERMEDIATE = { name: 'Intermediate', key: newKey() };
const LEAF = { name: 'Leaf', key: newKey() };
const CHAIN: Chain = [ROOT, INTERMEDIATE, LEAF];
const SIGNED = Buffer.from('what is signed');
const root = await rootCertificate(CHAIN, now);
const right = await signAsApple(SIGNED, CHAIN, now);

const NOT_READ = 'has a signature that cannot be read';
const NOT_OF_ITS_CONTENT = 'has a signature that is not of its content';
const NOT_IN_CHAIN = "is not signed by a certificate of Apple's chain";
const NO_LEAF = 'has no certificate with the mark 1.2.840.113635.100.6.29';
const NO_INTERMEDIATE = 'has no certificate with the mark 1.2.840.113635.100.6.2.14';

/** @returns when it was signed, or why it is not taken; any other error is none of a token's */
function verify(signature: Buffer, { trusted = root, at = now, signed = SIGNED } = {}) {
  try {
    return verifyAppleSignature(signature, signed, { root: trusted, now: at });
  } catch (error) {
    if (error instanceof WalletTokenError) return error.message;
    throw error;
  }
}

const signingKey = (key: KeyObject) =>
  key.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']) as CryptoKey;

function partsOf(signature: Buffer): [SignedData, SignerInfo, Certificate, Certificate] {
  const info = new ContentInfo({ schema: fromBER(signature).result });
  const data = new SignedData({ schema: info.content });
  const [signer] = data.signerInfos;
  const [leaf, intermediate] = (data.certificates ?? []) as Certificate[];
  if (!signer || !leaf || !intermediate) throw new Error('the signature lacks a part');
  return [data, signer, leaf, intermediate];
}

function written(data: SignedData, contentType = SIGNED_DATA): Buffer {
  const info = new ContentInfo({ contentType, content: data.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

/** The right signature with other attributes, signed for these. */
async function withAttributes(change: (all: Attribute[]) => Attribute[]): Promise<Buffer> {
  const [data, signer] = partsOf(right);
  const attributes = change(signer.signedAttrs?.attributes ?? []);
  signer.signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes });
  await data.sign(signingKey(LEAF.key), 0, 'SHA-256', new Uint8Array(SIGNED).buffer);
  return written(data);
}

const without = (name: keyof typeof SIGNED_ATTRIBUTES) =>
  withAttributes((all) => all.filter(({ type }) => type !== SIGNED_ATTRIBUTES[name]));

const withValues = (
  name: keyof typeof SIGNED_ATTRIBUTES,
  change: (values: Attribute['values']) => Attribute['values'],
) =>
  withAttributes((all) => {
    for (const attribute of all) {
      if (attribute.type === SIGNED_ATTRIBUTES[name]) attribute.values = change(attribute.values);
    }
    return all;
  });

/** The right signature with other certificates: it is not made of them. */
function withCertificates(
  change: (leaf: Certificate, intermediate: Certificate) => readonly Certificate[],
): Buffer {
  const [data, , leaf, intermediate] = partsOf(right);
  data.certificates = [...change(leaf, intermediate)];
  return written(data);
}

function signedBy(change: (signer: SignerInfo, data: SignedData) => void): Buffer {
  const [data, signer] = partsOf(right);
  change(signer, data);
  return written(data);
}

describe('a signature of Apple', () => {
  it('says when it was made', () => {
    expect(verify(right)).toBe(now);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['of other content', () => signAsApple(Buffer.from('other'), CHAIN, now), NOT_OF_ITS_CONTENT],
    ['without the digest of its content', () => without('messageDigest'), NOT_OF_ITS_CONTENT],
    ['without the type of its content', () => without('contentType'), NOT_OF_ITS_CONTENT],
    ['without its time', () => without('signingTime'), NOT_OF_ITS_CONTENT],
    [
      'with two times',
      () => withValues('signingTime', (values) => [...values, ...values]),
      NOT_OF_ITS_CONTENT,
    ],
    [
      'with a time that is none',
      () => withValues('signingTime', () => [new Integer({ value: 1 })]),
      NOT_READ,
    ],
    [
      'of another type of content',
      () => withValues('contentType', () => [new ObjectIdentifier({ value: SIGNED_DATA })]),
      NOT_OF_ITS_CONTENT,
    ],
    [
      'with the digest of other content',
      () => withValues('messageDigest', () => [new OctetString({ valueHex: new ArrayBuffer(32) })]),
      NOT_OF_ITS_CONTENT,
    ],
    [
      'that signs its content alone',
      async () => {
        const [data, signer] = partsOf(right);
        delete signer.signedAttrs;
        await data.sign(signingKey(LEAF.key), 0, 'SHA-256', new Uint8Array(SIGNED).buffer);
        return written(data);
      },
      NOT_OF_ITS_CONTENT,
    ],
    [
      'with the signature of another key',
      async () => {
        const [data] = partsOf(right);
        await data.sign(signingKey(newKey()), 0, 'SHA-256', new Uint8Array(SIGNED).buffer);
        return written(data);
      },
      NOT_OF_ITS_CONTENT,
    ],
    [
      'that names another digest',
      () =>
        signedBy((signer) => {
          const sha1 = '1.3.14.3.2.26';
          signer.digestAlgorithm = new AlgorithmIdentifier({ algorithmId: sha1 });
        }),
      NOT_OF_ITS_CONTENT,
    ],
    [
      'that names another algorithm',
      () =>
        signedBy((signer) => {
          const ecdsaWithSha1 = '1.2.840.10045.4.1';
          signer.signatureAlgorithm = new AlgorithmIdentifier({ algorithmId: ecdsaWithSha1 });
        }),
      NOT_OF_ITS_CONTENT,
    ],
    ['of two signers', () => signedBy((signer, data) => data.signerInfos.push(signer)), NOT_READ],
    [
      'of no signer',
      () =>
        signedBy((_, data) => {
          data.signerInfos = [];
        }),
      NOT_READ,
    ],
    [
      'that says that it is something else',
      () => written(partsOf(right)[0], '1.2.840.113549.1.7.1'),
      NOT_READ,
    ],
    [
      'of more bytes than any of Apple has',
      () => Buffer.concat([right, Buffer.alloc(16_384)]),
      NOT_READ,
    ],
    ['of no bytes', () => Buffer.alloc(0), NOT_READ],
  ])('is none %s', async (_, make, why) => {
    expect(verify(await make())).toBe(why);
  });

  it('is read up to 16 kB', () => {
    expect(verify(Buffer.concat([right, Buffer.alloc(16_384 - right.length)]))).toBe(now);
    expect(verify(Buffer.concat([right, Buffer.alloc(16_385 - right.length)]))).toBe(NOT_READ);
  });

  it.each([
    ['time', '300101030405Z', 'xxxxxxxxxxxxZ'],
    ['point of its key', publicBytes(LEAF.key).subarray(-64).toString('latin1'), '?'.repeat(64)],
    ['name of its curve', '\x2a\x86\x48\xce\x3d\x03\x01\x07', '\x2a\x86\x48\xce\x3d\x03\x01\x7f'],
  ])('is refused, and no failure of the gateway, where a certificate has no %s', (_, from, to) => {
    const text = right.toString('latin1');
    expect(text).toContain(from);
    expect([NOT_READ, NOT_IN_CHAIN]).toContain(
      verify(Buffer.from(text.replaceAll(from, to), 'latin1')),
    );
  });
});

describe('a signature of the sandbox', () => {
  it('names its leaf, which is no authority, and says of what type its content is', async () => {
    const [data, signer, leaf, intermediate] = partsOf(await signAsApple(SIGNED, CHAIN, now));
    expect(data.encapContentInfo.eContentType).toBe('1.2.840.113549.1.7.1');
    expect(signer.sid).toBeInstanceOf(IssuerAndSerialNumber);
    const { issuer, serialNumber } = signer.sid as IssuerAndSerialNumber;
    expect(issuer.isEqual(leaf.issuer)).toBe(true);
    expect(serialNumber.isEqual(leaf.serialNumber)).toBe(true);
    const [isLeafOne, isIntermediateOne] = [leaf, intermediate].map(
      (certificate) => new X509Certificate(Buffer.from(certificate.toSchema().toBER())).ca,
    );
    expect({ isLeafOne, isIntermediateOne }).toEqual({
      ...{ isLeafOne: false, isIntermediateOne: true },
    });
    const constraints = leaf.extensions?.find(({ extnID }) => extnID === '2.5.29.19');
    expect(constraints?.critical).toBe(true);
  });
});

describe('the certificates of a signature', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['none at all', () => withCertificates(() => []), NO_LEAF],
    [
      'no list of them',
      () =>
        signedBy((_, data) => {
          delete data.certificates;
        }),
      NO_LEAF,
    ],
    ['no leaf', () => withCertificates((_, intermediate) => [intermediate]), NO_LEAF],
    ['no intermediate', () => withCertificates((leaf) => [leaf]), NO_INTERMEDIATE],
    ['two leaves', () => withCertificates((leaf, other) => [leaf, leaf, other]), NO_LEAF],
    [
      'two intermediates',
      () => withCertificates((leaf, other) => [leaf, other, other]),
      NO_INTERMEDIATE,
    ],
    [
      'one without any extension in place of the leaf',
      async () => {
        const [data, , leaf] = partsOf(right);
        delete leaf.extensions;
        await leaf.sign(signingKey(INTERMEDIATE.key), 'SHA-256');
        return written(data);
      },
      NO_LEAF,
    ],
  ])('are not taken where there is %s', async (_, make, why) => {
    expect(verify(await make())).toBe(why);
  });

  it('end at the root that is trusted, each issued by the next', async () => {
    const otherRoot = { ...ROOT, key: newKey() };
    const otherIntermediate = { ...INTERMEDIATE, key: newKey() };
    expect(verify(await signAsApple(SIGNED, [otherRoot, INTERMEDIATE, LEAF], now))).toBe(
      NOT_IN_CHAIN,
    );
    // A leaf that a stranger has issued in the name of Apple's intermediate certificate.
    const strange = await signAsApple(SIGNED, [ROOT, otherIntermediate, LEAF], now);
    const [, , strangeLeaf] = partsOf(strange);
    expect(verify(withCertificates((_, intermediate) => [strangeLeaf, intermediate]))).toBe(
      NOT_IN_CHAIN,
    );
    // The same key under another name.
    const renamed = await signAsApple(
      SIGNED,
      [ROOT, { ...INTERMEDIATE, name: 'Other' }, LEAF],
      now,
    );
    const [, , , renamedIntermediate] = partsOf(renamed);
    expect(verify(withCertificates((leaf) => [leaf, renamedIntermediate]))).toBe(NOT_IN_CHAIN);
  });

  it('are issued by authorities alone', async () => {
    const [data, , leaf, intermediate] = partsOf(right);
    for (const extension of intermediate.extensions ?? []) {
      if (extension.extnID === '2.5.29.19') {
        const no = new BasicConstraints({ cA: false }).toSchema().toBER();
        extension.extnValue = new OctetString({ valueHex: no });
      }
    }
    await intermediate.sign(signingKey(ROOT.key), 'SHA-256');
    data.certificates = [leaf, intermediate];
    expect(verify(written(data))).toBe(NOT_IN_CHAIN);
  });

  it('are all of their time, the root too', async () => {
    for (const days of [-1, 1]) {
      // To the second, as certificates have it.
      const end = Math.floor((now + days * DAY_MS) / 1000) * 1000;
      const trusted = await rootCertificate(CHAIN, end);
      expect(verify(right, { trusted, at: end })).toBe(now);
      expect(verify(right, { trusted, at: end + days })).toBe(NOT_IN_CHAIN);
      const otherTime = await rootCertificate(CHAIN, now + 2 * days * DAY_MS);
      expect(verify(right, { trusted: otherTime })).toBe(NOT_IN_CHAIN);
    }
  });
});
