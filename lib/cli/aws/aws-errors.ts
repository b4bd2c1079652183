import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isLibraryError } from "../../facts/errors/error";
import { fail } from "./errors";

type Environment = Readonly<Record<string, string | undefined>>;

/** The facts of an error of AWS, of an SDK, of a socket, or of this library's own client. */
interface Found {
  /** `name: message` on one line, without the full stop. */
  readonly name: string;
  readonly message: string;
  /** `name: message`, in one line, without the full stop. */
  readonly reason: string;
  readonly environment: Environment;
  readonly profile: string | undefined;
}

interface Rule {
  readonly name?: RegExp;
  readonly message?: RegExp;
  readonly refuse: (where: string, found: Found) => void;
}

const network =
  /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|UND_ERR_\w+|TimeoutError|NetworkingError|AbortError)$/;
const certificate =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const expired =
  /^(ExpiredToken(Exception)?|RequestExpired|TokenRefreshRequired|ExpiredTokenRefresh|UnauthorizedSSOTokenError|TokenProviderError|InvalidGrantException)$/;
const throttled =
  /^(Throttling|ThrottlingException|ThrottledException|RequestThrottled(Exception)?|TooManyRequestsException|RequestLimitExceeded|BandwidthLimitExceeded|LimitExceededException|PriorRequestNotComplete|ProvisionedThroughputExceededException|TransactionInProgressException|EC2ThrottledException|SlowDown)$/;
const refused =
  /^(InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSignatureException|IncompleteSignature(Exception)?|MissingAuthenticationToken(Exception)?|InvalidToken|AuthFailure|OptInRequired|NotSignedUp)$/;
const denied =
  /^(AccessDenied(Exception)?|UnauthorizedOperation|AuthorizationError(Exception)?|NotAuthorized|UnauthorizedException|ForbiddenException|Forbidden|KMSAccessDeniedException)$/;
const unavailable =
  /^(ServiceUnavailable(Exception)?|InternalFailure|InternalServer(Error|Exception)|InternalServiceError(Exception)?|InternalError|ServiceException|HTTP 5\d\d)$/;
const skewed =
  /Signature (expired|not yet current)|RequestTimeTooSkewed|difference between the request time and the current time/i;

/**
 * The rules, in order of precedence.
 *
 * Source of the names: https://docs.aws.amazon.com/awsconsolehelpdocs/latest/gsg/CommonErrors.html, and the lists of retryable
 * errors of the SDKs: https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
 */
const rules: readonly Rule[] = [
  { name: /^RequestTimeTooSkewed$/, refuse: refuseClock },
  { message: skewed, refuse: refuseClock },
  {
    name: /CredentialsProviderError|ProviderError|NoCredentials|ProfileNotFound|CredentialsError/,
    message: /using profile|[Pp]rofile \S+ (could not be|not|was not) found/,
    refuse: refuseProfile,
  },
  {
    message: /multi-factor authentication|MFA/,
    name: /ProviderError$/,
    refuse: (where, found) => fail(where, "aws-mfa-required", "credentials", found),
  },
  {
    name: /ProviderError$/,
    message: /expired|sso login|SSO session/i,
    refuse: (where, found) => fail(where, "aws-credentials-expired", "credentials", found),
  },
  { name: expired, refuse: (where, found) => fail(where, "aws-credentials-expired", "credentials", found) },
  {
    name: /^(CredentialsProviderError|ProviderError|NoCredentials|CredentialsError)$/,
    refuse: refuseMissing,
  },
  {
    message: /Region is missing|Missing region/,
    refuse: (where) => fail(where, "aws-region-missing", "region", {}),
  },
  { name: refused, refuse: (where, found) => fail(where, "aws-credentials-refused", "credentials", found) },
  { name: throttled, refuse: (where, found) => fail(where, "aws-throttled", "AWS", found) },
  {
    name: denied,
    refuse: (where, found) => {
      const [, action] = /not authorized to perform: ([\w-]+:\w+)/.exec(found.message) ?? [];
      fail(where, "aws-right-missing", "credentials", { action, reason: found.reason });
    },
  },
  { name: certificate, refuse: (where, found) => fail(where, "aws-certificate-unknown", "AWS", found) },
  { name: network, refuse: (where, found) => fail(where, "aws-unreachable", "AWS", found) },
  {
    message: /did not answer within \d+ ms|socket hang up/,
    refuse: (where, found) => fail(where, "aws-unreachable", "AWS", found),
  },
  { name: unavailable, refuse: (where, found) => fail(where, "aws-unavailable", "AWS", found) },
];

