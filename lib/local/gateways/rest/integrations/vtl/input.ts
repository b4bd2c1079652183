import { jsonOf } from "../../../../../facts/text/json";
import { fromJson } from "../../../vtl/java-text";
import { parseJsonPath } from "../../values/json-path";
import type { RestRequestFacts } from "../../values/request-facts";

/**
 * `$input` of a template: the body to map, and the parameters of the request.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export class TemplateInput {
  // Templates can read all other members, so these must be private.
  #parsed: { readonly value: unknown } | undefined;
  readonly #exchange: RestRequestFacts;
  /** An empty object without a body: AWS has been recorded to answer so for requests and responses. */
  readonly body: string;

  constructor(body: string, exchange: RestRequestFacts) {
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
    const { pathParameters = {}, query, headers } = this.#exchange;
    if (name === undefined) {
      return {
        path: { ...pathParameters },
        querystring: { ...query?.single },
        header: { ...headers.single },
      };
    }
    const wanted = String(name);
    for (const place of [pathParameters, query?.single ?? {}, headers.single]) {
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
