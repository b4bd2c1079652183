import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { apiRow } from "../../kit/gateway";
import { restTexts } from "./errors";

/** A route as the metadata shows it. */
export type RestV1ApiRouteMetadata = {
  readonly type: "function" | "alb" | "nlb";
  readonly route: string;
  /** @default - an existing function answers, or a load balancer */
  readonly fn?: FunctionRef | undefined;
};

export type RestV1ApiMetadata = ConstructMetadata<
  "RestV1Api",
  {
    /** @default - the API has no stage */
    readonly url?: string | undefined;
    readonly restApiId: string;
    readonly customDomainUrl?: string | undefined;
    readonly routes: readonly RestV1ApiRouteMetadata[];
  }
>;

export const restV1ApiDescription = {
  className: "RestV1Api",
  row: apiRow,
  binding: { client: "api", variables: ["url"], grants: false },
  metadata: metadataKind<RestV1ApiMetadata>("RestV1Api"),
  texts: restTexts,
  document: {
    summary: "REST APIs: API keys, usage plans, request validation, firewalls, private endpoints",
    group: "APIs",
  },
} as const satisfies ConstructDescription;
