import { jsonOf } from "../../../json";
import { parseJsonPath } from "../json-path";
import type { RestRequestFacts } from "../request-facts";

/**
 * `$input` of a template: the body that is mapped, and the parameters of the request.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export class TemplateInput {
  // A template can read every other kind of member.
  #parsed: { readonly value: unknown } | undefined;
  readonly #exchange: RestRequestFacts;

  constructor(
    readonly body: string,
    exchange: RestRequestFacts,
  ) {
    this.#exchange = exchange;
  }

  /** The value at a path; empty text where there is nothing. */
  path(path: unknown): unknown {
    return parseJsonPath(String(path)).find(this.#content()) ?? "";
  }

  /** The value at a path, as JSON text. */
  json(path: unknown): string {
    return JSON.stringify(parseJsonPath(String(path)).find(this.#content())) ?? '""';
  }

  /** One parameter, looked for in the path, the query string and the headers; all of them without a name. */
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

  /** A body that is no JSON counts as a text, and no body as an empty object. */
  #content(): unknown {
    if (this.#parsed === undefined) {
      const json = this.body === "" ? {} : jsonOf(this.body);
      this.#parsed = { value: json === undefined ? this.body : json };
    }
    return this.#parsed.value;
  }
}
