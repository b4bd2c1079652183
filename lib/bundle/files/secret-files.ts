import { readFileSync, statSync } from "node:fs";

/** Files and folders that hold credentials or state, by name. */
const secretNames: readonly RegExp[] = [
  // Settings of a machine or stage; `.envrc` is the same for direnv.
  /^\.env/,
  // Credentials of tools.
  /^\.(aws|azure|gcloud|ssh|gnupg|docker|kube)$/,
  /^\.(npmrc|yarnrc|yarnrc\.yml|pypirc|netrc|git-credentials|terraformrc)$/,
  /^credentials\.tfrc\.json$/,
  // Private keys and key stores.
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /\.(p12|pfx|ppk)$/,
  // Terraform's state holds every value in plain text.
  /\.tfstate(\.|$)/,
  /^\.terraform$/,
  // The history may contain files that were deleted since.
  /^\.git$/,
  // Keys and secrets of the local server, and kept bundles of all functions.
  /^\.serverform$/,
];

/**
 * Whether a file or folder belongs in no package unless it is named on purpose.
 *
 * A `.pem` file that holds only certificates and public keys is not a secret: clients need it to trust a server.
 */
export function isSecret(name: string, absolutePath: string): boolean {
  if (secretNames.some((each) => each.test(name))) return true;
  if (name.endsWith(".pem")) return !isPublicPem(contentOf(absolutePath));
  return name.endsWith(".key") && contentOf(absolutePath).includes("PRIVATE KEY-----");
}

function isPublicPem(content: string): boolean {
  const kinds = [...content.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].map(([, kind = ""]) => kind);
  return kinds.length > 0 && kinds.every((kind) => /CERTIFICATE$|PUBLIC KEY$/.test(kind));
}

function contentOf(path: string): string {
  return statSync(path).isFile() ? readFileSync(path, "latin1") : "";
}
