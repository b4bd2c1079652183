/** A secret that its form identifies in any text. */
interface SecretShape {
  readonly of: string;
  /** Linear: it begins with fixed letters, and has no second way to match the same text. */
  readonly pattern: RegExp;
}

/**
 * The forms of tokens and keys of widely used services.
 *
 * Sources: https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns,
 * https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
 */
const secretShapes: readonly SecretShape[] = [
  { of: "AWS, key ids", pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}/ },
  { of: "AWS, API keys of Bedrock", pattern: /ABSK[A-Za-z0-9+/=]{60,}/ },
  { of: "this server, session tokens", pattern: /LOCALSESSION\.[\w.-]+/ },
  { of: "Stripe", pattern: /(?:sk|rk)_(?:live|test)_\w+|whsec_[A-Za-z0-9+/=]{8,}/ },
  { of: "GitHub", pattern: /gh[opsur]_[A-Za-z0-9]{16,}|github_pat_\w{16,}/ },
  { of: "GitLab", pattern: /gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[\w-]{16,}/ },
  {
    of: "Slack",
    pattern:
      /xox[abceprs](?:-[\w.]{1,})+|xapp-[\w-]{10,}|hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{8,}/,
  },
  { of: "Discord, webhooks", pattern: /discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{8,}/ },
  { of: "npm", pattern: /npm_[A-Za-z0-9]{30,}/ },
  { of: "PyPI", pattern: /pypi-AgE[\w-]{16,}/ },
  { of: "Docker Hub", pattern: /dckr_(?:pat|oat)_[\w-]{16,}/ },
  { of: "Google", pattern: /AIza[\w-]{30,}|GOCSPX-[\w-]{16,}|ya29\.[\w-]{16,}/ },
  { of: "OpenAI, Anthropic and others", pattern: /(?<![A-Za-z0-9])sk-[\w-]{16,}/ },
  { of: "Hugging Face", pattern: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{24,}/ },
  { of: "SendGrid", pattern: /(?<![A-Za-z0-9])SG\.[\w-]{10,}\.[\w-]{10,}/ },
  { of: "Mailgun", pattern: /(?<![A-Za-z0-9])key-[0-9a-f]{32}/ },
  { of: "Twilio", pattern: /(?<![A-Za-z0-9])SK[0-9a-f]{32}/ },
  { of: "Telegram", pattern: /(?<![A-Za-z0-9])\d{8,10}:AA[\w-]{30,}/ },
  { of: "Shopify", pattern: /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{16,}/ },
  { of: "Square", pattern: /sq0(?:atp|csp|idp)-[\w-]{16,}/ },
  { of: "DigitalOcean", pattern: /do[opr]_v1_[0-9a-f]{32,}/ },
  { of: "Databricks", pattern: /(?<![A-Za-z0-9])dapi[0-9a-f]{32}/ },
  { of: "PlanetScale", pattern: /pscale_(?:tkn|pw|oauth)_[\w.-]{16,}/ },
  { of: "Supabase", pattern: /(?<![A-Za-z0-9])sb(?:p_[0-9a-f]{32,}|_secret_[\w-]{16,})/ },
  { of: "HashiCorp", pattern: /(?<![A-Za-z0-9])hv[sbr]\.[\w-]{16,}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{32,}/ },
  { of: "Atlassian", pattern: /ATATT3[\w=-]{16,}/ },
  { of: "Linear and Notion", pattern: /lin_api_[A-Za-z0-9]{16,}|(?<![A-Za-z0-9])ntn_[A-Za-z0-9]{16,}/ },
  { of: "Postman, New Relic, Heroku", pattern: /PMAK-[0-9a-f-]{16,}|NRAK-[A-Z0-9]{16,}|HRKU-[\w-]{16,}/ },
  { of: "Sentry", pattern: /sntry[su]_[\w=+/-]{16,}/ },
  { of: "Azure, connection strings", pattern: /(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{16,}={0,2}/ },
  { of: "age", pattern: /AGE-SECRET-KEY-1[A-Z0-9]{16,}/ },
];

/** All forms in one, so that a text is read once. */
export const secretShape = new RegExp(secretShapes.map(({ pattern }) => pattern.source).join("|"), "g");

/** JSON Web Tokens, signed or encrypted. Other words that begin like one match as a whole, so that each letter is read once. */
export const jsonWebToken = /eyJ[\w-]{4,}(?:\.[\w-]*){0,4}/g;

/** The first and the last line of a private key. */
export const privateKeyBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
export const privateKeyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** A secret access key of AWS: 40 letters of both cases, digits and signs. A digest in hexadecimal has one case only. */
export const awsSecretKey = /(?<![A-Za-z0-9+/=_.-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g;

export function isAwsSecretKey(text: string): boolean {
  return (
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text) &&
    /\d/.test(text) &&
    text.split("/").length <= 4 &&
    !text.startsWith("/")
  );
}

/** Whether a text looks chosen at random, such as a key. A word, a path or a sentence does not. */
export function looksRandom(text: string): boolean {
  return (
    /^[\w+/=.-]{16,512}$/.test(text) &&
    /\d/.test(text) &&
    /[A-Za-z]/.test(text) &&
    !/^[./]|\.\w{2,5}$/.test(text)
  );
}
