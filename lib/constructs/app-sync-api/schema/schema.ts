import type * as merge from "@graphql-tools/merge";
import type { Construct } from "constructs";
import type * as graphql from "graphql";
import type {
  DefinitionNode,
  DirectiveNode,
  DocumentNode,
  FieldDefinitionNode,
  GraphQLError,
  GraphQLSchema,
  ObjectTypeDefinitionNode,
  TypeNode,
} from "graphql";
import type * as validation from "graphql/validation/validate";
import { dialect, modeOfDirective } from "../../../facts/app-sync";
import { quotas, refuseValue } from "../../../kit/core";
import { fail } from "../errors";
import { type ProjectFile, readProjectFile } from "../project-file";

/** A schema that has been checked. */
export interface ParsedSchema {
  /** As it is deployed. */
  readonly text: string;
  /** The directives about authorization. */
  readonly directives: readonly DirectiveUse[];
  /** Object types and their fields, by name. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Reads the files of a schema, merges and checks them. */
export function parseSchema(api: Construct, given: unknown): ParsedSchema | undefined {
  if (given === undefined) return undefined;
  const isList = Array.isArray(given);
  const paths: readonly unknown[] = isList ? given : [given];
  if (paths.length === 0 || paths.some((each) => typeof each !== "string")) {
    const expected = 'the path of a file, or an array of them: "graphql/schema.graphql"';
    return refuseValue(api, "schema", given, expected);
  }
  const files = paths.map((each, index) =>
    readProjectFile(api, isList ? `schema[${index}]` : "schema", each),
  );
  const loaded = loadGraphQL(api);
  const documents = files.map((file) => parseFile(api, file, loaded));
  const { document, text } = joinDocuments(api, files, documents, loaded);
  const bytes = Buffer.byteLength(text);
  const { appSyncSchemaBytes: limit } = quotas;
  if (bytes > limit) fail(api, "appsync-schema-too-long", "schema", { bytes, limit });
  checkDocument(api, document, loaded);
  const { buildASTSchema, concatAST, parse } = loaded.graphql;
  const known = concatAST([parse(dialect), document]);
  const schema = buildASTSchema(known, { assumeValidSDL: true });
  refuse(api, loaded.graphql.validateSchema(schema));
  return { text, directives: findDirectiveUses(document), fields: fieldsOf(schema, loaded) };
}

function parseFile(api: Construct, { file, text }: ProjectFile, { graphql }: GraphQLPackage): DocumentNode {
  try {
    return graphql.parse(new graphql.Source(text, file));
  } catch (error) {
    return refuseOne(api, error);
  }
}

function joinDocuments(
  api: Construct,
  files: readonly ProjectFile[],
  documents: readonly DocumentNode[],
  { graphql }: GraphQLPackage,
): { readonly document: DocumentNode; readonly text: string } {
  const [first, ...others] = documents;
  if (first !== undefined && others.length === 0) return { document: first, text: files[0]?.text ?? "" };
  const { mergeTypeDefs } = loadMerge(api);
  try {
    const document = mergeTypeDefs([...documents], { useSchemaDefinition: false });
    return { document, text: `${graphql.print(document)}\n` };
  } catch (error) {
    return refuseOne(api, error);
  }
}

function checkDocument(
  api: Construct,
  document: DocumentNode,
  { graphql, validateSDL }: GraphQLPackage,
): void {
  const problems = [
    ...scalarErrors(document, graphql),
    ...validateSDL(graphql.concatAST([graphql.parse(dialect), document])),
    ...subscriptionErrors(document, graphql),
  ];
  refuse(api, problems);
}

/** The service has its own scalars only. Source: https://docs.aws.amazon.com/appsync/latest/devguide/scalars.html */
function scalarErrors(
  document: DocumentNode,
  { GraphQLError, Kind }: GraphQLPackage["graphql"],
): GraphQLError[] {
  return document.definitions.flatMap((node) => {
    if (node.kind !== Kind.SCALAR_TYPE_DEFINITION) return [];
    const text = `Scalar "${node.name.value}" is not supported: AppSync has only its own scalars, such as AWSDateTime and AWSJSON.`;
    return new GraphQLError(text, { nodes: node });
  });
}

/** A subscription must name mutations of the schema, and have their type. */
function subscriptionErrors(
  document: DocumentNode,
  { GraphQLError, Kind, print }: GraphQLPackage["graphql"],
): GraphQLError[] {
  const mutations = rootFields(document, "mutation");
  // A type that may be null takes one that may not.
  const shape = (type: TypeNode): string => print(type).replaceAll("!", "");
  return rootFields(document, "subscription").flatMap((field) => {
    const [directive] = (field.directives ?? []).filter(({ name }) => name.value === "aws_subscribe");
    const values = (directive?.arguments ?? []).map(({ value }) => value);
    const items = values.flatMap((value) => (value.kind === Kind.LIST ? value.values : [value]));
    return items.flatMap((item) => {
      if (item.kind !== Kind.STRING) return [];
      const mutation = mutations.find(({ name }) => name.value === item.value);
      if (mutation === undefined) {
        const known = mutations.map(({ name }) => name.value).join(", ") || "none";
        const text = `@aws_subscribe names the mutation "${item.value}", which does not exist. Known mutations: ${known}.`;
        return new GraphQLError(text, { nodes: item });
      }
      if (shape(mutation.type) === shape(field.type)) return [];
      const text = `The subscription ${field.name.value} has the type ${print(field.type)}, but its mutation "${item.value}" has the type ${print(mutation.type)}: both must be the same.`;
      return new GraphQLError(text, { nodes: item });
    });
  });
}

function rootFields(
  document: DocumentNode,
  operation: "mutation" | "subscription",
): readonly FieldDefinitionNode[] {
  const name = rootName(document, operation);
  return document.definitions.flatMap((node) =>
    isObject(node) && node.name.value === name ? (node.fields ?? []) : [],
  );
}

function isObject(node: DefinitionNode): node is ObjectTypeDefinitionNode {
  return node.kind === "ObjectTypeDefinition" || (node.kind as string) === "ObjectTypeExtension";
}

function rootName(document: DocumentNode, operation: "mutation" | "subscription"): string {
  for (const node of document.definitions) {
    if (node.kind !== "SchemaDefinition") continue;
    const found = node.operationTypes.find((each) => each.operation === operation);
    if (found !== undefined) return found.type.name.value;
  }
  return operation === "mutation" ? "Mutation" : "Subscription";
}

function fieldsOf(
  schema: GraphQLSchema,
  { graphql }: GraphQLPackage,
): ReadonlyMap<string, readonly string[]> {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => graphql.isObjectType(type) && !type.name.startsWith("__"),
  );
  return new Map(
    types.map(
      (type) => [type.name, graphql.isObjectType(type) ? Object.keys(type.getFields()) : []] as const,
    ),
  );
}

