import { CloudfrontFunction } from "@cdktf/provider-aws/lib/cloudfront-function";
import type { Construct } from "constructs";
import { quotas } from "../../core/quotas";
import { escapeTemplate } from "../../core/tokens/escape";
import { fail } from "../errors";
import { deliveryName } from "./names";

/** Creates a function that CloudFront runs for each request before it looks into its cache. */
export function createViewerFunction(site: Construct, id: string, code: string): CloudfrontFunction {
  const bytes = Buffer.byteLength(code);
  const limit = quotas.cdnFunctionBytes;
  if (bytes > limit)
    fail(site, "quota-exceeded", "props", { what: "bytes in a CloudFront function", count: bytes, limit });
  return new CloudfrontFunction(site, id, {
    name: deliveryName(site, 64, id),
    runtime: "cloudfront-js-2.0",
    publish: true,
    code: escapeTemplate(code),
  });
}

/** Sends every request to one path: APIs such as WebSocket APIs have no others. */
export function toOnePath(path: string): string {
  return viewerFunction([`request.uri = ${JSON.stringify(path)};`]);
}

/**
 * Serves the index page for every path without a file extension, which the router of a single page application answers.
 *
 * An error response of CloudFront would do the same, but for the errors of APIs as well.
 */
export function toIndexPage(indexPage: string): string {
  return viewerFunction([
    `var last = request.uri.slice(request.uri.lastIndexOf("/") + 1);`,
    `if (last.indexOf(".") === -1) request.uri = ${JSON.stringify(`/${indexPage}`)};`,
  ]);
}

/** The code of a function that changes the request. */
export function viewerFunction(statements: readonly string[]): string {
  const lines = ["function handler(event) {", "  var request = event.request;"];
  return [...lines, ...statements.map((each) => `  ${each}`), "  return request;", "}", ""].join("\n");
}
