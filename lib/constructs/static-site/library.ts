import { type ConstructDescription, metadataKind } from "../../kit/description/construct-description";
import type { SiteMetadata } from "../../kit/site/metadata";
import { siteRow } from "../../kit/site/row";

/** Also of `ReactStaticSite` and `ViteStaticSite`. */
export type StaticSiteMetadata = SiteMetadata<"StaticSite">;

export const staticSiteDescription = {
  className: "StaticSite",
  row: siteRow,
  binding: { client: "site", variables: ["url"], grants: false, isStored: true },
  metadata: metadataKind<StaticSiteMetadata>("StaticSite"),
  document: {
    readme: "lib/constructs/static-site/README.md",
    summary: "files on CloudFront, with APIs under the same domain",
    group: "Sites",
  },
} as const satisfies ConstructDescription;
