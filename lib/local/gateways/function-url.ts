import { randomUUID } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { functionNameInArn } from "../../facts/aws/function-arn";
import { jsonOf } from "../../facts/text/json";
import { block, type Model, type Resource, requireText, text } from "../../model";
import { siteServersOf } from "../site-servers";
import { beginResponse, respond } from "../wire/respond";
import type { ApiAnswer } from "./api-answer";
import { unusableReason } from "./function-response";
import { creates, type GatewayContext, type RouteLine } from "./gateway";
import { gatewayHeaders } from "./http/answer";
import { readCors } from "./http/cors";
import { HttpExchange } from "./http/exchange";
import { readFunctionAnswer } from "./http/integrate-function";
import { urlEvent } from "./http/request-event";
import { parseHttpRouteKey } from "./http/routes";
import { ServedApi } from "./served-api";
import { admitSigned } from "./signed-request";
import { streamResponse } from "./streamed-response";

/** A function may run for 15 minutes, and its URL waits as long. */
const timeoutMs = 900_000;

const stage = { name: "$default", variables: undefined, logLine: undefined };
const route = parseHttpRouteKey("$default");

const json = { "content-type": "application/json" };

const message = (status: number, words: string): ApiAnswer => ({
  status,
  headers: json,
  body: JSON.stringify({ Message: words }),
});
/** Source of the texts: recorded answers of AWS, `test/local/recorded/lambda/function-urls.json` */
const answers = {
  forbidden: {
    ...message(
      403,
      "Forbidden. For troubleshooting Function URL authorization issues, see: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html",
    ),
    headers: { ...json, "x-amzn-errortype": "AccessDeniedException" },
  },
  tooLarge: message(413, "Request Entity Too Large"),
  badGateway: {
    status: 502,
    headers: { "content-type": "application/octet-stream" },
    body: "Internal Server Error",
  },
  timeout: message(504, "Gateway Timeout"),
};

/**
 * The URL of a function.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
class ServedFunctionUrl extends ServedApi<FunctionUrlConfig, HttpExchange, ApiAnswer> {
  readonly kind = "URL";
  readonly basePaths: readonly string[] = ["/"];
  readonly failed = answers.badGateway;

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    super(model, resource, context, readFunctionUrl);
  }

  get routes(): readonly RouteLine[] {
    const { isSigned, name } = this.config;
    return [{ method: "ANY", path: "/", authorizer: isSigned ? "iam" : "none", target: name }];
  }

  send(exchange: HttpExchange, answer: ApiAnswer): void {
    const headers = headersOf(exchange, answer.headers);
    respond(exchange, answer, headers, () => this.send(exchange, answers.badGateway));
  }

  async serve(exchange: HttpExchange): Promise<ApiAnswer | undefined> {
    const { api, functionArn, isSigned } = this.config;
    const { method, request } = exchange;
    // The service answers preflight requests itself, also where a signature is needed.
    const isPreflight = request.headers["access-control-request-method"] !== undefined;
    if (api.cors !== undefined && method === "OPTIONS" && isPreflight) {
      return { status: 200, headers: {}, body: "" };
    }
    if (isSigned) {
      const needed = ["lambda:InvokeFunctionUrl", "lambda:InvokeFunction"].map((action) => ({
        action,
        resource: functionArn,
        keys: { "lambda:FunctionUrlAuthType": "AWS_IAM", "lambda:InvokedViaFunctionUrl": "true" },
      }));
      const refused = await admitSigned(exchange, this.context, needed, "lambda");
      if (refused !== undefined)
        return refused.because === "too-large" ? answers.tooLarge : answers.forbidden;
    }
    const body = await exchange.readBody();
    if (body.state !== "complete") return answers.tooLarge;
    return this.invoke(exchange, urlEvent(exchange, body.bytes));
  }

  private async invoke(exchange: HttpExchange, payload: string): Promise<ApiAnswer | undefined> {
    const { functionArn, isStreaming } = this.config;
    const { notes, response } = exchange;
    notes.functionName = functionNameInArn(functionArn);
    const { outcome, hasBegun, problem } = await streamResponse({
      // The authorization of the URL has been decided; an open one has its permission from the library.
      invoke: (onChunk) =>
        this.context.functions.invoke({
          functionArn,
          payload,
          source: "URL",
          ...(onChunk !== undefined && { onChunk }),
        }),
      clock: this.context.clock,
      response,
      notes,
      timeoutMs,
      needsHead: false,
      isBuffered: !isStreaming,
      begin: (head, contentType) => begin(exchange, head, contentType),
    });
    if (hasBegun) return undefined;
    if (outcome === undefined) return answers.timeout;
    if (outcome.status !== "ok") return answers.badGateway;
    const answer = readFunctionAnswer("2.0", outcome.payload, json["content-type"]);
    if (!isStreaming && !("problem" in answer)) return answer;
    notes.reason = unusableReason("problem" in answer ? answer.problem : problem);
    return answers.badGateway;
  }

  protected exchangeOf(request: IncomingMessage, response: ServerResponse): HttpExchange {
    const exchange = new HttpExchange(
      this.config.api,
      request,
      response,
      this.context.clock.now(),
      randomUUID(),
    );
    exchange.stage = stage;
    exchange.route = route;
    exchange.fullPath = exchange.rawPath;
    exchange.path = exchange.rawPath;
    return exchange;
  }
}

/** Begins a streamed response. The body follows. */
function begin(exchange: HttpExchange, head: string | undefined, contentType: string): boolean {
  if (head === undefined) {
    return beginResponse(exchange, 200, headersOf(exchange, { "content-type": contentType }));
  }
  const given = jsonOf(head);
  if (typeof given !== "object" || given === null) return false;
  const answer = readFunctionAnswer(
    "2.0",
    JSON.stringify({ statusCode: 200, ...given }),
    json["content-type"],
  );
  if ("problem" in answer) return false;
  return beginResponse(exchange, answer.status, headersOf(exchange, answer.headers));
}

function headersOf(exchange: HttpExchange, headers: ApiAnswer["headers"]): OutgoingHttpHeaders {
  const { "apigw-requestid": id, ...all } = gatewayHeaders(exchange, headers);
  return { ...all, "x-amzn-requestid": id };
}

/** Reads an `aws_lambda_function_url`. */
function readFunctionUrl(model: Model, { values, region }: Resource) {
  const arn = requireText(values, "function_arn");
  const qualifier = text(values, "qualifier");
  return {
    name: functionNameInArn(arn),
    functionArn: qualifier === undefined ? arn : `${arn}:${qualifier}`,
    isSigned: text(values, "authorization_type") === "AWS_IAM",
    isStreaming: text(values, "invoke_mode") === "RESPONSE_STREAM",
    /** A function URL behaves as an HTTP API whose `$default` route leads to the function. */
    api: {
      id: requireText(values, "url_id"),
      name: functionNameInArn(arn),
      partition: model.partition,
      region,
      account: model.account,
      cors: readCors({ cors_configuration: block(values, "cors") }),
    },
  };
}

/** The settings of a function URL, from its resource. */
type FunctionUrlConfig = Readonly<ReturnType<typeof readFunctionUrl>>;

/** The function URLs of a model. Behind those of sites are servers, which the sites reach without them. */
export function functionUrlResources(model: Model): readonly Resource[] {
  const servers = siteServersOf(model).map(({ host }) => host);
  return model
    .ofType("aws_lambda_function_url")
    .filter(({ values }) => !servers.includes(new URL(requireText(values, "function_url")).host));
}

export const createFunctionUrls = creates("URL", functionUrlResources, ServedFunctionUrl);
