import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { defaultRegion } from "../../facts/aws/partitions";

/** The account and the ARN that the current AWS credentials belong to. */
export interface CallerIdentity {
  readonly account: string;
  readonly arn: string;
}

/** Enough for one request and a refresh of SSO credentials, and short enough not to disturb the user. */
const timeoutMilliseconds = 3000;
/** For a command that needs the answer: enough to find out that this machine is not in EC2. */
const patientMilliseconds = 6000;

/**
 * The caller's identity, or undefined if it cannot be determined: no credentials, no network, expired sign-in.
 *
 * Does not throw: if a command needs credentials, Terraform reports the problem. The SDK is loaded only if credentials
 * are configured.
 */
export async function findCallerIdentity(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<CallerIdentity | undefined> {
  if (!credentialsConfigured(environment)) return undefined;
  // Includes the time for finding credentials, which may call a credential process or a metadata service.
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), timeoutMilliseconds).unref();
  });
  return Promise.race([askForIdentity(environment).catch(() => undefined), timeout]);
}

/**
 * Requests the caller's identity from AWS. Throws the error of AWS or of the SDK; undefined without an answer in time.
 *
 * @param profile - the profile of the app's provider
 */
export async function fetchCallerIdentity(
  environment: NodeJS.ProcessEnv,
  profile?: string,
): Promise<CallerIdentity | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patientMilliseconds);
  });
  const asked = askForIdentity(environment, profile);
  // It may still fail after the timeout.
  asked.catch(() => {});
  return Promise.race([asked, timeout]).finally(() => clearTimeout(timer));
}

async function askForIdentity(
  environment: NodeJS.ProcessEnv,
  profile?: string,
): Promise<CallerIdentity | undefined> {
  // The SDK warns about versions of Node.js that it will soon drop, which does not matter during a deployment.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const { GetCallerIdentityCommand, STSClient } = await import("@aws-sdk/client-sts");
  const region = environment.SERVERFORM_REGION ?? environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION;
  const client = new STSClient({
    region: region ?? defaultRegion,
    maxAttempts: 1,
    ...(profile !== undefined && { profile }),
  });
  try {
    const { Account: account, Arn: arn } = await client.send(new GetCallerIdentityCommand({}), {
      abortSignal: AbortSignal.timeout(timeoutMilliseconds),
    });
    return account === undefined || arn === undefined ? undefined : { account, arn };
  } finally {
    client.destroy();
  }
}

/** The last part of an ARN: the user name or the session name of an assumed role. */
export function nameOfArn(arn: string): string | undefined {
  return arn.split(/[:/]/).at(-1) || undefined;
}

/** Whether a source of credentials is configured. Does not check that the credentials are valid. */
export function credentialsConfigured(environment: NodeJS.ProcessEnv): boolean {
  const variables = [
    "AWS_ACCESS_KEY_ID",
    "AWS_PROFILE",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
  ];
  if (variables.some((name) => environment[name])) return true;
  const folder = join(environment.HOME ?? homedir(), ".aws");
  const files = [
    environment.AWS_SHARED_CREDENTIALS_FILE ?? join(folder, "credentials"),
    environment.AWS_CONFIG_FILE ?? join(folder, "config"),
  ];
  return files.some((file) => existsSync(file));
}
