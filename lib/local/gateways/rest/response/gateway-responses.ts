import { type Model, requireText, text, textMap } from "../../../../model";
import type { FailureType } from "../values/failure-types";
import { type ParameterSource, parseSource } from "../values/parameter-source";
import type { RestRequestFacts } from "../values/request-facts";

/** A type of gateway response; the defaults apply to all types without their own. */
export type ResponseType = FailureType | "DEFAULT_4XX" | "DEFAULT_5XX";

/** A gateway response of an API. */
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

/** A template of a gateway response: text with variables. */
interface SimpleTemplate {
  render(exchange: RestRequestFacts): string;
}

const name = "(?:context|stageVariables|method\\.request)\\.[\\w:-]+(?:\\.[\\w:-]+)*";
const variable = new RegExp(`\\$\\{(${name})\\}|\\$(${name})`, "g");

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gatewayResponse-definition.html */
function parseSimpleTemplate(text: string): SimpleTemplate {
  const parts: (string | ParameterSource)[] = [];
  let end = 0;
  for (const match of text.matchAll(variable)) {
    parts.push(text.slice(end, match.index), parseSource(match[1] ?? match[2] ?? ""));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return {
    render: (exchange) =>
      parts.map((part) => (typeof part === "string" ? part : (part.value(exchange) ?? ""))).join(""),
  };
}
