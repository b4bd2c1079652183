import { textMap, type Values } from "../../../model";
import { essenceOf } from "../../wire/request-headers";

/** The media types that an API treats as binary: `image/png`, `image/*`, or all. A wildcard on the left alone matches nothing. */
export class MediaTypes {
  private readonly types: ReadonlySet<string>;

  constructor(types: readonly string[]) {
    const written = types.map((type) => type.replace("~1", "/").toLowerCase());
    this.types = new Set(written.filter((type) => !type.startsWith("*/") || type === "*/*"));
  }

  /** Whether a type is binary. A missing type is binary only if all types are. */
  includes(type: string | undefined): boolean {
    if (this.types.size === 0) return false;
    if (this.types.has("*/*")) return true;
    if (type === undefined) return false;
    return this.types.has(type) || this.types.has(`${type.slice(0, type.indexOf("/"))}/*`);
  }

  /**
   * Whether a request accepts binary responses.
   *
   * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html
   */
  areAccepted(accept: string | undefined): boolean {
    return this.includes(accept === undefined ? undefined : firstType(accept));
  }
}

/** Reads an attribute with texts by content type. */
export function readByType<Value>(
  values: Values,
  attribute: string,
  parse: (text: string) => Value,
): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(textMap(values, attribute)).map(([type, text]) => [type.toLowerCase(), parse(text)]),
  );
}

/** The first of these types that there is: what the client accepts, JSON, or any. */
export function acceptedOf<Value>(
  byType: ReadonlyMap<string, Value>,
  accept = "",
): { readonly contentType: string; readonly value: Value } | undefined {
  if (byType.size === 0) return undefined;
  for (const contentType of [firstType(accept), "application/json", ...byType.keys()]) {
    const value = byType.get(contentType);
    if (value !== undefined) return { contentType, value };
  }
  return undefined;
}

/** Only the first type in `Accept` counts. */
const firstType = (accept: string): string => essenceOf(accept.split(",", 1)[0] ?? "");
