import type { Model } from "../../model/model";
import { requireText, text, textMap } from "../../model/values";
import type { Failure, RestAnswer } from "./answer";
import type { RestExchange } from "./exchange";
import { essenceOf } from "./media-types";
import { type ParameterSource, parseSource } from "./parameter-source";
import { parseSimpleTemplate, type SimpleTemplate } from "./simple-template";

/**
 * What the gateway answers by itself: status code, message and error type. Where the message is null, AWS says nothing.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html for types
 * and status codes; messages and error types are what the deployed gateway sends.
 */
const usual = {
  ACCESS_DENIED: [403, "User is not authorized to access this resource", "AccessDeniedException"],
  API_CONFIGURATION_ERROR: [500, "Internal server error", "InternalServerErrorException"],
  AUTHORIZER_CONFIGURATION_ERROR: [500, null, "AuthorizerConfigurationException"],
  AUTHORIZER_FAILURE: [500, null, "AuthorizerFailureException"],
  BAD_REQUEST_BODY: [400, "Invalid request body", "BadRequestException"],
  BAD_REQUEST_PARAMETERS: [400, "Missing required request parameters", "BadRequestException"],
  EXPIRED_TOKEN: [403, "The security token included in the request is expired", "ExpiredTokenException"],
  INTEGRATION_FAILURE: [504, "Internal server error", "InternalServerErrorException"],
  INTEGRATION_TIMEOUT: [504, "Endpoint request timed out", "InternalServerErrorException"],
  INVALID_API_KEY: [403, "Forbidden", "ForbiddenException"],
  INVALID_SIGNATURE: [403, "The request signature is invalid.", "InvalidSignatureException"],
  MISSING_AUTHENTICATION_TOKEN: [403, "Missing Authentication Token", "MissingAuthenticationTokenException"],
  QUOTA_EXCEEDED: [429, "Limit Exceeded", "LimitExceededException"],
  REQUEST_TOO_LARGE: [413, "Request Too Long", "RequestTooLargeException"],
  RESOURCE_NOT_FOUND: [404, "Not Found", "NotFoundException"],
  THROTTLED: [429, "Too Many Requests", "TooManyRequestsException"],
  UNAUTHORIZED: [401, "Unauthorized", "UnauthorizedException"],
  UNSUPPORTED_MEDIA_TYPE: [415, "Unsupported Media Type", "BadRequestException"],
  WAF_FILTERED: [403, "Forbidden", "ForbiddenException"],
} as const satisfies Record<string, readonly [status: number, message: string | null, errorType: string]>;

/** Why the gateway answers by itself. */
export type FailureType = keyof typeof usual;

/** A kind of answer that can be changed; the defaults stand for all that are not. */
export type ResponseType = FailureType | "DEFAULT_4XX" | "DEFAULT_5XX";

/** An answer as an API changes it. */
export interface GatewayResponse {
  readonly status: number | undefined;
  readonly headers: readonly (readonly [name: string, source: ParameterSource])[];
  /** By content type. */
  readonly templates: ReadonlyMap<string, SimpleTemplate>;
}

/** Reads the `aws_api_gateway_gateway_response` of an API. */
export function readGatewayResponses(
  model: Model,
  apiId: string,
): ReadonlyMap<ResponseType, GatewayResponse> {
  return new Map(
    model
      .ofType("aws_api_gateway_gateway_response")
      .filter(({ values }) => text(values, "rest_api_id") === apiId)
      .map(({ values }) => {
        const status = text(values, "status_code");
        return [
          requireText(values, "response_type") as ResponseType,
          {
            status: status === undefined || status === "" ? undefined : Number(status),
            headers: Object.entries(textMap(values, "response_parameters")).flatMap(([name, source]) => {
              const [, header] = /^gatewayresponse\.header\.(.+)$/.exec(name) ?? [];
              return header === undefined ? [] : [[header, parseSource(source)] as const];
            }),
            templates: new Map(
              Object.entries(textMap(values, "response_templates")).map(([type, template]) => [
                type.toLowerCase(),
                parseSimpleTemplate(template),
              ]),
            ),
          },
        ];
      }),
  );
}

/** The answer that a failure is told by. */
export function failureAnswer(exchange: RestExchange, failed: Failure): RestAnswer {
  const { api, notes } = exchange;
  const [usualStatus, message, errorType] = usual[failed.failure];
  const status = failed.status ?? usualStatus;
  const given =
    api.gatewayResponses.get(failed.failure) ??
    api.gatewayResponses.get(status >= 500 ? "DEFAULT_5XX" : "DEFAULT_4XX");
  notes.errorMessage = failed.message === undefined ? message : failed.message;
  notes.errorType = failed.failure;
  notes.validationError = failed.validationError;
  notes.status = given?.status ?? status;
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "x-amzn-ErrorType": failed.errorType ?? errorType,
  };
  for (const [name, source] of given?.headers ?? []) {
    const value = source.value(exchange);
    if (value !== undefined) headers[name] = value;
  }
  const template = given === undefined ? undefined : templateFor(exchange, given);
  if (template !== undefined) headers["Content-Type"] = template.type;
  return {
    status: notes.status,
    headers,
    body: template === undefined ? usualBody(failed, notes.errorMessage) : template.text.render(exchange),
  };
}

/** By what the client accepts; JSON where it accepts something else. */
function templateFor({ request }: RestExchange, { templates }: GatewayResponse) {
  if (templates.size === 0) return undefined;
  const accepted = essenceOf((request.headers.accept ?? "").split(",", 1)[0] ?? "");
  for (const type of [accepted, "application/json", ...templates.keys()]) {
    const text = templates.get(type);
    if (text !== undefined) return { type, text };
  }
  return undefined;
}

/** Only here the word begins with a capital letter. */
function usualBody({ failure }: Failure, message: string | null): string {
  return JSON.stringify(failure === "ACCESS_DENIED" ? { Message: message } : { message });
}
