import { GivenPattern } from "../../../../facts/text/given-pattern";
import { number, text, textMap, type Values } from "../../../../model";
import { essenceOf } from "../values/media-types";
import { type ParameterSource, parseSource } from "../values/parameter-source";
import { type ContentHandling, readContentHandling } from "./request-mapping";
import { parseVelocityTemplate, type VelocityTemplate } from "./vtl/template";

/** The mapping of one kind of response of an integration to a method response. */
export interface IntegrationResponse {
  readonly status: number;
  /** Undefined for the default response. */
  readonly pattern: RegExp | undefined;
  readonly headers: readonly (readonly [name: string, source: ParameterSource])[];
  /** By content type. */
  readonly templates: ReadonlyMap<string, VelocityTemplate>;
  /** Content type of responses without a template. */
  readonly contentType: string;
  readonly contentHandling: ContentHandling | undefined;
}

/**
 * The responses of an integration. The first one whose pattern matches is used.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-integration-settings-integration-response.html
 */
export class IntegrationResponses {
  private readonly byPattern: readonly IntegrationResponse[];
  private readonly usual: IntegrationResponse | undefined;

  constructor(responses: readonly IntegrationResponse[]) {
    this.byPattern = responses.filter(({ pattern }) => pattern !== undefined);
    this.usual = responses.find(({ pattern }) => pattern === undefined);
  }

  /** Selects by a status code, or by the `errorMessage` of a function; without either, the default response. */
  select(text: string | undefined): IntegrationResponse | undefined {
    if (text === undefined) return this.usual;
    return this.byPattern.find(({ pattern }) => pattern?.test(text) === true) ?? this.usual;
  }
}

/** Reads the `aws_api_gateway_integration_response` and `aws_api_gateway_method_response` of a method. */
export function readIntegrationResponses(
  responses: readonly Values[],
  methodResponses: readonly Values[],
): IntegrationResponses {
  return new IntegrationResponses(
    responses.map((values) => {
      const status = text(values, "status_code");
      const method = methodResponses.find((each) => text(each, "status_code") === status) ?? {};
      const [modelType] = Object.keys(textMap(method, "response_models"));
      return {
        status: number(values, "status_code") ?? 200,
        pattern: readPattern(text(values, "selection_pattern") ?? ""),
        headers: Object.entries(textMap(values, "response_parameters")).flatMap(([name, source]) => {
          const [, header] = /^method\.response\.header\.(.+)$/.exec(name) ?? [];
          return header === undefined ? [] : [[header, parseSource(source)] as const];
        }),
        templates: new Map(
          Object.entries(textMap(values, "response_templates")).map(([type, template]) => [
            type.toLowerCase(),
            parseVelocityTemplate(template),
          ]),
        ),
        contentType: modelType ?? "application/json",
        contentHandling: readContentHandling(values),
      };
    }),
  );
}

/** A pattern must match the whole text; an invalid pattern matches nothing. */
function readPattern(pattern: string): RegExp | undefined {
  if (pattern === "") return undefined;
  try {
    return new GivenPattern(`^(?:${pattern})$`, "s");
  } catch {
    return /(?!)/;
  }
}

/** The template for the type that the client accepts, or else for JSON. */
export function templateFor(
  { templates }: IntegrationResponse,
  accept: string | undefined,
): { readonly contentType: string; readonly template: VelocityTemplate } | undefined {
  if (templates.size === 0) return undefined;
  const accepted = essenceOf((accept ?? "").split(",", 1)[0] ?? "");
  for (const contentType of [accepted, "application/json", ...templates.keys()]) {
    const template = templates.get(contentType);
    if (template !== undefined) return { contentType, template };
  }
  return undefined;
}