function refuse(api: Construct, errors: readonly GraphQLError[]): void {
  if (errors.length > 0) fail(api, "appsync-schema-invalid", "schema", { errors: errors.map(textOf) });
}

function refuseOne(api: Construct, error: unknown): never {
  return fail(api, "appsync-schema-invalid", "schema", { errors: [textOf(error as GraphQLError)] });
}

/** `graphql/schema.graphql:3:5: Unknown type "Nte".` */
function textOf({ message, source, nodes, locations }: Partial<GraphQLError>): string {
  const [location] = locations ?? [];
  // The first location of several nodes is in the first node's file.
  const name = nodes?.[0]?.loc?.source.name ?? source?.name;
  return location === undefined || name === undefined
    ? `${message}`
    : `${name}:${location.line}:${location.column}: ${message}`;
}

/** The package `graphql`, which is loaded when a schema is read. */
interface GraphQLPackage {
  readonly graphql: typeof graphql;
  readonly validateSDL: typeof validation.validateSDL;
}

function loadGraphQL(api: Construct): GraphQLPackage {
  return tryLoad(api, ["graphql"], () => ({
    graphql: require("graphql") as typeof graphql,
    validateSDL: (require("graphql/validation/validate") as typeof validation).validateSDL,
  }));
}

function loadMerge(api: Construct): typeof merge {
  return tryLoad(api, ["@graphql-tools/merge"], () => require("@graphql-tools/merge") as typeof merge);
}

function tryLoad<Loaded>(api: Construct, packages: readonly string[], load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    return fail(api, "appsync-packages-missing", "schema", { packages });
  }
}

/** A directive in a schema. Its declaration needs no optional package: those of the construct lead here. */
interface DirectiveUse {
  readonly name: string;
  /** `graphql/schema.graphql:3:5` */
  readonly at: string;
}

/** The uses of directives on types and their fields. */
function findDirectiveUses(
  document: DocumentNode,
  names: readonly string[] = Object.keys(modeOfDirective),
): readonly DirectiveUse[] {
  return document.definitions.flatMap((node) => {
    if (node.kind !== "ObjectTypeDefinition" && node.kind !== "ObjectTypeExtension") return [];
    const all = [
      ...(node.directives ?? []),
      ...(node.fields ?? []).flatMap((field) => field.directives ?? []),
    ];
    return all.flatMap((each) => {
      const name = each.name.value;
      return names.includes(name) ? { name, at: placeOf(each) } : [];
    });
  });
}

function placeOf({ loc }: DirectiveNode): string {
  if (loc === undefined) return "the schema";
  const { line, column } = loc.startToken;
  return `${loc.source.name}:${line}:${column}`;
}

/** Refuses a directive whose way of authorization the API does not have. */
export function checkDirectives(
  api: Construct,
  directives: readonly DirectiveUse[],
  configured: readonly string[],
): void {
  for (const { name, at } of directives) {
    const mode = modeOfDirective[name];
    if (mode !== undefined && !configured.includes(mode)) {
      fail(api, "appsync-directive-mode", "schema", { at, directive: name, mode, configured });
    }
  }
}
