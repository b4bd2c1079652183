import type { IncomingMessage, ServerResponse } from "node:http";
import { functionNameInArn } from "../../facts/aws/function-arn";
import { servicePrincipal } from "../../facts/aws/principals";
import { jsonOf } from "../../facts/text/json";
import { multiValueQuery } from "../../facts/text/query-string";
import {
  type BalancerConfig,
  type BalancerTarget,
  isValues,
  listenerResources,
  type Model,
  type Resource,
  readListener,
} from "../../model";
import { traceHeader } from "../invoke";
import { invokePermitted } from "../permissions/invoke-permitted";
import { readBody } from "../wire/request-body";
import { connectionHeaders, isTextType, joinHeaders, multiValueHeaders } from "../wire/request-headers";
import { outgoing, respond } from "../wire/respond";
import type { ApiAnswer } from "./api-answer";
import { failureReason, readBodyText, readStatus, unusableReason } from "./function-response";
import { creates, type GatewayContext, type RouteLine } from "./gateway";
import { PlainExchange, ServedApi } from "./served-api";

/** The largest body of a request to a function, and the largest response of one. */
const maxBytes = 1024 * 1024;

/** A listener of an Application Load Balancer, with its rules for functions. */
class ServedLoadBalancer extends ServedApi<BalancerConfig, PlainExchange, ApiAnswer> {
  readonly kind = "ALB";
  readonly basePaths: readonly string[] = ["/"];
  readonly failed = page(502, "Bad Gateway");

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    super(model, resource, context, readListener);
  }

  get routes(): readonly RouteLine[] {
    return this.config.rules.flatMap(({ target, paths, methods }) =>
      (paths.length === 0 ? ["/*"] : paths).map((path) => ({
        method: methods.length === 0 ? "ANY" : methods.join(", "),
        path,
        authorizer: "none",
        target: target === undefined ? "not emulated" : functionNameInArn(target.functionArn),
      })),
    );
  }

  async serve(exchange: PlainExchange): Promise<ApiAnswer | undefined> {
    const rule = this.config.rules.find(({ conditions }) => {
      const request = requestOf(exchange);
      return conditions.every((condition) => condition(request));
    });
    if (rule?.target === undefined) {
      exchange.notes.reason =
        rule === undefined
          ? "No rule of the app matches; the default action of the listener is not emulated."
          : "The rule leads to no function of the app, which is not emulated.";
      return page(503, "Service Temporarily Unavailable");
    }
    const body = await readBody(exchange.request, maxBytes);
    if (body.state === "aborted") return undefined;
    if (body.state === "too-large") return page(413, "Request Entity Too Large");
    return this.invoke(exchange, body.bytes, rule.target);
  }

  send(exchange: PlainExchange, answer: ApiAnswer): void {
    respond(exchange, answer, outgoing(answer.headers), () => {
      exchange.notes.reason = "The response has a header that HTTP does not allow.";
      this.send(exchange, this.failed);
    });
  }

  protected exchangeOf(request: IncomingMessage, response: ServerResponse): PlainExchange {
    return new PlainExchange(request, response, this.context.clock.now());
  }

  private async invoke(exchange: PlainExchange, body: Buffer, target: BalancerTarget): Promise<ApiAnswer> {
    const { notes } = exchange;
    notes.functionName = functionNameInArn(target.functionArn);
    const invoker = { service: servicePrincipal("elasticloadbalancing"), sourceArn: target.targetGroupArn };
    const outcome = await invokePermitted(this.context, invoker, {
      functionArn: target.functionArn,
      payload: balancerEvent(exchange, body, target),
      source: `load balancer ${this.name}`,
    });
    const refuse = (reason: string): ApiAnswer => {
      notes.reason = reason;
      return page(502, "Bad Gateway");
    };
    if (outcome.status !== "ok") return refuse(failureReason(outcome));
    if (Buffer.byteLength(outcome.payload) > maxBytes)
      return refuse("The response of the function is larger than 1 MB.");
    const answer = readBalancerResponse(outcome.payload, target.hasMultiValueHeaders);
    return typeof answer === "string" ? refuse(unusableReason(answer)) : answer;
  }
}

