interface SchemaType {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: SchemaType | null;
}

export interface SchemaField {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly type: SchemaType }[];
  readonly type: SchemaType;
}

interface NamedType {
  readonly kind: string;
  readonly name: string;
  readonly fields: readonly SchemaField[] | null;
}

interface SchemaSource {
  readonly queryType: { readonly name: string } | null;
  readonly mutationType: { readonly name: string } | null;
  readonly subscriptionType: { readonly name: string } | null;
  readonly types: readonly NamedType[];
}

/** A schema, with its operations in the order of the language: queries, mutations, subscriptions. */
export interface ExplorerSchema {
  readonly source: SchemaSource;
  readonly operations: readonly { readonly kind: string; readonly fields: readonly SchemaField[] }[];
}

const typeReference = "kind name ofType { kind name ofType { kind name ofType { kind name } } }";

/** The operation that reads the schema of an API: https://spec.graphql.org/October2021/#sec-Schema-Introspection */
export const introspection = `query {
  __schema {
    queryType { name } mutationType { name } subscriptionType { name }
    types { kind name fields { name args { name type { ${typeReference} } } type { ${typeReference} } } }
  }
}`;

export function schemaFrom(source: SchemaSource): ExplorerSchema {
  const roots = {
    query: source.queryType,
    mutation: source.mutationType,
    subscription: source.subscriptionType,
  };
  const operations = Object.entries(roots).flatMap(([kind, root]) => {
    const type = source.types.find(({ name }) => name === root?.name);
    return type === undefined ? [] : [{ kind, fields: type.fields ?? [] }];
  });
  return { source, operations };
}

/** A type in GraphQL's notation: `[Note!]!` */
export function typeText({ kind, name, ofType }: SchemaType): string {
  const inner = ofType ? typeText(ofType) : "";
  if (kind === "NON_NULL") return `${inner}!`;
  return kind === "LIST" ? `[${inner}]` : (name ?? "");
}

/** A field with its arguments: `(id: ID!): Note` */
export function signatureOf({ args, type }: SchemaField): string {
  const given = args.map((each) => `${each.name}: ${typeText(each.type)}`).join(", ");
  return `${given === "" ? "" : `(${given})`}: ${typeText(type)}`;
}

/** An operation for a field, with a variable for each argument, and the scalar fields of its type. */
export function operationFrom(kind: string, { name, args, type }: SchemaField, { source }: ExplorerSchema) {
  const declared = args.map((each) => `$${each.name}: ${typeText(each.type)}`).join(", ");
  const passed = args.map((each) => `${each.name}: $${each.name}`).join(", ");
  const selected = selectionOf(innermost(type), source);
  const query = `${kind}${declared === "" ? "" : `(${declared})`} {
  ${name}${passed === "" ? "" : `(${passed})`}${selected === "" ? "" : ` { ${selected} }`}
}`;
  return { query, variables: Object.fromEntries(args.map((each) => [each.name, sampleOf(each.type)])) };
}

const hasFields = ["OBJECT", "INTERFACE", "UNION"];

/** Empty for a type without fields. */
function selectionOf({ kind, name }: SchemaType, { types }: SchemaSource): string {
  if (!hasFields.includes(kind)) return "";
  const fields = types.find((each) => each.name === name)?.fields ?? [];
  const plain = fields.filter(
    (each) => !hasFields.includes(innermost(each.type).kind) && each.args.length === 0,
  );
  return plain.length === 0 ? "__typename" : plain.map((each) => each.name).join(" ");
}

const innermost = (type: SchemaType): SchemaType => (type.ofType ? innermost(type.ofType) : type);

const samples: Readonly<Record<string, unknown>> = { ID: "1", String: "", Int: 0, Float: 0, Boolean: false };

function sampleOf({ kind, name, ofType }: SchemaType): unknown {
  if (kind === "NON_NULL" && ofType) return sampleOf(ofType);
  if (kind === "LIST") return [];
  return kind === "INPUT_OBJECT" ? {} : (samples[name ?? ""] ?? "");
}
