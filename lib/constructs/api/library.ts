import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { apiRow } from "../../kit/gateway";
import { apiTexts } from "./errors";

/** A route as the metadata shows it; the last four only for a `graphql` route whose schema is generated. */
export type ApiRouteMetadata = {
  readonly type: "function" | "graphql" | "url" | "alb" | "nlb" | "cloud" | "lambda_function";
  readonly route: string;
  readonly fn?: FunctionRef | undefined;
  readonly schema?: string | undefined;
  readonly output?: string | undefined;
  readonly commands?: readonly string[] | undefined;
  readonly internalPackages?: readonly string[] | undefined;
};

export type ApiMetadata = ConstructMetadata<
  "Api",
  {
    /** Whether it is a `GraphQLApi`. */
    readonly graphql: boolean;
    /** Configuration file of a `GraphQLApi`'s code generator. */
    readonly codegen?: string | undefined;
    readonly url: string;
    readonly httpApiId: string;
    readonly customDomainUrl?: string | undefined;
    readonly routes: readonly ApiRouteMetadata[];
  }
>;

export const apiDescription = {
  className: "Api",
  row: apiRow,
  binding: { client: "api", variables: ["url"], grants: false },
  metadata: metadataKind<ApiMetadata>("Api"),
  texts: apiTexts,
  document: { summary: "HTTP APIs: the gateway to start with", group: "APIs" },
} as const satisfies ConstructDescription;
