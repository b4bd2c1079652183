/**
 * A schema of any library that follows Standard Schema: zod, Valibot, ArkType and others.
 *
 * Source: https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    /** Never set: carries the types. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The value as the schema makes it, or why it is refused. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The values that a schema accepts. */
export type SchemaInput<Schema> = Schema extends StandardSchema<infer Input, unknown> ? Input : never;

/** The values that a schema returns. */
export type SchemaOutput<Schema> = Schema extends StandardSchema<unknown, infer Output> ? Output : never;

/** The place of an issue as a JSON pointer: `/items/0/title`. Source: https://www.rfc-editor.org/rfc/rfc6901 */
export function pointerOf({ path = [] }: SchemaIssue): string {
  const keys = path.map((part) => (typeof part === "object" ? part.key : part));
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
