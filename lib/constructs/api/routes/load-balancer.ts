import type { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { checkKeys, propKeys } from "../../../kit/core";
import {
  type BalancerListener,
  checkListener,
  checkServerName,
  checkVpcLink,
  type LoadBalancerType,
  routeKeys,
  vpcLinkFor,
} from "../../../kit/gateway";
import { checkForward, forwardIntegration } from "./forward";
import type { ApiIntegrationConfig, ApiRouteDeclaration, ApiRouteKind } from "./kind";
import type { ApiAlbRouteProps, ApiIntegrationProps, ApiNlbRouteProps } from "./props";

interface LoadBalancerPlan {
  readonly listener: BalancerListener;
  readonly integration: ApiIntegrationProps;
  /** Undefined: one is created for the load balancer. */
  readonly vpcLink: Apigatewayv2VpcLink | undefined;
}

const keys = {
  type: true,
  ...routeKeys,
  cdk: "map",
} as const;

export const albRoute: ApiRouteKind<ApiAlbRouteProps, LoadBalancerPlan> = {
  keys: propKeys<ApiAlbRouteProps>()(keys),
  check(declaration, { cdk }) {
    checkKeys(declaration.api, `${declaration.prop}.cdk`, cdk ?? {}, ["albListener", "integration"]);
    return checkLoadBalancer(declaration, "alb", cdk?.albListener, cdk?.integration);
  },
  config(declaration, plan) {
    return { integration: loadBalancerIntegration(declaration, plan), metadataType: "alb" };
  },
};

export const nlbRoute: ApiRouteKind<ApiNlbRouteProps, LoadBalancerPlan> = {
  keys: propKeys<ApiNlbRouteProps>()(keys),
  check(declaration, { cdk }) {
    checkKeys(declaration.api, `${declaration.prop}.cdk`, cdk ?? {}, ["nlbListener", "integration"]);
    return checkLoadBalancer(declaration, "nlb", cdk?.nlbListener, cdk?.integration);
  },
  config(declaration, plan) {
    return { integration: loadBalancerIntegration(declaration, plan), metadataType: "nlb" };
  },
};

function checkLoadBalancer(
  declaration: ApiRouteDeclaration,
  type: LoadBalancerType,
  given: BalancerListener | undefined,
  integration: ApiIntegrationProps = {},
): LoadBalancerPlan {
  const { api, prop } = declaration;
  const listener = checkListener(api, `${prop}.cdk.${type}Listener`, type, given);
  checkForward(declaration, integration);
  checkServerName(api, `${prop}.cdk.integration.secureServerName`, integration.secureServerName);
  const vpcLinkProp = `${prop}.cdk.integration.vpcLink`;
  const vpcLink = checkVpcLink<Apigatewayv2VpcLink>(api, vpcLinkProp, integration.vpcLink, {
    types: ["aws_apigatewayv2_vpc_link"],
    expected: "an Apigatewayv2VpcLink or its data source",
  });
  return { listener, integration, vpcLink };
}

function loadBalancerIntegration(
  { scope }: ApiRouteDeclaration,
  { listener, integration, vpcLink }: LoadBalancerPlan,
): ApiIntegrationConfig {
  const { id } = vpcLink ?? vpcLinkFor(scope, listener);
  const target = { connectionType: "VPC_LINK", connectionId: id, integrationUri: listener.arn };
  return forwardIntegration(target, integration);
}
