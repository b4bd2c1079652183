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
   * Whether a request accepts binary responses. Only the first type in `Accept` counts.
   *
   * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html
   */
  areAccepted(accept: string | undefined): boolean {
    return this.includes(accept === undefined ? undefined : essenceOf(accept.split(",", 1)[0] ?? ""));
  }
}

/** A media type without its parameters, in lower case. */
export function essenceOf(contentType: string): string {
  const end = contentType.indexOf(";");
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}
