import {
  checkKeys,
  checkLiteral,
  isUnresolved,
  isWebAddress,
  propKeys,
  refuseValue,
  requireProp,
} from "../../../kit/core";
import { checkPathVariables, routeKeys } from "../../../kit/gateway";
import { fail } from "../errors";
import { checkForward, forwardIntegration } from "./forward";
import type { ApiRouteDeclaration, ApiRouteKind } from "./kind";
import type { ApiUrlRouteProps } from "./props";

export const urlRoute: ApiRouteKind<ApiUrlRouteProps> = {
  keys: propKeys<ApiUrlRouteProps>()({ ...routeKeys, url: true, cdk: "map" }),
  plan(declaration, { url, cdk = {} }) {
    const { api, prop } = declaration;
    checkKeys(api, `${prop}.cdk`, cdk, ["integration"]);
    requireProp(api, `${prop}.url`, url, 'Name the address to forward to: url: "https://example.com".');
    const isAddress = typeof url === "string" && (isUnresolved(url) || isAddressWithVariables(url));
    if (!isAddress) {
      refuseValue(api, `${prop}.url`, url, 'an address with its scheme, such as "https://example.com"');
    }
    const integration = cdk.integration ?? {};
    checkForward(declaration, integration);
    const { connectionType } = integration;
    if (connectionType !== undefined)
      checkLiteral(api, `${prop}.cdk.integration.connectionType`, connectionType, ["INTERNET"]);
    for (const key of ["vpcLink", "secureServerName", "connectionId", "tlsConfig"] as const) {
      if (integration[key] !== undefined) {
        fail(api, "route-not-private", `${prop}.cdk.integration.${key}`, {});
      }
    }
    checkVariables(declaration, `${prop}.url`, url);
    const target = { integrationUri: escapeStageVariables(url) };
    return () => ({ integration: forwardIntegration(target, integration), metadataType: "url" });
  },
};

/** An address in which `{name}` stands for a part of the path, and `${...}` for a value that is known later. */
function isAddressWithVariables(url: string): boolean {
  if (!/^https?:\/\//.test(url)) return false;
  if (/\$\{stageVariables\.(?!\w+\})/.test(url)) return false;
  const example = url.replace(/\$\{[^}]+\}/g, "x").replace(/\{[\w.-]+\}/g, "x");
  return isWebAddress(example) && !/[{}|\\^`#]/.test(example);
}

/** Refuses variables of an address that the path does not have. */
function checkVariables({ api, key }: ApiRouteDeclaration, prop: string, url: string): void {
  if (isUnresolved(url)) return;
  const path = key.route?.path ?? key.key;
  checkPathVariables(api, prop, url.matchAll(/(?<!\$)\{([\w.-]+)\}/g), path);
}

/** The gateway resolves `${stageVariables.host}`. Any other `${` may be a Terraform expression of the caller. */
function escapeStageVariables(url: string): string {
  return url.replaceAll("${stageVariables.", () => "$${stageVariables.");
}
