import { type ConstructDescription, metadataKind } from "../../kit/description";
import { apiRow } from "../../kit/gateway";
import type { ApiMetadata } from "../api";

export const graphQLApiDescription = {
  className: "GraphQLApi",
  row: apiRow,
  binding: { client: "api", variables: ["url"], grants: false },
  // It is an Api with `graphql: true`.
  metadata: metadataKind<ApiMetadata>("Api"),
  document: {
    readme: "lib/constructs/graphql-api/README.md",
    summary: "deprecated: a `graphql` route of `Api` does the same",
    group: "APIs",
  },
} as const satisfies ConstructDescription;
