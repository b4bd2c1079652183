import { type ParameterSource, parseSource } from "./parameter-source";
import type { RestRequestFacts } from "./request-facts";

/** A template of a gateway response: text with variables. */
export interface SimpleTemplate {
  render(exchange: RestRequestFacts): string;
}

const name = "(?:context|stageVariables|method\\.request)\\.[\\w:-]+(?:\\.[\\w:-]+)*";
const variable = new RegExp(`\\$\\{(${name})\\}|\\$(${name})`, "g");

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gatewayResponse-definition.html */
export function parseSimpleTemplate(text: string): SimpleTemplate {
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
