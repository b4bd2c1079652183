import { jsonOf } from "../../../facts/text/json";
import { isValues, type Values } from "../../../model";
import { fromJson } from "../vtl/java-text";
import { TemplateUtil } from "../vtl/template-util";
import { VelocityText } from "../vtl/velocity";
import { contextObject } from "./context-variables";
import { parseJsonPath } from "./parameter-source";
import type { RestRequest } from "./request";

/**
 * `$input` of a template: the body to map, and the parameters of the request.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
class TemplateInput {
  // Templates can read all other members, so these must be private.
  #parsed: { readonly value: unknown } | undefined;
  readonly #exchange: RestRequest;
  /** An empty object without a body: AWS has been recorded to answer so for requests and responses. */
  readonly body: string;

  constructor(body: string, exchange: RestRequest) {
    this.body = body === "" ? "{}" : body;
    this.#exchange = exchange;
  }

  /** The value at a path; none for a missing one. */
  path(path: unknown): unknown {
    return fromJson(parseJsonPath(String(path)).find(this.#content())) ?? undefined;
  }

  /** The value at a path, as JSON text. */
  json(path: unknown): string {
    return JSON.stringify(parseJsonPath(String(path)).find(this.#content())) ?? '""';
  }

  /** A parameter from the path, the query string or the headers; all parameters without a name. */
  params(name?: unknown): unknown {
    const { pathParameters = {}, queryValues, headerValues: headers } = this.#exchange;
    if (name === undefined) {
      return {
        path: { ...pathParameters },
        querystring: { ...queryValues?.single },
        header: { ...headers.single },
      };
    }
    const wanted = String(name);
    for (const place of [pathParameters, queryValues?.single ?? {}, headers.single]) {
      if (Object.hasOwn(place, wanted)) return place[wanted];
    }
    return this.#exchange.header(wanted) ?? "";
  }

  /** A body that is not JSON is a text. */
  #content(): unknown {
    if (this.#parsed === undefined) {
      const json = jsonOf(this.body);
      this.#parsed = { value: json === undefined ? this.body : json };
    }
    return this.#parsed.value;
  }
}

/**
 * The members of `$context` with which templates override more than the body. The template of a request can set those
 * of its response, and the template of the response reads all that was set.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-override-request-response-parameters.html
 * and recorded answers of AWS, `test/local/recorded/apigateway/rest-apis.json` (overrides)
 */
export interface Overrides {
  readonly requestOverride: Values;
  readonly responseOverride: Values;
}

/** The members before a template has set any. */
export const noOverrides = (): Overrides => ({
  requestOverride: { path: {}, header: {}, querystring: {} },
  responseOverride: { header: {} },
});

/** Result of a template. */
export interface Rendered {
  readonly text: string;
  readonly overrides: Overrides;
}

/** A mapping template, written in the Velocity Template Language. */
export interface VelocityTemplate {
  /** Throws for an invalid or failing template. */
  render(exchange: RestRequest, body: string, overrides: Overrides): Rendered;
}

/** Objects of the gateway; all other values have Java's methods. */
const gatewayObjects: readonly string[] = ["input", "util"];

/**
 * Parses a template on first use.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings.html
 */
export function parseVelocityTemplate(text: string): VelocityTemplate {
  const template = new VelocityText(text, silent, true);
  return {
    render(exchange, body, overrides) {
      const context: Record<string, unknown> = { ...contextObject(exchange), ...overrides };
      const variables: Record<string, unknown> = {
        context,
        input: new TemplateInput(body, exchange),
        stageVariables: { ...exchange.stage?.variables },
        util: new TemplateUtil(),
      };
      const owned = gatewayObjects.map((name) => variables[name]);
      const rendered = template.render({ variables, owned });
      return { text: rendered, overrides: overridesIn(context) };
    },
  };
}

/** The overrides after a template, which may have set them to something else than maps. */
function overridesIn({ requestOverride, responseOverride }: Readonly<Record<string, unknown>>): Overrides {
  return {
    requestOverride: isValues(requestOverride) ? requestOverride : {},
    responseOverride: isValues(responseOverride) ? responseOverride : {},
  };
}

/** Unknown members of the gateway's objects render as empty text; other unknown variables render as written. */
const silent: ReadonlySet<unknown> = new Set(["context", "input", "stageVariables"]);
