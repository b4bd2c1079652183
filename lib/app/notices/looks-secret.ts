/** The last word of names such as STRIPE_SECRET, apiKey and db-password. */
const secretNames =
  /(^|[_-])(secret|token|password|passphrase|passwd|credentials?|(api|access|private|secret|signing|encryption)[_-]?key)$/;

/** The beginnings of keys of widely used services. */
const secretValues = [
  /^-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  // AWS, Stripe, GitHub, Slack, npm and Google.
  /^(AKIA|ASIA)[A-Z0-9]{16}$/,
  /^[sr]k_(live|test)_/,
  /^gh[opsu]_|^github_pat_/,
  /^xox[abeprs]-/,
  /^npm_[A-Za-z0-9]{36}$/,
  /^AIza[A-Za-z0-9_-]{35}$/,
  // An address with a password.
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]+:[^/\s@]+@/,
];

/** Whether a value is probably a secret, by its name or its form. */
export function looksSecret(name: string, value: string): boolean {
  if (value === "") return false;
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return secretNames.test(words) || secretValues.some((each) => each.test(value));
}
