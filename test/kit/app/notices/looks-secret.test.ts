import { looksSecret } from "../../../../lib/kit/app/notices";

const random = ["aB3dE5fG7hJ9", "kL1mN2pQ4rS6"].join("");

/** Settings as applications have them in their environments. */
describe("A setting looks like a secret", () => {
  test.each([
    ...[
      "API_KEY",
      "STRIPE_SECRET_KEY",
      "STRIPE_API_KEY",
      "JWT_SECRET",
      "SESSION_SECRET",
      "COOKIE_SECRET",
      "NEXTAUTH_SECRET",
    ],
    ...[
      "GITHUB_TOKEN",
      "NPM_TOKEN",
      "TWILIO_AUTH_TOKEN",
      "SLACK_BOT_TOKEN",
      "TELEGRAM_BOT_TOKEN",
      "ACCESS_TOKEN",
      "REFRESH_TOKEN",
    ],
    ...[
      "OPENAI_API_KEY",
      "SENDGRID_API_KEY",
      "MAILGUN_APIKEY",
      "DD_API_KEY",
      "DD_APP_KEY",
      "X_API_KEY",
      "apiKey",
    ],
    ...[
      "JWT_PRIVATE_KEY",
      "FIREBASE_PRIVATE_KEY",
      "SIGNING_KEY",
      "ENCRYPTION_KEY",
      "MASTER_KEY",
      "SECRET_KEY_BASE",
      "APP_KEY",
    ],
    ...[
      "DB_PASSWORD",
      "DB_PASS",
      "DATABASE_PWD",
      "PGPASSWORD",
      "MYSQL_ROOT_PASSWORD",
      "REDIS_PASSWORD",
      "SMTP_PASS",
      "password",
    ],
    ...[
      "PASSPHRASE",
      "KEY_PASSPHRASE",
      "CLIENT_SECRET",
      "OAUTH_CLIENT_SECRET",
      "GOOGLE_CLIENT_SECRET",
      "clientSecret",
    ],
    ...[
      "SALT",
      "PASSWORD_SALT",
      "PEPPER",
      "WEBHOOK_SECRET",
      "GITHUB_WEBHOOK_SECRET",
      "AWS_SECRET_ACCESS_KEY",
      "AWS_SESSION_TOKEN",
    ],
    ...[
      "STRIPE_SECRET_KEY_LIVE",
      "TOKEN_PROD",
      "API_KEY_2",
      "SHARED_KEY",
      "AZURE_STORAGE_KEY",
      "SUPABASE_SERVICE_ROLE_KEY",
    ],
    ...["CREDENTIALS", "BASIC_AUTH", "CONNECTION_STRING", "ADMIN_PIN", "OTP_SECRET", "HMAC", "LICENSE_KEY"],
  ])("by the name %s", (name) => {
    expect(looksSecret(name, "some-value")).toBe(true);
  });

  test.each([
    ["DATABASE_URL", "postgres://ada:hunter2@db.example:5432/app"],
    ["MONGODB_URI", "mongodb+srv://ada:hunter2@c.example/app"],
    ["REDIS_URL", "rediss://:hunter2@cache.example:6379"],
    ["AMQP_URL", "amqps://ada:hunter2@mq.example/vhost"],
    ["SENTRY_DSN", `https://${random}:hunter2@sentry.example/1`],
    ["DSN", "Server=db;Database=app;User Id=ada;Password=hunter2;"],
    ["STORAGE", `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${random}${random}==`],
    ["CALLBACK", "https://x.example/hook?token=hunter2"],
    ["SLACK_WEBHOOK", ["https://hooks.slack.com", "/services/T000/B000/", random].join("")],
    ["KEYS", "-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----"],
    [
      "GOOGLE_APPLICATION",
      JSON.stringify({ type: "service_account", private_key: "-----BEGIN PRIVATE KEY-----\nx" }),
    ],
    ["SETTINGS", JSON.stringify({ db: { user: "ada", password: "hunter2" } })],
    ["STRIPE", ["sk_live_", random].join("")],
    ["GH", ["ghp_", random, "abcd1234"].join("")],
    ["AWS", ["AKIA", "IOSFODNN7EXAMPLE"].join("")],
    [
      "JWT_SAMPLE",
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"a":1}').toString("base64url")}.x`,
    ],
    ["HEADER", `Bearer ${random}`],
    ["SENDGRID_KEY", random],
    ["LOGIN", `Basic ${Buffer.from("ada:hunter2").toString("base64")}`],
  ])("by the value of %s", (name, value) => {
    expect(looksSecret(name, value)).toBe(true);
  });

  test.each([
    ["TABLE_NAME", "dev-notes-Tokens"],
    ["TOKENS_TABLE", "dev-notes-Tokens"],
    ["SECRET_NAME", "prod/db"],
    ["SECRET_ARN", "arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-AbCdEf"],
    ["DB_SECRET", "arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-AbCdEf"],
    ["API_KEY", "/prod/stripe/api-key"],
    ["API_KEY_PARAMETER", "/prod/stripe/api-key"],
    ["PRIVATE_KEY", "keys/private.pem"],
    ["GOOGLE_APPLICATION_CREDENTIALS", "/var/task/credentials.json"],
    ["PASSWORD_FILE", "/run/secrets/db"],
    ["TOKEN_URL", "https://auth.example/oauth/token"],
    ["TOKEN_TTL", "60"],
    ["MAX_TOKENS", "4096"],
    ["TOKEN_COUNT", "5"],
    ["REQUIRE_TOKEN", "true"],
    ["PASSWORD_MIN_LENGTH", "12"],
    ["PASSWORD_POLICY", "strong"],
    ["SESSION_COOKIE", "sid"],
    ["COOKIE_NAME", "sid"],
    ["PUBLIC_KEY", "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1234567890"],
    ["STRIPE_PUBLISHABLE_KEY", "pk_live_aB3dE5fG7hJ9kL1mN2pQ4rS6"],
    ["PARTITION_KEY", "tenant#0123456789abcdef"],
    ["SORT_KEY", "createdAt"],
    ["KMS_KEY", "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0"],
    ["DATABASE_URL", "postgres://localhost:5432/app"],
    ["API_URL", "https://api.example.com/v1?limit=10"],
    ["REPOSITORY", "git@github.com:ada/notes.git"],
    ["ORIGINS", "https://a.example,https://b.example:8080"],
    ["USER_POOL_ID", "eu-west-1_aB3dE5fG7"],
    ["CLIENT_ID", "1h57kf5cpq17m0eml12EXAMPLE"],
    ["QUEUE_URL", "https://sqs.eu-west-1.amazonaws.com/123456789012/dev-notes-Secrets"],
    ["CODE", "de-DE"],
    ["COUNTRY_CODE", "49"],
    ["EMPTY_SECRET", ""],
    ["NODE_OPTIONS", "--enable-source-maps --max-old-space-size=512"],
    ["LOG_LEVEL", "debug"],
    ["BUILD", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ])("%s=%s does not", (name, value) => {
    expect(looksSecret(name, value)).toBe(false);
  });
});
