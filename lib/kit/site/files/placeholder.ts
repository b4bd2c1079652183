import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import { Construct } from "constructs";
import { waitFor } from "../../core/terraform/depends-on";
import { createInvalidation } from "../delivery/invalidation";
import type { SiteParts } from "../site";

/** The construct that contains the objects of a site. */
export const filesScope = "Files";

/** The id of the object of a file. A slash would become two dashes, which another file may have in its name. */
export const objectId = (key: string): string => encodeURIComponent(key);

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>serverform start</title>
  </head>
  <body>
    <h1>This site runs on the developer's machine</h1>
    <p>It is not deployed while its stage is developed with <code>serverform start</code>. Run its development server.</p>
  </body>
</html>
`;

/**
 * The page that `serverform start` deploys instead of a site.
 *
 * It is the object of the page whose place it takes: of two objects with one key, the one that goes would take the content of
 * the other one with it.
 */
export function createPlaceholder(
  site: Construct,
  { bucket: { bucket }, distribution }: Pick<SiteParts, "bucket" | "distribution">,
  page: string,
): void {
  const object = new S3Object(new Construct(site, filesScope), objectId(page), {
    bucket: bucket.bucket,
    key: page,
    content: html,
    contentType: "text/html; charset=utf-8",
    cacheControl: "no-store",
  });
  waitFor(distribution, [object]);
  createInvalidation(site, distribution, { waits: false, triggers: { files: "placeholder" } });
}
