import type { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import type { Construct } from "constructs";
import { waitFor } from "../../core/depends-on";

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

/** What `serverform start` deploys in place of a site. */
export function createPlaceholder(
  site: Construct,
  {
    bucket,
    distribution,
    page,
  }: { readonly bucket: string; readonly distribution: CloudfrontDistribution; readonly page: string },
): void {
  const object = new S3Object(site, "Placeholder", {
    bucket,
    key: page,
    content: html,
    contentType: "text/html; charset=utf-8",
    cacheControl: "no-store",
  });
  waitFor(distribution, [object]);
}
