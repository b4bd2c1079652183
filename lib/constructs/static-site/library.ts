import { type ConstructDescription, metadataKind } from "../../kit/description";
import { type SiteMetadata, siteRow } from "../../kit/site";

/** Also of `ReactStaticSite` and `ViteStaticSite`. */
export type StaticSiteMetadata = SiteMetadata<"StaticSite">;

export const staticSiteDescription = {
  className: "StaticSite",
  row: siteRow,
  binding: { client: "site", variables: ["url"], grants: false, isStored: true },
  metadata: metadataKind<StaticSiteMetadata>("StaticSite"),
  document: { summary: "files on CloudFront, with APIs under the same domain", group: "Sites" },
} as const satisfies ConstructDescription;
