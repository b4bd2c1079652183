import type { Construct } from "constructs";
import { fail } from "../errors";
import type { PartsContext } from "../parts";

/** A field of a type. */
export interface ResolverKey {
  readonly type: string;
  readonly field: string;
  /** `Query notes`, with one space. */
  readonly text: string;
}

/** The key of a resolver as it is kept: with one space. */
export function trimmedResolverKey(key: string): string {
  return key.trim().replace(/\s+/g, " ");
}

/** Refuses a key that is not a type and a field of the schema. */
export function parseResolverKey(
  api: Construct,
  written: string,
  { schema, isImported }: Pick<PartsContext, "schema" | "isImported">,
): ResolverKey {
  const text = trimmedResolverKey(written);
  const [, type, field] = /^([_A-Za-z]\w*) ([_A-Za-z]\w*)$/.exec(text) ?? [];
  if (type === undefined || field === undefined) {
    return fail(api, "appsync-resolver-key", "resolvers", { value: written });
  }
  if (schema === undefined) {
    if (!isImported) fail(api, "appsync-schema-required", "schema", { key: text });
    return { type, field, text };
  }
  const fields = schema.fields.get(type);
  if (fields === undefined) {
    const known = [...schema.fields.keys()];
    return fail(api, "appsync-resolver-type", propOf(written), { value: type, known });
  }
  if (!fields.includes(field)) {
    fail(api, "appsync-resolver-field", propOf(written), { type, value: field, known: fields });
  }
  return { type, field, text };
}

function propOf(written: string): string {
  return `resolvers[${JSON.stringify(written)}]`;
}

/** The ids that a resolver needs below its scope. */
export function resolverIds({ type, field }: ResolverKey): readonly [string, string, string] {
  const suffix = `${type}_${field}`;
  return [`Resolver_${suffix}`, `DataSource_LambdaDS_${suffix}`, `Lambda_${suffix}`];
}
