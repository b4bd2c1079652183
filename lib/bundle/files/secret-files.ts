import { readFileSync, statSync } from "node:fs";

/** Folders of Terraform and of this library. They are left out without a notice. */
export const toolFolders: readonly string[] = [".terraform", ".serverform"];

/** Files and folders that hold credentials or state, by name. */
const secretNames: readonly RegExp[] = [
  // Settings of a machine or stage; `.envrc` is the same for direnv.
  /^\.env/i,
  // Credentials of tools.
  /^\.(aws|azure|gcloud|ssh|gnupg|docker|kube)$/i,
  /^\.(npmrc|yarnrc|yarnrc\.yml|pypirc|netrc|git-credentials|terraformrc)$/i,
  /^credentials\.tfrc\.json$/i,
  // Private keys and key stores.
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/i,
  /\.(p12|pfx|ppk)$/i,
  // Terraform's state holds every value in plain text.
  /\.tfstate(\.|$)/i,
  /^\.terraform$/i,
  // The history may contain deleted files.
  /^\.git$/i,
  // Keys and secrets of the local server, and kept bundles of all functions.
  /^\.serverform$/i,
];

/**
 * Whether a file or folder usually holds secrets: packages leave it out unless it is named, and sites refuse it.
 *
 * A `.pem` file with only certificates and public keys is not a secret: clients need it to trust a server.
 */
export function isSecretFile(name: string, absolutePath: string): boolean {
  if (secretNames.some((each) => each.test(name))) return true;
  if (/\.pem$/i.test(name)) return !isPublicPem(contentOf(absolutePath));
  return /\.key$/i.test(name) && contentOf(absolutePath).includes("PRIVATE KEY-----");
}

function isPublicPem(content: string): boolean {
  const kinds = [...content.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].map(([, kind = ""]) => kind);
  return kinds.length > 0 && kinds.every((kind) => /CERTIFICATE$|PUBLIC KEY$/.test(kind));
}

function contentOf(path: string): string {
  return statSync(path).isFile() ? readFileSync(path, "latin1") : "";
}
