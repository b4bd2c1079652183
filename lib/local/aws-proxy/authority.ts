import { generateKeyPair, randomBytes, X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { promisify } from "node:util";
import type { pki as Pki } from "node-forge";
import { textOfFile } from "../../bundle";
import { awsDomains } from "../../facts/aws/hosts";
import { jsonOf } from "../../facts/text/json";

/** A certificate that expires sooner is replaced when the server starts. */
const minValidityMs = 30 * 24 * 60 * 60 * 1000;

/** Files in which Linux distributions store trusted certificates: https://go.dev/src/crypto/x509/root_linux.go */
const systemBundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

type Shell = Readonly<Record<string, string | undefined>>;

/**
 * The certificate authority for AWS's hosts, for functions of this project.
 *
 * Its key is in the project's folder of local files, which only its owner can read. Only these functions trust it.
 */
export class LocalAuthority {
  private readonly contexts = new Map<string, Promise<SecureContext>>();

  private constructor(
    /** The trusted certificates of functions: those of this machine, and the authority. */
    readonly bundleFile: string,
    private readonly certificate: Certificate,
    private readonly hostKey: string,
    private readonly now: () => number,
  ) {}

  static async open(folder: string, shell: Shell = process.env, now = Date.now): Promise<LocalAuthority> {
    const place = join(folder, "aws-proxy");
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const file = join(place, "authority.json");
    const certificate = readCertificate(file, now()) ?? (await createAuthority("serverform local", now()));
    writeFileSync(file, `${JSON.stringify(certificate)}\n`, { mode: 0o600 });
    const bundleFile = join(place, "trusted.pem");
    writeFileSync(bundleFile, [...trusted(shell), certificate.cert].join("\n"), { mode: 0o600 });
    return new LocalAuthority(bundleFile, certificate, await createKey(), now);
  }

  /** With a certificate for a host. */
  contextFor(host: string): Promise<SecureContext> {
    const known = this.contexts.get(host) ?? this.createContext(host);
    this.contexts.set(host, known);
    return known;
  }

  private async createContext(host: string): Promise<SecureContext> {
    return createSecureContext(await createHostCertificate(host, this.certificate, this.hostKey, this.now()));
  }
}

/** Undefined without a usable certificate. */
function readCertificate(file: string, now: number): Certificate | undefined {
  try {
    const { cert, key } = Object(jsonOf(readFileSync(file, "utf8"))) as Partial<Certificate>;
    if (typeof cert !== "string" || typeof key !== "string") return undefined;
    const left = Date.parse(new X509Certificate(cert).validTo) - now;
    return left > minValidityMs ? { cert, key } : undefined;
  } catch {
    return undefined;
  }
}

function trusted({ SSL_CERT_FILE, NODE_EXTRA_CA_CERTS }: Shell): readonly string[] {
  const own = SSL_CERT_FILE === undefined ? systemBundles : [SSL_CERT_FILE];
  const base =
    own.map(textOfFile).find((text) => text !== undefined && text !== "") ?? rootCertificates.join("\n");
  return [base, textOfFile(NODE_EXTRA_CA_CERTS ?? "") ?? ""];
}

type Forge = typeof import("node-forge");

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const validDays = 365;

/** Loaded on demand, because most projects have no function that needs it. Its names cannot be imported, as it is a CommonJS module. */
const loadForge = (): Forge => require("node-forge") as Forge;

/** Creates an authority that is valid for a year. */
/** Creates an authority that is valid for a year. */
async function createAuthority(name: string, now: number): Promise<Certificate> {
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

/** Creates a certificate for a host. It is valid as long as the authority. */
export async function createHostCertificate(
  host: string,
  authority: Certificate,
  key: string,
  now: number,
): Promise<Certificate> {
  const forge = loadForge();
  const issuer = forge.pki.certificateFromPem(authority.cert);
  const certificate = emptyCertificate(forge, key, now, issuer.validity.notAfter.getTime());
  // A common name has at most 64 characters; programs read the alternative name.
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
  // The first byte makes the number positive.
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  // Clocks of containers may be slow.
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
