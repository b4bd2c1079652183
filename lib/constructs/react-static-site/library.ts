import { type ConstructDescription, metadataKind } from "../../kit/description";
import { siteRow } from "../../kit/site";
import type { StaticSiteMetadata } from "../static-site";
import { reactStaticSiteTexts } from "./errors";

export const reactStaticSiteDescription = {
  className: "ReactStaticSite",
  row: siteRow,
  binding: { client: "site", variables: ["url"], grants: false, isStored: true },
  // It is a StaticSite.
  metadata: metadataKind<StaticSiteMetadata>("StaticSite"),
  texts: reactStaticSiteTexts,
  document: { summary: "deprecated: `StaticSite` does the same", group: "Sites" },
} as const satisfies ConstructDescription;
