import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { pki as Pki } from "node-forge";
import { awsDomains } from "../../facts/aws/hosts";

type Forge = typeof import("node-forge");

/** A certificate with its private key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const validDays = 365;

/** Loaded when it is needed: most projects have no function that does. Its names cannot be imported, as it is a CommonJS module. */
const loadForge = (): Forge => require("node-forge") as Forge;

/** Creates an authority that is valid for a year. */
export async function createAuthority(name: string, now: number): Promise<Certificate> {
  const forge = loadForge();
  const key = await createKey();
  const certificate = emptyCertificate(forge, key, now, now + validDays * dayMs);
  const subject = [{ name: "commonName", value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
    { name: "keyUsage", keyCertSign: true, critical: true },
    { name: "subjectKeyIdentifier" },
    { id: "2.5.29.30", critical: true, value: nameConstraints(forge) },
  ]);
  return signed(forge, certificate, key, key);
}

/** Creates a certificate for a host, which the authority vouches for as long as it is valid itself. */
export async function createHostCertificate(
  host: string,
  authority: Certificate,
  key: string,
  now: number,
): Promise<Certificate> {
  const forge = loadForge();
  const issuer = forge.pki.certificateFromPem(authority.cert);
  const certificate = emptyCertificate(forge, key, now, issuer.validity.notAfter.getTime());
  // A common name has at most 64 characters; programs look at the other one.
  certificate.setSubject([{ name: "commonName", value: host.slice(0, 64) }]);
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false, critical: true },
    { name: "keyUsage", digitalSignature: true, keyEncipherment: true, critical: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames: [{ type: dnsName, value: host }] },
    { name: "authorityKeyIdentifier", keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
  ]);
  return signed(forge, certificate, key, authority.key);
}

/** A private key in PEM. */
export async function createKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  return privateKey;
}

function emptyCertificate({ pki }: Forge, key: string, now: number, until: number): Pki.Certificate {
  const certificate = pki.createCertificate();
  const { n, e } = pki.privateKeyFromPem(key);
  certificate.publicKey = pki.setRsaPublicKey(n, e);
  // The first byte keeps the number positive.
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  // Clocks of containers may be behind.
  certificate.validity.notBefore = new Date(now - dayMs);
  certificate.validity.notAfter = new Date(until);
  return certificate;
}

function signed({ pki, md }: Forge, certificate: Pki.Certificate, key: string, by: string): Certificate {
  certificate.sign(pki.privateKeyFromPem(by), md.sha256.create());
  return { cert: pki.certificateToPem(certificate), key };
}

/** The type of a name in a certificate: https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.6 */
const dnsName = 2;

/** Source: https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.10 */
function nameConstraints({ asn1 }: Forge): string {
  const { Class, Type } = asn1;
  const permitted = awsDomains.map((domain) =>
    asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, [
      asn1.create(Class.CONTEXT_SPECIFIC, dnsName, false, domain),
    ]),
  );
  const content = asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, [
    asn1.create(Class.CONTEXT_SPECIFIC, 0, true, permitted),
  ]);
  return asn1.toDer(content).getBytes();
}
