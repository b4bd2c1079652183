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
import { balancerRules, integrationConfig, planIntegration } from "./integration";
import type { RestRouteDeclaration, RestRouteKind, RestRouteTarget } from "./kind";
import { checkMethod } from "./method";
import type {
  RestV1ApiAlbRouteProps,
  RestV1ApiBalancerIntegrationProps,
  RestV1ApiMethodProps,
  RestV1ApiNlbRouteProps,
} from "./props";

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

const keys = { ...routeKeys, cdk: "map" } as const;

export const albRoute: RestRouteKind<RestV1ApiAlbRouteProps> = {
  keys: propKeys<RestV1ApiAlbRouteProps>()(keys),
  plan(declaration, { cdk }) {
    const { api, prop } = declaration;
    checkKeys(api, `${prop}.cdk`, cdk ?? {}, ["albListener", "integration", "method"]);
    return planLoadBalancer(declaration, "alb", cdk?.albListener, cdk);
  },
};

export const nlbRoute: RestRouteKind<RestV1ApiNlbRouteProps> = {
  keys: propKeys<RestV1ApiNlbRouteProps>()(keys),
  plan(declaration, { cdk }) {
    const { api, prop } = declaration;
    checkKeys(api, `${prop}.cdk`, cdk ?? {}, ["nlbListener", "integration", "method"]);
    return planLoadBalancer(declaration, "nlb", cdk?.nlbListener, cdk);
  },
};

function planLoadBalancer(
  { api, prop, key }: RestRouteDeclaration,
  type: LoadBalancerType,
  givenListener: BalancerListener | undefined,
  cdk:
    | {
        readonly integration?: RestV1ApiBalancerIntegrationProps | undefined;
        readonly method?: RestV1ApiMethodProps | undefined;
      }
    | undefined,
): () => RestRouteTarget {
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
  const link = checkVpcLink<Apigatewayv2VpcLink | ApiGatewayVpcLink>(
    api,
    `${at}.vpcLink`,
    vpcLink,
    linkTypes[type],
  );
  const variables = partsOf(key.path).flatMap((part) => /^\{([^+}]+)\+?\}$/.exec(part)?.[1] ?? []);
  const inRequest = (name: string) => `method.request.path.${name}`;
  return () => {
    const { id, terraformResourceType } = link ?? vpcLinkFor(api, listener);
    const host = secureServerName ?? loadBalancerOf(api, listener).dnsName;
    const path = key.path.replace("+}", "}");
    const target = {
      integrationHttpMethod: key.method,
      uri: `${isSecure ? "https" : "http"}://${host}${portOf(listener, isSecure)}${path}`,
      connectionType: "VPC_LINK",
      connectionId: id,
      // A link of the older kind leads to one load balancer.
      integrationTarget:
        terraformResourceType === "aws_api_gateway_vpc_link" ? undefined : listener.loadBalancerArn,
      requestParameters: recordOf(variables, (name) => [`integration.request.path.${name}`, inRequest(name)]),
    };
    return {
      integration: integrationConfig(target, integration),
      requestParameters: recordOf(variables, (name) => [inRequest(name), true]),
      metadataType: type,
    };
  };
}

/** Refuses TLS to a listener without it and the reverse, as far as the protocol is known. */
function checkProtocol(
  api: RestRouteDeclaration["api"],
  prop: string,
  listener: BalancerListener,
  {
    secureServerName,
    isSecure,
  }: { readonly secureServerName: string | undefined; readonly isSecure: boolean },
): void {
  const { protocolInput: protocol } = listener as { readonly protocolInput?: string | undefined };
  if (protocol === undefined || isUnresolved(protocol)) return;
  if ((protocol === "HTTPS" || protocol === "TLS") && !isSecure)
    fail(api, "listener-tls", prop, { protocol });
  if (protocol === "HTTP" && secureServerName !== undefined) {
    fail(api, "listener-plain", prop, { value: secureServerName });
  }
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
