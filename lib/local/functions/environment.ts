import { localCredentials } from "../wire/local-credentials";
import type { FunctionSettings } from "./settings";

/** What functions get beside their own variables. */
export interface FunctionEnvironment {
  /**
   * Variables of this shell; only those that programs need to run at all are taken over.
   *
   * @default - those of this process
   */
  readonly shell?: Readonly<Record<string, string | undefined>>;
  /**
   * Set for every function, unless it sets them itself: `AWS_ENDPOINT_URL_DYNAMODB`.
   *
   * @default - none
   */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * Lets functions use the AWS credentials of this shell, so that they reach real services.
   *
   * @default false - they get credentials that open nothing
   */
  readonly awsCredentials?: boolean;
}

/** Nothing else is taken over: what a function reads by mistake on this machine, it would miss when deployed. */
const fromShell = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SYSTEMROOT",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
];

const credentialsOfShell = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_PROFILE",
  "AWS_CONFIG_FILE",
  "AWS_SHARED_CREDENTIALS_FILE",
];

/** Any address that no request leaves for: proxies of the shell must not carry what is meant for this machine. */
const loopback = ["127.0.0.1", "localhost"];

export type Variables = Readonly<Record<string, string>>;

/** What every process of this server starts with. */
export function baseVariables({ shell = process.env }: FunctionEnvironment): Variables {
  const taken = pick(shell, [...fromShell, "NODE_OPTIONS"]);
  const withoutProxy = (name: string): Variables =>
    taken[name] === undefined ? {} : { [name]: [taken[name], ...loopback].join(",") };
  return { ...taken, ...withoutProxy("NO_PROXY"), ...withoutProxy("no_proxy") };
}

/**
 * The whole environment of a function's process.
 *
 * The names are those of https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html.
 */
export function functionVariables(
  settings: FunctionSettings,
  folder: string,
  environment: FunctionEnvironment,
): Variables {
  const { shell = process.env, variables = {}, awsCredentials = false } = environment;
  const base = baseVariables(environment);
  const nodeOptions = [base.NODE_OPTIONS, settings.variables.NODE_OPTIONS].filter(Boolean).join(" ");
  return {
    ...base,
    LANG: "en_US.UTF-8",
    TZ: "UTC",
    ...(awsCredentials ? pick(shell, credentialsOfShell) : standInCredentials),
    ...variables,
    ...settings.variables,
    ...(nodeOptions === "" ? {} : { NODE_OPTIONS: nodeOptions }),
    IS_LOCAL: "true",
    // Which Node this machine has says nothing about the one that the function is deployed to.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    _HANDLER: settings.handler,
    LAMBDA_TASK_ROOT: folder,
    AWS_REGION: settings.region,
    AWS_DEFAULT_REGION: settings.region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${settings.runtime ?? "Image"}`,
    AWS_LAMBDA_FUNCTION_NAME: settings.name,
    AWS_LAMBDA_FUNCTION_VERSION: functionVersion,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: settings.logGroup,
    AWS_XRAY_CONTEXT_MISSING: "LOG_ERROR",
    AWS_XRAY_LOG_LEVEL: "silent",
  };
}

/** Only the code of now runs here, whatever version or alias is asked for. */
export const functionVersion = "$LATEST";

const standInCredentials: Variables = {
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
  // Otherwise an SDK that finds no credentials waits for a service of EC2 that is not here.
  AWS_EC2_METADATA_DISABLED: "true",
};

/** Variables that a process reads only while it starts, so that it cannot take them over later. */
export function readAtStart(base: Variables, variables: Variables): boolean {
  return Object.keys(variables).some(
    (name) =>
      /^(NODE_|UV_|LD_|DYLD_|SSL_|OPENSSL_|MALLOC_|ICU_)/.test(name) && base[name] !== variables[name],
  );
}

function pick(from: Readonly<Record<string, string | undefined>>, names: readonly string[]): Variables {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = from[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
