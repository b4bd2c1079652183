import type * as graphql from "graphql";
import { dialect } from "../../../../facts/app-sync";
import { defineScalars } from "./scalars";

type GraphQL = typeof graphql;

let loaded: GraphQL | undefined;

/** The package `graphql`, loaded for the first API. An app with an AppSync API has it: synthesis reads schemas with it. */
export function graphqlPackage(): GraphQL {
  loaded ??= require("graphql") as GraphQL;
  return loaded;
}

/** A schema with the parts that a server needs. */
export interface ApiSchema {
  readonly schema: graphql.GraphQLSchema;
  /** The subscription fields that a mutation feeds, by the mutation's name. */
  readonly subscribers: ReadonlyMap<string, readonly string[]>;
}

/** Reads a schema that was checked at synthesis. */
export function readSchema(text: string): ApiSchema {
  const { buildASTSchema, concatAST, parse } = graphqlPackage();
  const schema = buildASTSchema(concatAST([parse(dialect), parse(text)]), { assumeValidSDL: true });
  defineScalars(schema, graphqlPackage());
  const subscribers = new Map<string, string[]>();
  for (const { name, astNode } of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    for (const mutation of mutationsOf(astNode)) {
      subscribers.set(mutation, [...(subscribers.get(mutation) ?? []), name]);
    }
  }
  return { schema, subscribers };
}

/** The mutations in `@aws_subscribe` of a field. */
function mutationsOf(node: graphql.FieldDefinitionNode | undefined | null): readonly string[] {
  const directive = node?.directives?.find(({ name }) => name.value === "aws_subscribe");
  return (directive?.arguments ?? []).flatMap(({ value }) => {
    const items = value.kind === "ListValue" ? value.values : [value];
    return items.flatMap((item) => (item.kind === "StringValue" ? [item.value] : []));
  });
}