/**
 * An error of a call of AWS in the user's terms; any other error unchanged.
 *
 * @param where - the command: `serverform deploy`
 */
export function explainAwsError(
  error: unknown,
  where: string,
  environment: Environment = process.env,
): unknown {
  if (isLibraryError(error) || !(error instanceof Error)) return error;
  const found = factsOf(error, environment);
  try {
    for (const rule of rules) {
      const { name, message } = rule;
      if (name?.test(found.name) !== false && message?.test(found.message) !== false)
        rule.refuse(where, found);
    }
    if (isOfAws(error)) fail(where, "aws-refused", "AWS", found);
  } catch (explained) {
    return explained;
  }
  return error;
}

/** Whether AWS denied a permission, for commands that know their required permissions. */
export function isDenied(error: unknown): error is Error {
  return error instanceof Error && denied.test(nameOf(error));
}

function factsOf(error: Error, environment: Environment): Found {
  const cause = deepest(error);
  const name = nameOf(cause);
  const message = cause.message || error.message || name;
  const line = message.replace(/\s+/g, " ").trim().replace(/\.$/, "");
  const isNameless = /^Error$|ProviderError$/.test(name) || line.startsWith(name);
  const reason = isNameless ? line : `${name}: ${line}`;
  const profile = environment.AWS_PROFILE || /profile[:=\s]+\[?["']?([\w@.+-]+)/.exec(message)?.[1];
  return { name, message, reason, environment, profile };
}

/** `fetch` and the SDKs wrap socket errors; a host with several addresses has an error for each. */
function deepest(error: Error): Error {
  const { cause } = error;
  const inner = error instanceof AggregateError ? error.errors[0] : cause;
  const isKnown = rules.some(({ name }) => name?.test(nameOf(error)) === true);
  return inner instanceof Error && !isKnown ? deepest(inner) : error;
}

/** The code of an error of a socket or this library's client; the name of an error of an SDK. */
function nameOf(error: Error): string {
  const { code, Code } = error as { readonly code?: unknown; readonly Code?: unknown };
  const given = typeof code === "string" ? code : typeof Code === "string" ? Code : error.name;
  return given;
}

const isOfAws = (error: Error): boolean => "$metadata" in error || error.name === "AwsError";

function refuseClock(where: string, { reason }: Found): void {
  fail(where, "aws-clock-skewed", "the time of this machine", { now: new Date().toISOString(), reason });
}

function refuseProfile(where: string, found: Found): void {
  const { profile, environment, reason } = found;
  const names = profileNames(environment);
  if (profile !== undefined && names.includes(profile))
    fail(where, "aws-profile-incomplete", "credentials", found);
  if (profile === undefined) fail(where, "aws-credentials-missing", "credentials", { reason });
  const files = profileFiles(environment);
  fail(where, "aws-profile-unknown", "--profile or AWS_PROFILE", { value: profile, profiles: names, files });
}

/** Without keys, a wrong profile is the likely reason: not every SDK error names it. */
function refuseMissing(where: string, found: Found): void {
  const { profile, environment, reason } = found;
  if (profile !== undefined && !profileNames(environment).includes(profile)) refuseProfile(where, found);
  fail(where, "aws-credentials-missing", "credentials", { reason });
}

/** The profile files of the AWS CLI and the SDKs: first the one with keys, then the one with settings. */
function profileFiles(environment: Environment): readonly [string, string] {
  const folder = join(environment.HOME ?? homedir(), ".aws");
  return [
    environment.AWS_SHARED_CREDENTIALS_FILE ?? join(folder, "credentials"),
    environment.AWS_CONFIG_FILE ?? join(folder, "config"),
  ];
}

/**
 * The names of all profiles, in the order of the files.
 *
 * Source: https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
 */
function profileNames(environment: Environment): readonly string[] {
  const [credentials, config] = profileFiles(environment);
  const names = [
    ...sectionsIn(credentials),
    ...sectionsIn(config).flatMap(
      (section) => /^(?:profile\s+(.+)|(default))$/.exec(section)?.slice(1) ?? [],
    ),
  ];
  return [...new Set(names.filter((name) => name !== undefined).map((name) => name.trim()))];
}

function sectionsIn(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^\s*\[([^\]\n]+)\]/gm)].map(([, name = ""]) => name.trim());
}
