import { Token } from "cdktf";
import { checkKeys } from "../../../core/check";
import { fail } from "../errors";
import { checkForward, forwardIntegration } from "./forward";
import type { RouteKind } from "./kind";
import type { ApiUrlRouteProps } from "./props";

export const urlRoute: RouteKind<ApiUrlRouteProps> = {
  keys: ["type", "authorizer", "authorizationScopes", "url", "cdk"],
  target(place, { url, cdk = {} }) {
    const { api, prop } = place;
    checkKeys(api, `${prop}.cdk`, cdk, ["integration"]);
    if (url === undefined) {
      fail(api, "prop-required", `${prop}.url`, {
        remedy: 'Name where to forward: url: "https://example.com".',
      });
    }
    const isAddress = Token.isUnresolved(url) || (typeof url === "string" && /^https?:\/\/./.test(url));
    if (!isAddress) {
      fail(api, "prop-invalid", `${prop}.url`, {
        value: url,
        expected: 'an address with its scheme, such as "https://example.com"',
      });
    }
    const integration = cdk.integration ?? {};
    checkForward(place, integration);
    for (const key of ["vpcLink", "secureServerName"] as const) {
      if (integration[key] !== undefined)
        fail(api, "route-not-private", `${prop}.cdk.integration.${key}`, {});
    }
    const integrationUri = escapeStageVariables(url);
    return { integration: forwardIntegration({ integrationUri }, integration), metadataType: "url" };
  },
};

/** `${stageVariables.host}` is the gateway's; other `${` may be the caller's own Terraform. */
function escapeStageVariables(url: string): string {
  return url.replaceAll("${stageVariables.", () => "$${stageVariables.");
}
