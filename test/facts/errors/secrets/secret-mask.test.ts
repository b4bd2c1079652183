/** @group generated */
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { mask, SecretMask } from "../../../../lib/facts/errors/secrets/secret-mask";
import { cpuMsOf } from "../../../support/cpu-time";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");
const plain = new SecretMask();

/** Everything that a viewer could read of a value: unchanged, in JSON, decoded. */
function readable(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const decoded =
    text.match(/[\w+/-]{8,}={0,2}/g)?.map((each) => Buffer.from(each, "base64").toString()) ?? [];
  const unescaped = [
    text.replace(/\\+(["\\nrt])/g, "$1"),
    text.replace(/%[0-9a-f]{2}/gi, (each) => decodeURIComponentOf(each)),
  ];
  return [text, ...unescaped, ...decoded].join("\n");
}

function decodeURIComponentOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names of secrets, as clients, handlers, AWS and people write them. */
const names = [
  ...[
    "password",
    "Password",
    "PASSWORD",
    "newPassword",
    "NEW_PASSWORD",
    "PreviousPassword",
    "ProposedPassword",
  ],
  ...[
    "temporaryPassword",
    "passwordConfirmation",
    "password2",
    "confirm-password",
    "db_password",
    "PGPASSWORD",
  ],
  ...[
    "passwd",
    "pwd",
    "MYSQL_PWD",
    "passphrase",
    "pass",
    "secret",
    "clientSecret",
    "client_secret",
    "ClientSecret",
  ],
  ...[
    "token",
    "accessToken",
    "access_token",
    "AccessToken",
    "id_token",
    "RefreshToken",
    "refresh_token",
    "x-auth-token",
  ],
  ...[
    "X-Amz-Security-Token",
    "SessionToken",
    "csrfToken",
    "apiKey",
    "api_key",
    "x-api-key",
    "API-KEY",
    "apikey",
  ],
  ...[
    "SecretAccessKey",
    "AWS_SECRET_ACCESS_KEY",
    "secretKey",
    "privateKey",
    "PRIVATE_KEY",
    "signingKey",
    "encryptionKey",
  ],
  ...[
    "SecretString",
    "SecretBinary",
    "SECRET_HASH",
    "signature",
    "X-Amz-Signature",
    "X-Amz-Credential",
    "credentials",
  ],
  ...[
    "confirmationCode",
    "ConfirmationCode",
    "verification_code",
    "SMS_MFA_CODE",
    "SOFTWARE_TOKEN_MFA_CODE",
    "UserCode",
  ],
  ...[
    "SecretCode",
    "mfaCode",
    "otp",
    "pin",
    "code_verifier",
    "client_assertion",
    "PasswordVerifier",
    "Salt",
    "jwt",
  ],
  ...[
    "webhookSecret",
    "STRIPE_SECRET_KEY",
    "JWT_SECRET",
    "GITHUB_TOKEN",
    "custom:apiKey",
    "backupCode",
    "Plaintext",
  ],
];
const headers = [
  "authorization",
  "Authorization",
  "AUTHORIZATION",
  "Proxy-Authorization",
  "cookie",
  "Cookie",
  "Set-Cookie",
];

/** Values without a form of their own. */
const values = ["hunter2x", "Tr0ub4dor&3", "Pa55,w0rd;x", "12345678", "çé-ßecret", "zq/+7=Kk", "a.b_c-d~9"];
const escaped = ['quo"te7d', "back\\slash7"];

type Shape = (name: string, secret: string) => unknown;

/** Places in which a name says that its value is a secret. */
const shapes: Readonly<Record<string, Shape>> = {
  "a member": (name, secret) => ({ [name]: secret }),
  "a member deep inside": (name, secret) => ({ a: [{ b: { c: [{ [name]: secret }] } }] }),
  "a list": (name, secret) => ({ [name]: [secret, secret] }),
  "a list in an object": (name, secret) => ({ [name]: { first: [secret], other: { x: secret } } }),
  "headers with several values": (name, secret) => ({ multiValueHeaders: { [name]: [secret] } }),
  "raw headers": (name, secret) => ({ rawHeaders: ["Host", "x", name, secret] }),
  "an entry": (name, secret) => ({
    headers: [
      ["host", "x"],
      [name, secret],
    ],
  }),
  "an attribute": (name, secret) => ({
    UserAttributes: [
      { Name: "email", Value: "a@b.c" },
      { Name: name, Value: secret },
    ],
  }),
  "a field": (name, secret) => [{ name, value: secret }],
  "a field, the value first": (name, secret) => [{ value: secret, name }],
  "a parameter of the Data API": (name, secret) => ({
    parameters: [{ name, value: { stringValue: secret } }],
  }),
  "an item of DynamoDB": (name, secret) => ({ Item: { [name]: { S: secret } } }),
  "JSON in a text": (name, secret) => ({ body: JSON.stringify({ [name]: secret }) }),
  "JSON in JSON in a text": (name, secret) => ({
    body: JSON.stringify({ Message: JSON.stringify({ [name]: secret }) }),
  }),
  "pretty JSON": (name, secret) => JSON.stringify({ user: { [name]: secret } }, undefined, 2),
  "JSON in a line": (name, secret) => `2026-01-01 INFO event ${JSON.stringify({ [name]: secret })} done`,
  "JSON in JSON in a line": (name, secret) =>
    `event ${JSON.stringify({ body: JSON.stringify({ [name]: secret }) })} done`,
  "JSON that was cut": (name, secret) => `{"a":{"${name}":${JSON.stringify(secret)},"b":"some te`,
  "JSON that was cut in the value": (name, secret) =>
    `{"a":[{"${name}":${JSON.stringify(`${secret} and more`)}`.slice(0, -2),
  "JSON in JSON that was cut": (name, secret) =>
    JSON.stringify({ body: JSON.stringify({ [name]: secret, b: "more text" }) }).slice(0, -9),
  "base64 of JSON": (name, secret) => ({
    body: base64(JSON.stringify({ [name]: secret })),
    isBase64Encoded: true,
  }),
  "base64 of a record": (name, secret) => ({
    Records: [{ kinesis: { data: base64(`{"user":1,"${name}":${JSON.stringify(secret)}}`) } }],
  }),
  "base64url of JSON": (name, secret) =>
    `/graphql/realtime?header=${base64url(JSON.stringify({ [name]: secret }))}&payload=e30=`,
  "a subprotocol": (name, secret) => `graphql-ws, header-${base64url(JSON.stringify({ [name]: secret }))}`,
  "an escaped query": (name, secret) =>
    `/path?a=1&${encodeURIComponent(name)}=${encodeURIComponent(secret)}&z=2`,
  "a form": (name, secret) => new URLSearchParams({ user: "ada", [name]: secret, z: "1" }).toString(),
  "a form with brackets": (name, secret) =>
    `user%5B${encodeURIComponent(name)}%5D=${encodeURIComponent(secret)}`,
  "base64 of a form": (name, secret) => ({
    body: base64(new URLSearchParams({ user: "ada", [name]: secret }).toString()),
  }),
  "an address in an address": (name, secret) =>
    `/login?next=${encodeURIComponent(`https://x.example/cb?${encodeURIComponent(name)}=${encodeURIComponent(secret)}`)}&a=1`,
  "JSON in an address": (name, secret) => `/p?q=${encodeURIComponent(JSON.stringify({ [name]: secret }))}`,
  "the output of inspect": (name, secret) => `event ${inspect({ user: "ada", [name]: secret })}`,
  "a list in the output of inspect": (name, secret) => inspect({ a: { [name]: [secret, "x"] } }),
  "a map in the output of inspect": (name, secret) => inspect(new Map([[name, secret]])),
  "an entry in the output of inspect": (name, secret) => inspect([[name, secret]]),
  "a field in the output of inspect": (name, secret) => inspect([{ name, value: secret }]),
  "the output of Python": (name, secret) => `{'user': 'ada', '${name}': ${JSON.stringify(secret)}}`,
  "an element": (name, secret) =>
    `<a><${name.replace(/:/g, ".")} x="1">${secret.replaceAll("&", "&amp;")}</${name}></a>`,
  "a part of a form": (name, secret) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain\r\n\r\n${secret}\r\n--b--`,
  "an error": (name, secret) => ({
    error: { message: `Invalid login: ${name}: "${secret.replaceAll('"', "")}"` },
  }),
};

/** Places where a text has no quotes, so that the value ends with the word. */
const bare: Readonly<Record<string, Shape>> = {
  "a line": (name, secret) => `${name}: ${secret}`,
  "a line without a space": (name, secret) => `INFO ${name}:${secret}`,
  "a line with more": (name, secret) => `login of ada, ${name}: ${secret}, attempt 2`,
  "a setting": (name, secret) => `${name}=${secret}`,
  "settings in lines": (name, secret) => `A=1\n${name}=${secret}\nB=2`,
  "a log line with a stack": (name, secret) => ({
    logs: [{ line: `Error: ${name}=${secret}\n    at x (a.ts:1:1)` }],
  }),
  "base64 of a line": (name, secret) => base64(`the ${name}=${secret}`),
};
const simple = values.filter((each) => !/[&'"]/.test(each));

const formsOf = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  secret.replaceAll("&", "&amp;"),
];

/** Fails with the place if a secret can be read in the masked value. */
function expectMasked(given: unknown, secret: string, masks = plain): void {
  const shown = masks.value(given);
  const text = readable(shown);
  if (formsOf(secret).some((form) => text.includes(form)))
    throw new Error(`${JSON.stringify(given)} is shown as ${JSON.stringify(shown)}`);
}

/** Two values for each name, so that each place meets all of them. */
const tried = (all: readonly string[]): readonly (readonly [string, string])[] =>
  [...names, ...headers].flatMap((name, index) =>
    [index, index + 4].map((at) => [name, all[at % all.length] ?? ""] as const),
  );

describe("A secret with a typical name", () => {
  test.each(Object.entries(shapes))("is masked as %s", (_, shape) => {
    for (const [name, secret] of tried([...values, ...escaped])) expectMasked(shape(name, secret), secret);
  });

  test.each(Object.entries(bare))("is masked as %s", (_, shape) => {
    for (const [name, secret] of tried(simple)) expectMasked(shape(name, secret), secret);
  });
});

const letters = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY";
const jwt = `${base64url('{"alg":"HS256"}')}.${base64url('{"sub":"ada"}')}.${letters}`;
const pem = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${letters}\n${letters}==\n-----END RSA PRIVATE KEY-----`;

/** Secrets with a form of their own, in parts so that no scanner takes this file for a leak. The second is the part that must not be shown. */
const formed: readonly (readonly [string, string, string?])[] = [
  ["a JSON Web Token", jwt, letters],
  ["an access key id", ["AKIA", "IOSFODNN7EXAMPLE"].join("")],
  ["a temporary key id", ["ASIA", "IOSFODNN7EXAMPLE"].join("")],
  ["a secret access key", ["wJalrXUtnFEMI/K7MDENG", "/bPxRfiCYEXAMPLEKEY"].join("")],
  ["a private key", pem, letters],
  ["an EC private key", pem.replaceAll("RSA ", "EC "), letters],
  ["a PGP key", pem.replaceAll("RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK"), letters],
  ["a private key without its end", pem.slice(0, -40), letters],
  ["a key of Stripe", ["sk_live_", letters].join("")],
  ["a restricted key of Stripe", ["rk_test_", letters].join("")],
  ["a secret of Stripe's webhooks", ["whsec_", letters].join("")],
  ["a token of GitHub", ["ghp_", letters, "1234"].join("")],
  ["a fine-grained token of GitHub", ["github_pat_", letters].join("")],
  ["a token of GitLab", ["glpat-", letters].join("")],
  ["a token of Slack", ["xoxb-", "1234567890-", letters].join(""), letters],
  ["a webhook of Slack", ["https://hooks.slack.com", "/services/T000/B000/", letters].join(""), letters],
  ["a token of npm", ["npm_", letters, "1234"].join("")],
  ["a key of Google", ["AIza", letters, "abc"].join("")],
  ["a key of OpenAI", ["sk-proj-", letters].join("")],
  ["a key of Anthropic", ["sk-ant-api03-", letters].join("")],
  ["a key of SendGrid", ["SG.", letters, ".", letters].join("")],
  ["a key of Twilio", ["SK", "0123456789abcdef".repeat(2)].join("")],
  ["a token of Hugging Face", ["hf_", letters].join("")],
  ["a token of Vault", ["hvs.", letters].join("")],
  [
    "a connection string of Azure",
    `DefaultEndpointsProtocol=https;AccountKey=${letters}${letters}==`,
    letters,
  ],
  ["a bearer token", `Bearer ${letters}`, letters],
  ["a short bearer token", "Bearer x9y8z", "x9y8z"],
  ["a basic login", `Basic ${base64("ada:hunter2x")}`, "hunter2x"],
  ["a database with a password", "postgres://ada:hunter2x@db.example:5432/app", "hunter2x"],
  ["a database with signs in the password", "mongodb+srv://ada:hunt%2Fer2x@c.example/?w=1", "er2x"],
  ["a token as the user", `https://${letters}@sentry.example/1`, letters],
  [
    "a presigned address",
    `https://b.s3.amazonaws.com/k?X-Amz-Credential=${letters}&X-Amz-Signature=${letters}&X-Amz-Date=1`,
    letters,
  ],
  [
    "an address of CloudFront",
    `https://d.cloudfront.net/k?Expires=1&Signature=${letters}&Key-Pair-Id=K1`,
    letters,
  ],
  ["a callback", `/callback?code=${letters}&state=1`, letters],
  ["a callback with a short code", "/callback?state=1&code=zzyyx", "zzyyx"],
  ["an exchange", `grant_type=authorization_code&code=zzyyxx&client_secret=hunter2x`, "zzyyxx"],
  ["a command", "login --password hunter2x --verbose", "hunter2x"],
  ["a sentence", "Your temporary password is Hunter2x.", "Hunter2x"],
  ["a code in a sentence", "Your confirmation code is 481516", "481516"],
  [
    "compressed log lines",
    gzipSync("password=hunter2x").toString("base64"),
    gzipSync("password=hunter2x").toString("base64").slice(12),
  ],
];

const places: Readonly<Record<string, (secret: string) => unknown>> = {
  "a text": (secret) => secret,
  "a member": (secret) => ({ x: secret }),
  "a list": (secret) => ({ x: ["a", secret] }),
  "a sentence": (secret) => `got ${secret} from the client`,
  quotes: (secret) => `got "${secret}"`,
  "JSON in a text": (secret) => JSON.stringify({ x: secret }),
  "JSON in a line": (secret) => `event ${JSON.stringify({ x: { y: [secret] } })}`,
  "JSON in JSON": (secret) => JSON.stringify({ x: JSON.stringify({ y: secret }) }),
  "JSON that was cut": (secret) => `{"a":"b","x":${JSON.stringify(secret)},"y":"z`,
  "the output of inspect": (secret) => inspect({ x: secret, y: 1 }),
  base64: (secret) => ({ body: base64(`text ${secret} text`) }),
  "base64 of JSON": (secret) => base64(JSON.stringify({ x: secret })),
  "a query": (secret) => `/a?b=${encodeURIComponent(secret)}&c=1`,
  "a key": (secret) => ({ [secret]: 1 }),
  "an error": (secret) => ({ error: { message: `no: ${secret}`, stack: [`at ${secret}`] } }),
};

describe("A secret with a typical form", () => {
  test.each(Object.entries(places))("is masked in %s", (_, place) => {
    for (const [, given, secret = given] of formed) expectMasked(place(given), secret);
  });
});

describe("A known secret", () => {
  const secrets = ["correct horse battery", 'with "quotes"\n7', "päßword+/=&", "s3cr"];
  const known = new SecretMask(secrets);
  test.each(
    Object.entries({
      ...places,
      "base64 alone": base64,
      "a path": (secret: string) => `/reset/${encodeURIComponent(secret)}`,
    }),
  )("is masked in %s", (_, place) => {
    for (const secret of secrets) expectMasked(place(secret), secret, known);
  });

  test("a short one is not masked within other words, and one of three characters is not masked", () => {
    const short = new SecretMask(["s3cr", "dev"]);
    expect(short.text("s3cret xs3cr s3cr dev-notes")).toBe(`s3cret xs3cr ${mask} dev-notes`);
  });
});

describe("Secrets that services send", () => {
  test.each<[string, object, string]>([
    ["a SecureString", { Parameter: { Name: "/a", Type: "SecureString", Value: "hunter2x" } }, "hunter2x"],
    ["a SecureString that is written", { Value: "hunter2x", Name: "/a", Type: "SecureString" }, "hunter2x"],
    ["an answer to a challenge", { ChallengeResponses: { USERNAME: "ada", ANSWER: "hunter2x" } }, "hunter2x"],
    ["the right answer", { privateChallengeParameters: { answer: "hunter2x" } }, "hunter2x"],
    ["a session of sign-in", { ChallengeName: "X", Session: "AYABeFhunter2xhunter2x" }, "hunter2x"],
    ["a code of a trigger", { body: JSON.stringify({ username: "ada", code: "481516" }) }, "481516"],
    [
      "a mail",
      { kind: "mail", code: "48151623", subject: "48151623 is your code", text: "Use 48151623." },
      "48151623",
    ],
    ["a number", { pin: 481516 }, "481516"],
    ["code in a query", { queryStringParameters: { code: "abcde" } }, "abcde"],
    [
      "code in a query with several values",
      { multiValueQueryStringParameters: { code: ["abcde"] } },
      "abcde",
    ],
    ["cookies", { cookies: ["sid=hunter2x", "theme=dark"] }, "hunter2x"],
    ["data of KMS", { Plaintext: base64("hunter2x"), KeyId: "k" }, base64("hunter2x")],
  ])("%s is masked", (_, given, secret) => {
    expectMasked(given, secret);
    expect(JSON.stringify(plain.value(given))).toContain(mask);
  });
});

describe("Values that are not secrets", () => {
  test.each<unknown>([
    {
      tokenCount: 5,
      maxTokens: 4096,
      tokens: 12,
      input_tokens: 3,
      totalTokens: 9,
      token_type: "Bearer",
      expires_in: 3600,
    },
    {
      passwordPolicy: { minLength: 8 },
      hasPassword: true,
      password: null,
      passwordless: "yes",
      TOKEN_TTL: "60",
    },
    {
      NextToken: "eyJhIjoxfQ",
      nextToken: "abc",
      ContinuationToken: "abc",
      ClientRequestToken: "abc",
      publicKey: "abc",
    },
    { code: "P2002", statusCode: 404, error: { code: "ECONNREFUSED" }, zipCode: "12345", countryCode: "DE" },
    {
      code: "not_found",
      cookieSecure: true,
      secretName: "db",
      secretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-AbCdEf",
    },
    {
      id: "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0",
      requestId: "JKJaXmPLvHcESHA=",
      traceId: "1-58406520-a006649127e371903a2de979",
    },
    { name: "Ada Lovelace", email: "ada@example.com", userName: "ada", sub: "0b1c2d3e", groups: ["admins"] },
    {
      key: "uploads/2026/01/photo-123456789.png",
      Key: { id: { S: "1" } },
      partitionKey: "USER#0123456789abcdef0123",
    },
    { headers: { host: "localhost:4000", "content-type": "application/json", "user-agent": "curl/8.1" } },
    { sha: "da39a3ee5e6b4b0d3255bfef95601890afd80709", etag: '"d41d8cd98f00b204e9800998ecf8427e"' },
    { body: JSON.stringify({ title: "My note", text: "Remember the milk" }), isBase64Encoded: false },
    { data: base64('{"id":1,"name":"note"}'), image: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ" },
    { names: ["password-reset", "tokenize"], routes: ["POST /password", "GET /tokens/{id}"] },
    "GET /notes?limit=10&next=abc 200 12 ms",
    "Error: connect ECONNREFUSED 127.0.0.1:5432 code=ECONNREFUSED exit code: 1",
    "2026-01-01T00:00:00Z INFO Created note 42 for user ada (key notes/42)",
    "https://example.com:8080/a/b?x=1#y and ssh://git@github.com/a/b.git",
    "The password is not correct. The token count: 5. Basic information. Bearer tokens are checked.",
    "arn:aws:lambda:eu-west-1:123456789012:function:dev-notes-list:live",
    "REPORT RequestId: 0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0 Duration: 3.21 ms Memory Size: 128 MB",
    '{"big":12345678901234567890,"spaces" : 1 }',
    "    at handler (file:///home/ada/project/functions/notes.ts:12:34)",
  ])("stays as it is: %j", (given) => {
    expect(plain.value(given)).toEqual(given);
  });

  test("the text beside a secret stays readable", () => {
    const given = {
      user: "ada",
      password: "hunter2x",
      body: "a=1&token=hunter2x&b=2",
      line: "password=hunter2x, user=ada",
    };
    expect(plain.value(given)).toEqual({
      user: "ada",
      password: mask,
      body: `a=1&token=${mask}&b=2`,
      line: `password=${mask}, user=ada`,
    });
  });

  test("a value without secrets is the same object", () => {
    const given = { a: [{ b: "text" }], c: '{ "d": 1 }' };
    expect(plain.value(given)).toBe(given);
  });
});

describe("Costs and limits", () => {
  const long = 60_000;
  test.each(
    Object.entries({
      letters: "a",
      words: "word ",
      quotes: '"',
      "escaped quotes": '\\"',
      brackets: "[",
      braces: '{"a":',
      "lists in members": "a:[",
      equals: "a=",
      colons: ":",
      "names of secrets": "password:",
      "lists of secrets": "password:[",
      "open quotes": "token:'",
      "beginnings of tokens": "eyJ",
      "beginnings of keys": "sk-",
      dots: "eyJa.",
      "private keys": "-----BEGIN PRIVATE KEY-----",
      addresses: "://a:",
      users: "://a@",
      elements: "<a>b</a",
      parts: 'form-data; name="',
      percents: "%25",
      "escaped signs": "%2525",
      base64: "YWJj",
      options: "--a ",
      schemes: "Basic ",
      is: "a is ",
      spaces: " ",
      lines: "\n",
      dashes: "-",
      letterless: "•",
    }),
  )("a long text of %s is masked in a moment", (_, part) => {
    const text = part.repeat(long / part.length);
    const ms = cpuMsOf(() => {
      plain.text(text);
      plain.text(JSON.stringify({ text }));
    });
    expect(ms).toBeLessThan(1500);
  });

  test("a deep value and deep JSON are masked where they are too deep", () => {
    let value: unknown = { password: "hunter2x" };
    for (let depth = 0; depth < 20_000; depth += 1) value = { a: [value] };
    expect(JSON.stringify(plain.value(value))).not.toContain("hunter2x");
    const text = `${'{"a":['.repeat(20_000)}{"password":"hunter2x"}${"]}".repeat(20_000)}`;
    expect(plain.text(text)).not.toContain("hunter2x");
    let nested = JSON.stringify({ password: "hunter2x" });
    for (let depth = 0; depth < 12; depth += 1) nested = JSON.stringify({ a: nested });
    expect(plain.text(nested)).not.toContain("hunter2x");
  });
});
