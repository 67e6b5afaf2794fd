"""Makes the vectors of the tests with python3-cryptography, which shares no code with the gateway:

    python3 server/wallets/vectors/make.py > server/wallets/vectors/vectors.json
"""

import base64
import datetime
import hashlib
import hmac
import json
import os
import struct

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import pkcs7

NOW = datetime.datetime.now(datetime.timezone.utc)
DAY = datetime.timedelta(days=1)


def b64(data):
    return base64.b64encode(data).decode()


def new_key():
    return ec.generate_private_key(ec.SECP256R1())


def spki(key):
    return key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


def certificate(name, key, issuer, issuer_key, is_ca, mark):
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - DAY)
        .not_valid_after(NOW + 36500 * DAY)
        .add_extension(x509.BasicConstraints(is_ca, None), critical=True)
    )
    if mark:
        oid = x509.ObjectIdentifier(mark)
        builder = builder.add_extension(x509.UnrecognizedExtension(oid, b"\x05\x00"), False)
    return builder.sign(issuer_key, hashes.SHA256())


def apple():
    merchant_id = "merchant.example.shop"
    merchant, ephemeral = new_key(), new_key()
    root_key, middle_key, leaf_key = new_key(), new_key(), new_key()
    root = certificate("Root", root_key, None, root_key, True, None)
    middle = certificate(
        "Intermediate", middle_key, root, root_key, True, "1.2.840.113635.100.6.2.14"
    )
    leaf = certificate("Leaf", leaf_key, middle, middle_key, False, "1.2.840.113635.100.6.29")
    payment = {
        "applicationPrimaryAccountNumber": "4200000000000000",
        "applicationExpirationDate": "340531",
        "currencyCode": "978",
        "transactionAmount": 9200,
        "cardholderName": "Jane Jones",
        "deviceManufacturerIdentifier": "040010030273",
        "paymentDataType": "3DSecure",
        "paymentData": {"onlinePaymentCryptogram": b64(bytes(range(20))), "eciIndicator": "5"},
    }
    party = b"\x0did-aes256-GCM" + b"Apple" + hashlib.sha256(merchant_id.encode()).digest()
    shared = ephemeral.exchange(ec.ECDH(), merchant.public_key())
    key = ConcatKDFHash(algorithm=hashes.SHA256(), length=32, otherinfo=party).derive(shared)
    data = AESGCM(key).encrypt(bytes(16), json.dumps(payment).encode(), None)
    transaction = os.urandom(32)
    signed = spki(ephemeral) + data + transaction
    signature = (
        pkcs7.PKCS7SignatureBuilder()
        .set_data(signed)
        .add_signer(leaf, leaf_key, hashes.SHA256())
        .add_certificate(middle)
        .sign(
            serialization.Encoding.DER,
            [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary],
        )
    )
    token = {
        "version": "EC_v1",
        "data": b64(data),
        "signature": b64(signature),
        "header": {
            "ephemeralPublicKey": b64(spki(ephemeral)),
            "publicKeyHash": b64(hashlib.sha256(spki(merchant)).digest()),
            "transactionId": transaction.hex(),
        },
    }
    return {
        "merchantId": merchant_id,
        "privateKey": pem(merchant),
        "root": root.public_bytes(serialization.Encoding.PEM).decode(),
        "token": json.dumps(token),
    }


def lengths(*parts):
    return b"".join(struct.pack("<I", len(part)) + part for part in map(str.encode, parts))


def google():
    recipient = "merchant:12345678901234567890"
    root, signer, merchant, ephemeral = new_key(), new_key(), new_key(), new_key()
    millis = str(int((NOW + 36500 * DAY).timestamp() * 1000))
    message = {
        "messageExpiration": str(int((NOW + DAY).timestamp() * 1000)),
        "messageId": "message-1",
        "paymentMethod": "CARD",
        "paymentMethodDetails": {
            "pan": "4200000000000000",
            "expirationMonth": 5,
            "expirationYear": 2034,
            "authMethod": "CRYPTOGRAM_3DS",
            "cryptogram": b64(bytes(range(20))),
            "eciIndicator": "05",
        },
    }
    point = ephemeral.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    shared = point + ephemeral.exchange(ec.ECDH(), merchant.public_key())
    keys = HKDF(algorithm=hashes.SHA256(), length=64, salt=None, info=b"Google").derive(shared)
    aes = Cipher(algorithms.AES(keys[:32]), modes.CTR(bytes(16))).encryptor()
    encrypted = aes.update(json.dumps(message).encode()) + aes.finalize()
    signed_message = json.dumps(
        {
            "encryptedMessage": b64(encrypted),
            "ephemeralPublicKey": b64(point),
            "tag": b64(hmac.new(keys[32:], encrypted, "sha256").digest()),
        }
    )
    signed_key = json.dumps({"keyValue": b64(spki(signer)), "keyExpiration": millis})

    def sign(key, data):
        return b64(key.sign(data, ec.ECDSA(hashes.SHA256())))

    token = {
        "protocolVersion": "ECv2",
        "signature": sign(signer, lengths("Google", recipient, "ECv2", signed_message)),
        "intermediateSigningKey": {
            "signedKey": signed_key,
            "signatures": [sign(root, lengths("Google", "ECv2", signed_key))],
        },
        "signedMessage": signed_message,
    }
    root_keys = [
        {"keyValue": b64(spki(root)), "protocolVersion": "ECv2", "keyExpiration": millis}
    ]
    return {
        "id": recipient,
        "privateKey": pem(merchant),
        "rootKeys": json.dumps({"keys": root_keys}),
        "token": json.dumps(token),
    }


print(
    json.dumps(
        {"madeAt": int(NOW.timestamp() * 1000), "apple": apple(), "google": google()}, indent=2
    )
)
