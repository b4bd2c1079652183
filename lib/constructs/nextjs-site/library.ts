import { type ConstructDescription, metadataKind } from "../../kit/description";
import { siteRow } from "../../kit/site";
import type { ServerSiteMetadata } from "../site";

export const nextjsSiteDescription = {
  className: "NextjsSite",
  row: siteRow,
  binding: { client: "site", variables: ["url"], grants: false, isStored: true },
  metadata: metadataKind<ServerSiteMetadata<"NextjsSite">>("NextjsSite"),
  document: { summary: "a site that Next.js builds", group: "Sites" },
} as const satisfies ConstructDescription;
