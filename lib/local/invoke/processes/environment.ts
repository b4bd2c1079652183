import { devNull } from "node:os";
import { delimiter, join } from "node:path";
import { coversAws } from "../../../facts/aws/hosts";
import type { Credentials } from "../../../runtime/aws";
import type { FunctionSettings } from "../function-settings";

/** The environment of all functions, beside their own variables. */
export interface ProcessEnvironment {
  /** AWS credentials of the functions; `"role"` where the variables of each function have those of its role. */
  readonly credentials: Credentials | "role";
  /**
   * Variables of the shell. Functions get only those that programs need to run.
   *
   * @default - those of this process
   */
  readonly shell?: Readonly<Record<string, string | undefined>>;
  /**
   * Variables of every function, unless the function sets them itself: `AWS_ENDPOINT_URL_DYNAMODB`.
   *
   * @default - none
   */
  readonly variables?: Variables;
  /**
   * Hosts that Node functions reach at another address, without TLS: `{ "api.example.com": "127.0.0.1:4000" }`.
   *
   * @default - none
   */
  readonly hosts?: Readonly<Record<string, string>>;
  /**
   * The proxy of functions with a `provided` runtime, whose programs cannot be redirected otherwise.
   *
   * @default - that of the shell
   */
  readonly proxy?: ProxySettings | undefined;
}

/** A proxy that ends TLS for some hosts. */
export interface ProxySettings {
  readonly url: string;
  /** Certificates that functions trust, in PEM. */
  readonly trustedFile: string;
}

/** No other variables: a function that reads one of this machine by mistake would fail after the deployment. */
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

/** Requests to this machine must bypass the shell's proxies. */
const loopback = ["127.0.0.1", "localhost"];

export type Variables = Readonly<Record<string, string>>;

/** The variables of every process at its start. */
export function baseVariables({ shell = process.env }: Pick<ProcessEnvironment, "shell">): Variables {
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
  environment: ProcessEnvironment,
): Variables {
  const base = baseVariables(environment);
  const nodeOptions = [base.NODE_OPTIONS, settings.variables.NODE_OPTIONS].filter(Boolean).join(" ");
  return {
    ...base,
    LANG: "en_US.UTF-8",
    TZ: "UTC",
    ...redirections(environment),
    ...(settings.runtime?.startsWith("provided") && proxyVariables(environment)),
    ...developmentVariables(settings, environment),
    ...(nodeOptions === "" ? {} : { NODE_OPTIONS: nodeOptions }),
    // The warning is about this machine's version of Node, and the deployed function has another one.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    _HANDLER: settings.handler,
    LAMBDA_TASK_ROOT: folder,
    AWS_EXECUTION_ENV: `AWS_Lambda_${settings.runtime ?? "Image"}`,
    AWS_LAMBDA_FUNCTION_NAME: settings.name,
    AWS_LAMBDA_FUNCTION_VERSION: functionVersion,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: settings.logGroup,
    ...logVariables(settings),
    AWS_XRAY_CONTEXT_MISSING: "LOG_ERROR",
    AWS_XRAY_LOG_LEVEL: "silent",
  };
}

/** The variables with which a program of the developer does what a function does: its own, its credentials, and the local services. */
export function developmentVariables(settings: FunctionSettings, environment: ProcessEnvironment): Variables {
  return {
    ...credentialsFor(environment),
    ...environment.variables,
    ...settings.variables,
    IS_LOCAL: "true",
    AWS_REGION: settings.region,
    AWS_DEFAULT_REGION: settings.region,
  };
}

/**
 * Settings with the variables of the folders in which a runtime finds modules of layers. A later layer replaces files of an
 * earlier one.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/packaging-layers.html
 */
export function withLayers(settings: FunctionSettings, layers: readonly string[] = []): FunctionSettings {
  const { runtime = "", variables } = settings;
  const [, language = "", version = ""] = /^(nodejs|python)(\d+(?:\.\d+)?)/.exec(runtime) ?? [];
  const search = { nodejs: "NODE_PATH", python: "PYTHONPATH" }[language];
  if (layers.length === 0 || search === undefined) return settings;
  const folders =
    language === "nodejs"
      ? [`nodejs/node${version}/node_modules`, "nodejs/node_modules"]
      : [`python/lib/python${version}/site-packages`, "python"];
  const paths = [...layers].reverse().flatMap((layer) => folders.map((folder) => join(layer, folder)));
  const value = [...paths, ...(variables[search] === undefined ? [] : [variables[search]])].join(delimiter);
  return { ...settings, variables: { ...variables, [search]: value } };
}

/**
 * Variables that make loggers write JSON.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
function logVariables({ jsonLogLevel }: FunctionSettings): Variables {
  return jsonLogLevel === undefined
    ? {}
    : { AWS_LAMBDA_LOG_FORMAT: "JSON", AWS_LAMBDA_LOG_LEVEL: jsonLogLevel };
}

/** Every version and alias runs the current code here. */
export const functionVersion = "$LATEST";

/**
 * A function in AWS has only the credentials of its role. Here, SDKs must not find the developer's credentials: they would prefer
 * a profile, even if the environment has keys.
 *
 * Source: https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html
 */
const noOtherCredentials: Variables = {
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: "true",
};

function credentialsFor({ credentials }: ProcessEnvironment): Variables {
  if (credentials === "role") return noOtherCredentials;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: sessionToken }),
    ...noOtherCredentials,
  };
}

/** Variables with the hosts that our bootstrap for Node redirects. */
function redirections({ hosts = {} }: ProcessEnvironment): Variables {
  return Object.keys(hosts).length === 0 ? {} : { SERVERFORM_LOCAL_HOSTS: JSON.stringify(hosts) };
}

/**
 * Variables that route a program through the proxy. Go, OpenSSL and rustls trust the certificates of `SSL_CERT_FILE`, and the
 * first SDK for Go those of `AWS_CA_BUNDLE`.
 *
 * Sources: https://pkg.go.dev/net/http#ProxyFromEnvironment, https://pkg.go.dev/crypto/x509#SystemCertPool and
 * https://docs.aws.amazon.com/sdk-for-go/api/aws/session/
 */
function proxyVariables({ proxy, shell = process.env }: ProcessEnvironment): Variables {
  if (proxy === undefined) return {};
  const { url, trustedFile } = proxy;
  // Companies often exempt AWS requests from their proxy.
  const others = (shell.NO_PROXY ?? shell.no_proxy ?? "").split(",").filter((each) => !coversAws(each));
  const direct = [...others, ...loopback].join(",");
  return {
    HTTPS_PROXY: url,
    https_proxy: url,
    NO_PROXY: direct,
    no_proxy: direct,
    SSL_CERT_FILE: trustedFile,
    AWS_CA_BUNDLE: trustedFile,
  };
}

/** Whether a variable differs that a process reads only at its start, so that a running process cannot be used. */
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
