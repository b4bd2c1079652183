import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { jsonOf } from "../../facts/text/json";
import { type Certificate, createAuthority, createHostCertificate, createKey } from "./certificates";

/** A certificate that ends sooner is replaced when the server starts. */
const leastLeftMs = 30 * 24 * 60 * 60 * 1000;

/** Files in which Linux distributions keep the certificates that they trust: https://go.dev/src/crypto/x509/root_linux.go */
const systemBundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

type Shell = Readonly<Record<string, string | undefined>>;

/**
 * The authority that vouches for AWS's hosts to functions of this project.
 *
 * Its key is in the project's folder of local files, which only its owner can read. Nothing but these functions trusts it.
 */
export class LocalAuthority {
  private readonly contexts = new Map<string, Promise<SecureContext>>();

  private constructor(
    /** The certificates that functions trust: those of this machine, and the authority. */
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

/** Undefined without one that can be used. */
function readCertificate(file: string, now: number): Certificate | undefined {
  try {
    const { cert, key } = Object(jsonOf(readFileSync(file, "utf8"))) as Partial<Certificate>;
    if (typeof cert !== "string" || typeof key !== "string") return undefined;
    const left = Date.parse(new X509Certificate(cert).validTo) - now;
    return left > leastLeftMs ? { cert, key } : undefined;
  } catch {
    return undefined;
  }
}

function trusted({ SSL_CERT_FILE, NODE_EXTRA_CA_CERTS }: Shell): readonly string[] {
  const own = SSL_CERT_FILE === undefined ? systemBundles : [SSL_CERT_FILE];
  const base = own.map(textOf).find((text) => text !== "") ?? rootCertificates.join("\n");
  return [base, NODE_EXTRA_CA_CERTS === undefined ? "" : textOf(NODE_EXTRA_CA_CERTS)];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
