import { LambdaFunctionUrl, type LambdaFunctionUrlCors } from "@cdktf/provider-aws/lib/lambda-function-url";
import { checkKeys, checkLiteral, isPlainObject, propKeys } from "../shared/check";
import { type Duration, parseDuration } from "../shared/duration";
import { fail } from "../shared/errors";
import type { Function } from "./function";

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

/** Creates the address; without an authorizer also the right of everybody to call it. */
export function addFunctionUrl(fn: Function, url: true | FunctionUrlProps): LambdaFunctionUrl {
  const props = url === true ? {} : url;
  if (!isPlainObject(props))
    fail(fn, "prop-invalid", "url", { value: url, expected: "true, false or { authorizer, cors }" });
  checkKeys(fn, "url", props, urlKeys);
  const { authorizer = "none", cors = true } = props as FunctionUrlProps;
  checkLiteral(fn, "url.authorizer", authorizer, ["none", "iam"]);
  const corsConfig = urlCorsConfig(fn, cors);
  const resource = new LambdaFunctionUrl(fn, "Url", {
    functionName: fn.cdk.function.functionName,
    authorizationType: authorizer === "none" ? "NONE" : "AWS_IAM",
    cors: corsConfig,
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
  const props = cors === true ? {} : cors;
  checkKeys(fn, "url.cors", props, corsKeys);
  for (const method of props.allowMethods ?? []) checkLiteral(fn, "url.cors.allowMethods", method, methods);
  return {
    allowHeaders: [...(props.allowHeaders ?? ["*"])],
    allowMethods: [...(props.allowMethods ?? ["*"])],
    allowOrigins: [...(props.allowOrigins ?? ["*"])],
    allowCredentials: props.allowCredentials,
    exposeHeaders: props.exposeHeaders && [...props.exposeHeaders],
    maxAge: props.maxAge === undefined ? undefined : parseDuration(fn, "url.cors.maxAge", props.maxAge),
  };
}
