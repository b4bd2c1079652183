import type { ApiGatewayVpcLink } from "@cdktf/provider-aws/lib/api-gateway-vpc-link";
import type { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { checkKeys, isUnresolved, propKeys } from "../../../kit/core";
import {
  type BalancerListener,
  checkListener,
  checkServerName,
  checkVpcLink,
  type LoadBalancerType,
  loadBalancerOf,
  routeKeys,
  vpcLinkFor,
} from "../../../kit/gateway";
import { fail } from "../errors";
import { partsOf } from "../rest-route-key";
import { balancerRules, integrationConfig, type PlannedIntegration, planIntegration } from "./integration";
import type { RestRouteDeclaration, RestRouteKind, RestRouteTarget } from "./kind";
import { checkMethod } from "./method";
import type {
  RestV1ApiAlbRouteProps,
  RestV1ApiBalancerIntegrationProps,
  RestV1ApiMethodProps,
  RestV1ApiNlbRouteProps,
} from "./props";

interface LoadBalancerPlan {
  readonly listener: BalancerListener;
  readonly integration: PlannedIntegration;
  /** Undefined: one is created for the load balancer. */
  readonly vpcLink: Apigatewayv2VpcLink | ApiGatewayVpcLink | undefined;
  /** Host name for TLS. */
  readonly secureServerName: string | undefined;
  readonly isSecure: boolean;
}

const linkTypes = {
  alb: {
    types: ["aws_apigatewayv2_vpc_link"],
    expected: "an Apigatewayv2VpcLink or its data source",
  },
  nlb: {
    types: ["aws_apigatewayv2_vpc_link", "aws_api_gateway_vpc_link"],
    expected: "an Apigatewayv2VpcLink, an ApiGatewayVpcLink or a data source of either",
  },
} as const;

const keys = {
  type: true,
  ...routeKeys,
  cdk: "map",
} as const;

export const albRoute: RestRouteKind<RestV1ApiAlbRouteProps, LoadBalancerPlan> = {
  keys: propKeys<RestV1ApiAlbRouteProps>()(keys),
  check(declaration, { cdk }) {
    const { api, prop } = declaration;
    checkKeys(api, `${prop}.cdk`, cdk ?? {}, ["albListener", "integration", "method"]);
    return checkLoadBalancer(declaration, "alb", cdk?.albListener, cdk);
  },
  config(declaration, plan) {
    return { ...loadBalancerTarget(declaration, plan), metadataType: "alb" };
  },
};

export const nlbRoute: RestRouteKind<RestV1ApiNlbRouteProps, LoadBalancerPlan> = {
  keys: propKeys<RestV1ApiNlbRouteProps>()(keys),
  check(declaration, { cdk }) {
    const { api, prop } = declaration;
    checkKeys(api, `${prop}.cdk`, cdk ?? {}, ["nlbListener", "integration", "method"]);
    return checkLoadBalancer(declaration, "nlb", cdk?.nlbListener, cdk);
  },
  config(declaration, plan) {
    return { ...loadBalancerTarget(declaration, plan), metadataType: "nlb" };
  },
};

function checkLoadBalancer(
  { api, prop, key }: RestRouteDeclaration,
  type: LoadBalancerType,
  givenListener: BalancerListener | undefined,
  cdk:
    | {
        readonly integration?: RestV1ApiBalancerIntegrationProps | undefined;
        readonly method?: RestV1ApiMethodProps | undefined;
      }
    | undefined,
): LoadBalancerPlan {
  const listener = checkListener(api, `${prop}.cdk.${type}Listener`, type, givenListener);
  if (cdk?.method !== undefined) checkMethod(api, `${prop}.cdk.method`, cdk.method, key.path);
  const at = `${prop}.cdk.integration`;
  const { vpcLink, secureServerName, ...given } = cdk?.integration ?? {};
  const rules = balancerRules;
  const integration = planIntegration(api, at, cdk?.integration ?? {}, {
    rules,
    method: cdk?.method,
    route: prop,
    path: key.path,
    streaming: undefined,
  });
  checkServerName(api, `${at}.secureServerName`, secureServerName);
  const isSecure = secureServerName !== undefined || given.tlsConfig !== undefined;
  checkProtocol(api, `${at}.secureServerName`, listener, { secureServerName, isSecure });
  return {
    listener,
    integration,
    vpcLink: checkVpcLink(api, `${at}.vpcLink`, vpcLink, linkTypes[type]),
    secureServerName,
    isSecure,
  };
}

/** Refuses TLS to a listener without it and the reverse, as far as the protocol is known. */
function checkProtocol(
  api: RestRouteDeclaration["api"],
  prop: string,
  listener: BalancerListener,
  { secureServerName, isSecure }: Pick<LoadBalancerPlan, "secureServerName" | "isSecure">,
): void {
  const { protocolInput: protocol } = listener as { readonly protocolInput?: string | undefined };
  if (protocol === undefined || isUnresolved(protocol)) return;
  if ((protocol === "HTTPS" || protocol === "TLS") && !isSecure)
    fail(api, "listener-tls", prop, { protocol });
  if (protocol === "HTTP" && secureServerName !== undefined) {
    fail(api, "listener-plain", prop, { value: secureServerName });
  }
}

function loadBalancerTarget(
  { api, key }: RestRouteDeclaration,
  { listener, integration, vpcLink, secureServerName, isSecure }: LoadBalancerPlan,
): Omit<RestRouteTarget, "metadataType"> {
  const link = vpcLink ?? vpcLinkFor(api, listener);
  const isOlder = link.terraformResourceType === "aws_api_gateway_vpc_link";
  const host = secureServerName ?? loadBalancerOf(api, listener).dnsName;
  const variables = partsOf(key.path).flatMap((part) => /^\{([^+}]+)\+?\}$/.exec(part)?.[1] ?? []);
  const path = (name: string) => `method.request.path.${name}`;
  const target = {
    integrationHttpMethod: key.method,
    uri: `${isSecure ? "https" : "http"}://${host}${portOf(listener, isSecure)}${key.path.replace("+}", "}")}`,
    connectionType: "VPC_LINK",
    connectionId: link.id,
    // A link of the older kind leads to one load balancer.
    integrationTarget: isOlder ? undefined : listener.loadBalancerArn,
    requestParameters: recordOf(variables, (name) => [`integration.request.path.${name}`, path(name)]),
  };
  return {
    integration: integrationConfig(target, integration),
    requestParameters: recordOf(variables, (name) => [path(name), true]),
  };
}

/** `:8080`; nothing for the usual port, since the `Host` header of requests repeats it. */
function portOf(listener: BalancerListener, isSecure: boolean): string {
  const { portInput: port } = listener;
  if (port === undefined || isUnresolved(port)) return `:${listener.getStringAttribute("port")}`;
  return port === (isSecure ? 443 : 80) ? "" : `:${port}`;
}

/** Undefined without names: an empty map would show up in each plan. */
function recordOf<Value>(
  names: readonly string[],
  entry: (name: string) => [key: string, value: Value],
): Record<string, Value> | undefined {
  return names.length === 0 ? undefined : Object.fromEntries(names.map(entry));
}
