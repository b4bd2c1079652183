import { CloudfrontFunction } from "@cdktf/provider-aws/lib/cloudfront-function";
import type { Construct } from "constructs";
import { quotas } from "../../core/quotas";
import { escapeTemplate } from "../../core/tokens/escape";
import { fail } from "../errors";
import { deliveryName } from "./names";
import type { PlannedSiteRoute } from "./routes";

/**
 * Creates the function that CloudFront runs for requests of a site before it looks into its cache.
 *
 * A site has one function, and has it from its first deployment on, whether a behavior names it or not: AWS does not delete a function
 * that a distribution still names, and a distribution takes minutes to forget one.
 */
export function createViewerFunction(site: Construct, id: string, code: string): CloudfrontFunction {
  return new CloudfrontFunction(site, id, {
    name: deliveryName(site, 64, id),
    runtime: "cloudfront-js-2.0",
    publish: true,
    code: checkedCode(site, code),
  });
}

/** The code as Terraform takes it. Refuses code that is too long. */
export function checkedCode(site: Construct, code: string): string {
  const bytes = Buffer.byteLength(code);
  const limit = quotas.cdnFunctionBytes;
  if (bytes > limit)
    fail(site, "quota-exceeded", "props", { what: "bytes in a CloudFront function", count: bytes, limit });
  return escapeTemplate(code);
}

/**
 * Serves the index page for every path without a file extension, which the router of a single page application answers.
 *
 * An error response of CloudFront would do the same, but for the errors of APIs as well.
 */
export function toIndexPage(indexPage: string): readonly string[] {
  return [
    `var last = request.uri.slice(request.uri.lastIndexOf("/") + 1);`,
    `if (last.indexOf(".") === -1) request.uri = ${JSON.stringify(`/${indexPage}`)};`,
  ];
}

/**
 * The code of a function that changes the request. Requests of routes whose API has one path only, such as a WebSocket API, are sent
 * there.
 */
export function viewerFunction(
  statements: readonly string[],
  routes: readonly Pick<PlannedSiteRoute, "pattern" | "origin">[],
): string {
  const paths = routes.flatMap(({ pattern, origin: { onlyPath } }) =>
    onlyPath === undefined
      ? []
      : [
          `if (${expressionOf(pattern)}.test(request.uri)) {`,
          `  request.uri = ${JSON.stringify(onlyPath)};`,
          "  return request;",
          "}",
        ],
  );
  const lines = ["function handler(event) {", "  var request = event.request;"];
  return [
    ...lines,
    ...[...paths, ...statements].map((each) => `  ${each}`),
    "  return request;",
    "}",
    "",
  ].join("\n");
}

/** The regular expression of a path pattern. */
function expressionOf(pattern: string): string {
  const escaped = pattern.replace(/[/.+$]/g, "\\$&");
  return `/^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$/`;
}
