/** The maximum length of a name that is examined, so that long names of clients cost little. */
const maxNameLength = 80;

/** Last words of names of secrets: `dbPassword`, `X-Api-Key`, `STRIPE_SECRET`. */
const endings: ReadonlySet<string> = new Set(
  [
    "password passwords passwd passwort pwd pw pass passphrase passcode passkey",
    "secret secrets token tokens jwt bearer credential credentials creds",
    "authorization cookie cookies signature sig hmac assertion plaintext",
    "apikey apikeys otp totp pin pem salt pepper mnemonic",
  ]
    .join(" ")
    .split(" ")
    .concat(
      [
        "api",
        "access",
        "secret",
        "private",
        "signing",
        "signature",
        "encryption",
        "encrypt",
        "decryption",
      ].map(key),
      ["master", "auth", "account", "storage", "shared", "session", "service", "server", "admin"].map(key),
      ["deploy", "license", "role", "hmac", "aes", "rsa", "ssh", "gpg", "pgp", "cipher", "webhook"].map(key),
      ["app", "application", "subscription", "functions", "customer", "crypto", "jwt", "cookie"].map(key),
      ["api keys", "secret keys", "private keys", "access keys", "signing keys", "key base", "key pem"],
      ["confirmation", "verification", "verify", "auth", "authorization", "mfa", "sms", "otp", "totp"].map(
        code,
      ),
      ["backup", "recovery", "reset", "security", "time", "login", "access", "secret", "user", "device"].map(
        code,
      ),
      ["backup codes", "recovery codes", "code verifier", "connection string", "conn string", "conn str"],
      ["saml response", "samlresponse", "seed phrase", "recovery phrase", "pass phrase", "plain text"],
      ["basic auth", "challenge answer", "signed url"],
    ),
);

function key(word: string): string {
  return `${word} key`;
}

function code(word: string): string {
  return `${word} code`;
}

/** Ends of words that some write without a separator: `PGPASSWORD`, `authtoken`. */
const gluedEnding =
  /(?:password|passwd|passphrase|secret|tokens?|apikey|secretkey|privatekey|accesskey|signingkey|encryptionkey|credentials)$/;

/** Words behind a name that specify its secret, or its form: `passwordConfirmation`, `SECRET_PROD`. */
const qualifiers: ReadonlySet<string> = new Set(
  [
    "value text string binary raw plain old new current previous temporary confirm confirmation confirmed repeat again",
    "hash hashed encoded decoded b64 base64 json header cookie verifier config",
    "prod production dev development staging stage test testing live sandbox local default primary secondary admin root",
  ]
    .join(" ")
    .split(" "),
);

/** Names that end like a secret, and do not name one: places in a list, and keys to repeat a request safely. */
const ordinary =
  /(?:^| )(?:next|continuation|page|pagination|paging|starting|request|idempotency|cancel(?:lation)?|sync|public|device) ?(?:token|key)s?$/;

/** Kinds of secrets that may be numbers. A `token` is not one: `maxTokens: 100`. */
const numeric = /(?:password|passwd|pwd|pw|passcode|pin|otp|totp|secret|code|codes)$/;

/** Names of parts of requests. In a configuration, `SESSION_COOKIE` is the name of a cookie. */
const ofRequests = /(?:cookies?|signature|sig|assertion|bearer|signed url|plain ?text|pem)$/;

/** The words of a name in lower case: `db`, `password` of `dbPassword`, `DB_PASSWORD`, `db[password]` and `db-password`. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(-maxNameLength)
    .replace(/%[0-9a-f]{2}/gi, " ")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .replace(/([a-z])(\d{1,3})(?![a-z0-9])/g, "$1 $2")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** The words of a name that mark its value as a secret; undefined for other names. */
function secretEnding(name: string): string | undefined {
  const words = [...wordsOf(name)];
  while (words.length > 0) {
    const last = words.at(-1) ?? "";
    const all = words.join(" ");
    if (ordinary.test(all)) return undefined;
    const lastTwo = words.slice(-2).join(" ");
    if (endings.has(lastTwo)) return lastTwo;
    if (endings.has(last) || gluedEnding.test(last)) return last;
    if (!qualifiers.has(last) && !/^(?:v?\d+)$/.test(last)) return undefined;
    words.pop();
  }
  return undefined;
}

const known = new Map<string, string | undefined>();

/** Every name of a secret contains one of these parts. Most other names do not, and are not split into words. */
const hint =
  /pass|pwd|pw(?![a-z])|secret|token|jwt|bearer|cred|auth|cookie|sig|hmac|assert|plain|key|otp|pin|pem|salt|pepper|mnemonic|code|conn|phrase|saml|answer|signed/i;

function cachedEnding(name: string): string | undefined {
  if (!hint.test(name)) return undefined;
  if (known.has(name)) return known.get(name);
  const ending = secretEnding(name);
  // Clients choose names, so the number of cached names is limited.
  if (known.size < 2000 && name.length <= maxNameLength) known.set(name, ending);
  return ending;
}

/** Whether the value of a name is a secret: `password`, `X-Api-Key`, `STRIPE_SECRET_KEY`, `newPassword2`. */
export function isSecretName(name: string): boolean {
  return cachedEnding(name) !== undefined;
}

/** Whether a number of that name is a secret: `pin`, `passcode`; the number of `maxTokens` is not. */
export function isNumericSecretName(name: string): boolean {
  return numeric.test(cachedEnding(name) ?? "");
}

export function isSecretSetting(name: string): boolean {
  const ending = cachedEnding(name);
  return ending !== undefined && !ofRequests.test(ending);
}

/** Keys that name other things than secrets, though their values may look random. */
const plainKeys =
  /(?:^| )(?:public|publishable|anon|partition|sort|hash|range|primary|foreign|cache|object|s3|bucket|kms|table|index|row|group|idempotency|routing|site|map|lookup|prefix|image|file)(?: \w+)? keys?$/;

/** Whether a name is that of a key, which is a secret if its value looks random: `SENDGRID_KEY`. */
export function isKeyName(name: string): boolean {
  if (!/key/i.test(name)) return false;
  const words = wordsOf(name);
  const last = words.at(-1);
  return words.length > 1 && (last === "key" || last === "keys") && !plainKeys.test(words.join(" "));
}
