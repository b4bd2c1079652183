import { LambdaFunctionUrl, type LambdaFunctionUrlCors } from "@cdktf/provider-aws/lib/lambda-function-url";
import type { IConstruct } from "constructs";
import { checkKeys, checkList, checkLiteral, isPlainObject, propKeys } from "../../core/check";
import { type Duration, parseDuration } from "../../core/duration";
import { quotas } from "../../core/quotas";
import { fail } from "../errors";
import type { Function } from "../function";

/** CORS of a function URL. */
export interface FunctionUrlCorsProps {
  /** @default false */
  readonly allowCredentials?: boolean;
  /** @default - all headers */
  readonly allowHeaders?: readonly string[];
  /** HTTP methods; `*` allows all. @default - all methods */
  readonly allowMethods?: readonly ("GET" | "PUT" | "HEAD" | "POST" | "DELETE" | "PATCH" | "OPTIONS" | "*")[];
  /** @default - all origins */
  readonly allowOrigins?: readonly string[];
  /** @default - none */
  readonly exposeHeaders?: readonly string[];
  /** How long a preflight result may be reused. @default - not at all */
  readonly maxAge?: Duration;
}

/** An HTTPS address of a function's own. */
export interface FunctionUrlProps {
  /** `none`: everybody may call it. `iam`: only signed requests of identities that may. @default "none" */
  readonly authorizer?: "none" | "iam";
  /** `false`: no CORS headers from the service. @default true - every origin, header and method */
  readonly cors?: boolean | FunctionUrlCorsProps;
}

const urlKeys = propKeys<FunctionUrlProps>()({ authorizer: true, cors: true });
const corsKeys = propKeys<FunctionUrlCorsProps>()({
  allowCredentials: true,
  allowHeaders: true,
  allowMethods: true,
  allowOrigins: true,
  exposeHeaders: true,
  maxAge: true,
});
const methods = ["GET", "PUT", "HEAD", "POST", "DELETE", "PATCH", "OPTIONS", "*"];

/** Refuses an address that cannot work. */
export function checkFunctionUrl(fn: IConstruct, url: unknown): void {
  if (typeof url === "boolean") return;
  if (!isPlainObject(url)) {
    return fail(fn, "prop-invalid", "url", { value: url, expected: "true, false or { authorizer, cors }" });
  }
  checkKeys(fn, "url", url, urlKeys);
  const { authorizer, cors } = url as FunctionUrlProps;
  if (authorizer !== undefined) checkLiteral(fn, "url.authorizer", authorizer, ["none", "iam"]);
  if (cors !== undefined) checkCors(fn, cors);
}

function checkCors(fn: IConstruct, cors: unknown): void {
  if (typeof cors === "boolean") return;
  if (!isPlainObject(cors)) {
    return fail(fn, "prop-invalid", "url.cors", { value: cors, expected: "true, false or an object" });
  }
  checkKeys(fn, "url.cors", cors, corsKeys);
  const { maxAge, allowMethods = [] } = cors as FunctionUrlCorsProps;
  for (const prop of ["allowHeaders", "allowMethods", "allowOrigins", "exposeHeaders"]) {
    if (cors[prop] !== undefined) checkList(fn, `url.cors.${prop}`, cors[prop]);
  }
  for (const method of allowMethods) checkLiteral(fn, "url.cors.allowMethods", method, methods);
  const seconds = maxAge && parseDuration(fn, "url.cors.maxAge", maxAge);
  if (seconds !== undefined && seconds > quotas.functionUrlCorsMaxAgeSeconds) {
    fail(fn, "out-of-range", "url.cors.maxAge", { value: maxAge, range: "0 seconds to 1 day" });
  }
}

/** Creates the address; without an authorizer also the right of everybody to call it. */
export function addFunctionUrl(fn: Function, url: true | FunctionUrlProps): LambdaFunctionUrl {
  const { authorizer = "none", cors = true } = url === true ? {} : url;
  const resource = new LambdaFunctionUrl(fn, "Url", {
    functionName: fn.cdk.function.functionName,
    authorizationType: authorizer === "none" ? "NONE" : "AWS_IAM",
    cors: urlCorsConfig(fn, cors),
  });
  if (authorizer === "none") {
    fn.addPermission("UrlPermission", {
      action: "lambda:InvokeFunctionUrl",
      principal: "*",
      functionUrlAuthType: "NONE",
    });
    // Since November 2026 the service asks for both actions. The condition that would hold this one to the URL
    // (lambda:InvokedViaFunctionUrl) cannot be written with the provider's 6.25.
    // Source: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
    fn.addPermission("UrlInvokePermission", { action: "lambda:InvokeFunction", principal: "*" });
  }
  return resource;
}

function urlCorsConfig(
  fn: Function,
  cors: boolean | FunctionUrlCorsProps,
): LambdaFunctionUrlCors | undefined {
  if (cors === false) return undefined;
  const { allowHeaders, allowMethods, allowOrigins, allowCredentials, exposeHeaders, maxAge } =
    cors === true ? {} : cors;
  return {
    allowHeaders: listOf(allowHeaders ?? ["*"]),
    // The service answers OPTIONS itself and refuses it in the list.
    // Source: https://docs.aws.amazon.com/lambda/latest/api/API_Cors.html (at most six characters)
    allowMethods: listOf((allowMethods ?? ["*"]).filter((method) => method !== "OPTIONS")),
    allowOrigins: listOf(allowOrigins ?? ["*"]),
    allowCredentials,
    exposeHeaders: listOf(exposeHeaders ?? []),
    maxAge: maxAge && parseDuration(fn, "url.cors.maxAge", maxAge),
  };
}

/** Nothing for an empty list: the service gives none back, and the next plan would want to add it again. */
function listOf(values: readonly string[]): string[] | undefined {
  return values.length === 0 ? undefined : [...values];
}
