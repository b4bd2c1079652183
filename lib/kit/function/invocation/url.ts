import { LambdaFunctionUrl, type LambdaFunctionUrlCors } from "@cdktf/provider-aws/lib/lambda-function-url";
import type { Where } from "../../../facts/errors/error";
import { Stack } from "../../app/stack";
import { checkLiteral, checkObject, propKeys } from "../../core/checks/check";
import { knownItems, nonEmpty, parseItems } from "../../core/checks/list";
import { checkLimit, count, eachWithin, headerNameLimit, originLimit } from "../../core/limits";
import { quotas } from "../../core/quotas";
import { type Duration, parseDuration } from "../../core/units";
import type { Function } from "../function";
import { checkStreaming, type StreamingFacts } from "../settings/streaming";

/** CORS of a function URL. */
export interface FunctionUrlCorsProps {
  /** Whether pages may send cookies and other credentials. Needs origins by name. @default false */
  readonly allowCredentials?: boolean | undefined;
  /** Request headers that pages of other origins may send. @default - all headers */
  readonly allowHeaders?: readonly string[] | undefined;
  /** HTTP methods; `*` allows all. @default - all methods */
  readonly allowMethods?:
    | readonly ("GET" | "PUT" | "HEAD" | "POST" | "DELETE" | "PATCH" | "OPTIONS" | "*")[]
    | undefined;
  /** Origins with their scheme, such as `https://app.example.com`. @default - all origins */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Response headers that pages of other origins may read. @default - none */
  readonly exposeHeaders?: readonly string[] | undefined;
  /** How long browsers may cache a preflight response. @default - not cached */
  readonly maxAge?: Duration | undefined;
}

/** A function URL. */
export interface FunctionUrlProps {
  /** `none`: everyone may call the URL. `iam`: only signed requests with permission. @default "none" */
  readonly authorizer?: "none" | "iam" | undefined;
  /**
   * Whether the caller gets each part of the response as soon as the handler writes it, up to 200 MB. Write the
   * handler with `awslambda.streamifyResponse`; `awslambda.HttpResponseStream.from(stream, { statusCode, headers })`
   * sets status and
   * headers. After 6 MB, Lambda sends at most 2 MB per second, and charges each byte.
   *
   * @default false - the caller gets the response when it is complete, up to 6 MB
   */
  readonly streaming?: boolean | undefined;
  /** With `false`, the service adds no CORS headers. @default true - every origin, header and method */
  readonly cors?: boolean | FunctionUrlCorsProps | undefined;
}

const urlKeys = propKeys<FunctionUrlProps>()({
  authorizer: ["none", "iam"],
  streaming: "boolean",
  cors: true,
});
const corsKeys = propKeys<FunctionUrlCorsProps>()({
  allowCredentials: "boolean",
  allowHeaders: eachWithin({ ...headerNameLimit, max: 1024 }),
  allowMethods: "texts",
  allowOrigins: eachWithin({ ...originLimit, max: 253 }),
  exposeHeaders: eachWithin({ ...headerNameLimit, max: 1024 }),
  maxAge: true,
});
const methods = ["GET", "PUT", "HEAD", "POST", "DELETE", "PATCH", "OPTIONS", "*"];

export interface ParsedFunctionUrl {
  readonly authorizer: "none" | "iam";
  readonly isStreaming: boolean;
  readonly cors: LambdaFunctionUrlCors | undefined;
}

export function parseFunctionUrl(
  where: Where,
  url: unknown,
  facts: StreamingFacts,
): ParsedFunctionUrl | undefined {
  if (url === undefined || url === false) return undefined;
  if (url === true) return { authorizer: "none", isStreaming: false, cors: parseCors(where, true) };
  checkObject(where, "url", url, urlKeys, "true, false or { authorizer, streaming, cors }");
  const { authorizer = "none", streaming = false, cors = true } = url as FunctionUrlProps;
  if (streaming) checkStreaming(where, "url.streaming", facts);
  return { authorizer, isStreaming: streaming, cors: parseCors(where, cors) };
}

function parseCors(where: Where, given: unknown): LambdaFunctionUrlCors | undefined {
  if (given === false) return undefined;
  const cors = given === true ? {} : given;
  checkObject(where, "url.cors", cors, corsKeys, "true, false or an object");
  const { allowCredentials, maxAge, ...lists } = cors as FunctionUrlCorsProps;
  const itemsOf = (key: keyof typeof lists): readonly string[] | undefined =>
    lists[key] === undefined ? undefined : parseItems<string>(where, `url.cors.${key}`, lists[key]);
  const allowHeaders = itemsOf("allowHeaders");
  const allowMethods = itemsOf("allowMethods");
  const allowOrigins = itemsOf("allowOrigins");
  const exposeHeaders = itemsOf("exposeHeaders");
  for (const method of knownItems(allowMethods ?? [])) {
    checkLiteral(where, "url.cors.allowMethods", method, methods);
  }
  for (const [key, list] of Object.entries({ allowHeaders, allowOrigins, exposeHeaders }))
    checkLimit(where, `url.cors.${key}`, list, corsItems);
  const within = { max: quotas.functionUrlCorsMaxAgeSeconds, range: "0 seconds to 1 day" };
  const seconds = maxAge === undefined ? undefined : parseDuration(where, "url.cors.maxAge", maxAge, within);
  return {
    allowHeaders: nonEmpty(allowHeaders ?? ["*"]),
    // The service answers OPTIONS itself and refuses it in the list.
    // Source: https://docs.aws.amazon.com/lambda/latest/api/API_Cors.html (at most six characters)
    allowMethods: nonEmpty((allowMethods ?? ["*"]).filter((method) => method !== "OPTIONS")),
    allowOrigins: nonEmpty(allowOrigins ?? ["*"]),
    allowCredentials,
    exposeHeaders: nonEmpty(exposeHeaders ?? []),
    maxAge: seconds,
  };
}

const corsItems = count("https://docs.aws.amazon.com/lambda/latest/api/API_Cors.html", 100, "items");

const signedOnly = 'for signed requests only, set url: { authorizer: "iam" }';
const publicUrl = `serverform: everyone may call the function URL; ${signedOnly}`;
const publicFunction =
  "serverform: everyone may call the function URL, and everyone with an AWS account may also invoke the function " +
  `without it, because AWS asks for both permissions; ${signedOnly}`;

/** Creates the function URL. Without an authorizer, everyone may call it. */
export function addFunctionUrl(
  fn: Function,
  { authorizer, isStreaming, cors }: ParsedFunctionUrl,
): LambdaFunctionUrl {
  const resource = new LambdaFunctionUrl(fn, "Url", {
    ...fn.invoked,
    authorizationType: authorizer === "none" ? "NONE" : "AWS_IAM",
    invokeMode: isStreaming ? "RESPONSE_STREAM" : undefined,
    cors,
  });
  if (authorizer === "none") {
    fn.addPermission("UrlPermission", {
      action: "lambda:InvokeFunctionUrl",
      principal: "*",
      functionUrlAuthType: "NONE",
    });
    // Since November 2026 the service requires both actions. Providers before 6.29 cannot express the condition that
    // limits this one to the URL (lambda:InvokedViaFunctionUrl).
    // Source: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
    const invoke = fn.addPermission("UrlInvokePermission", {
      action: "lambda:InvokeFunction",
      principal: "*",
    });
    const isLimited = Stack.of(fn).hasProvider("6.29");
    if (isLimited) invoke.addOverride("invoked_via_function_url", true);
    Stack.of(fn).app.addNotice(isLimited ? publicUrl : publicFunction, fn);
  }
  return resource;
}
