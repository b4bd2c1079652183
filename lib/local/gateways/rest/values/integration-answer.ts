import { jsonOf } from "../../../../facts/text/json";

/** The response of an integration before mapping. */
export class IntegrationAnswer {
  private parsed: { readonly value: unknown } | undefined;

  constructor(
    readonly status: number,
    /** Values by lowercase name. */
    readonly headers: ReadonlyMap<string, readonly string[]>,
    readonly body: Buffer,
  ) {}

  get json(): unknown {
    this.parsed ??= { value: jsonOf(this.body.toString("utf8")) };
    return this.parsed.value;
  }
}
