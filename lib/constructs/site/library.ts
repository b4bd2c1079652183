import type { FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { type SiteMetadata, siteRow } from "../../kit/site";
import { siteServerTexts } from "../../kit/site/server/errors";

export type ServerSiteMetadata<Type extends string> = Omit<SiteMetadata<Type>, "data"> & {
  readonly data: SiteMetadata<Type>["data"] & { readonly server?: FunctionRef | undefined };
};

export const siteDescription = {
  className: "Site",
  row: siteRow,
  binding: { client: "site", variables: ["url"], grants: false, isStored: true },
  metadata: metadataKind<ServerSiteMetadata<"Site">>("Site"),
  texts: siteServerTexts,
  document: { summary: "pages that a framework's own server renders, on CloudFront", group: "Sites" },
} as const satisfies ConstructDescription;