function requestOf(exchange: PlainExchange) {
  const { method, rawPath, rawQuery, request, sourceIp, domainName } = exchange;
  return {
    method,
    path: rawPath,
    host: domainName.replace(/:\d+$/, ""),
    sourceIp,
    headers: joinHeaders(request.rawHeaders),
    query: [...new URLSearchParams(rawQuery)],
  };
}

function page(status: number, text: string): ApiAnswer {
  const body = `<html>\r\n<head><title>${status} ${text}</title></head>\r\n<body>\r\n<center><h1>${status} ${text}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { status, headers: { "content-type": "text/html" }, body: Buffer.from(body) };
}

/**
 * Reads the response of a function; a text says what is wrong with it.
 *
 * Source: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html
 */
export function readBalancerResponse(payload: string, hasMultiValueHeaders: boolean): ApiAnswer | string {
  const answer = jsonOf(payload);
  if (!isValues(answer)) return "it is not an object. Return { statusCode, headers, body }.";
  const status = readStatus(answer.statusCode);
  if (typeof status !== "number") return status.problem;
  const body = readBodyText(answer.body);
  if (typeof body !== "string") return body.problem;
  const key = hasMultiValueHeaders ? "multiValueHeaders" : "headers";
  const given = answer[key] ?? {};
  if (!isValues(given)) return `${key} is not an object.`;
  const headers = Object.entries(given).map(([name, value]): readonly [string, string | string[]] => [
    name.toLowerCase(),
    // The load balancer sends several values in reverse order: https://github.com/dougmoscrop/serverless-http/issues/244
    Array.isArray(value) ? value.map(String).reverse() : String(value),
  ]);
  return {
    status,
    headers: Object.fromEntries(headers.filter(([name]) => !connectionHeaders.has(name))),
    body: Buffer.from(body, answer.isBase64Encoded === true ? "base64" : "utf8"),
  };
}

/**
 * The event of a request. Parameters of the query are not decoded.
 *
 * Source: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html
 */
function balancerEvent(
  { method, rawPath, rawQuery, request, sourceIp, receivedAtMs }: PlainExchange,
  body: Buffer,
  { targetGroupArn, hasMultiValueHeaders }: BalancerTarget,
): string {
  const joined = joinHeaders(request.rawHeaders);
  // A body that is compressed is not text.
  const isText =
    body.length === 0 || (isTextType(joined["content-type"]) && joined["content-encoding"] === undefined);
  const query = rawQuery.split("&").flatMap((part) => {
    const [name = "", ...value] = part.split("=");
    return name === "" ? [] : [[name, value.join("=")] as const];
  });
  const several = multiValueHeaders(request.rawHeaders);
  const added = {
    "x-amzn-trace-id": traceHeader(receivedAtMs),
    "x-forwarded-for": [request.headers["x-forwarded-for"], sourceIp].filter(Boolean).join(", "),
    "x-forwarded-port": String(request.socket.localPort ?? 80),
    "x-forwarded-proto": "http",
  };
  return JSON.stringify({
    requestContext: { elb: { targetGroupArn } },
    httpMethod: method,
    path: rawPath,
    ...(hasMultiValueHeaders
      ? {
          multiValueQueryStringParameters: multiValueQuery(query) ?? {},
          multiValueHeaders: {
            ...several,
            ...Object.fromEntries(Object.entries(added).map(([name, value]) => [name, [value]])),
          },
        }
      : {
          queryStringParameters: Object.fromEntries(query),
          // The last value of a header that is sent several times counts.
          headers: {
            ...Object.fromEntries(Object.entries(several).map(([name, all]) => [name, all.at(-1)])),
            ...added,
          },
        }),
    body: body.toString(isText ? "utf8" : "base64"),
    isBase64Encoded: !isText,
  });
}

export { listenerResources } from "../../model";

/** The gateways of the listeners that lead to functions. */
export const createLoadBalancers = creates("ALB", listenerResources, ServedLoadBalancer);
