import { Token } from "cdktf";
import { checkKeys, propKeys } from "../../../core/check";
import { routeKeys } from "../../../gateway";
import { fail } from "../errors";
import { checkForward, forwardIntegration } from "./forward";
import type { ApiRouteKind } from "./kind";
import type { ApiIntegrationProps, ApiUrlRouteProps } from "./props";

interface UrlPlan {
  readonly integrationUri: string;
  readonly integration: ApiIntegrationProps;
}

export const urlRoute: ApiRouteKind<ApiUrlRouteProps, UrlPlan> = {
  keys: propKeys<ApiUrlRouteProps>()({
    type: true,
    ...routeKeys,
    url: true,
    cdk: "map",
  }),
  check(declaration, { url, cdk = {} }) {
    const { api, prop } = declaration;
    checkKeys(api, `${prop}.cdk`, cdk, ["integration"]);
    if (url === undefined) {
      fail(api, "prop-required", `${prop}.url`, {
        remedy: 'Name the address to forward to: url: "https://example.com".',
      });
    }
    const isAddress = typeof url === "string" && (Token.isUnresolved(url) || /^https?:\/\/./.test(url));
    if (!isAddress) {
      fail(api, "prop-invalid", `${prop}.url`, {
        value: url,
        expected: 'an address with its scheme, such as "https://example.com"',
      });
    }
    const integration = cdk.integration ?? {};
    checkForward(declaration, integration);
    for (const key of ["vpcLink", "secureServerName"] as const) {
      if (integration[key] !== undefined) {
        fail(api, "route-not-private", `${prop}.cdk.integration.${key}`, {});
      }
    }
    return { integrationUri: escapeStageVariables(url), integration };
  },
  config(_, { integrationUri, integration }) {
    return { integration: forwardIntegration({ integrationUri }, integration), metadataType: "url" };
  },
};

/** The gateway resolves `${stageVariables.host}`. Any other `${` may be a Terraform expression of the caller. */
function escapeStageVariables(url: string): string {
  return url.replaceAll("${stageVariables.", () => "$${stageVariables.");
}
