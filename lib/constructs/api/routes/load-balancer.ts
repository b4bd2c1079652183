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
import type { ApiRouteDeclaration, ApiRouteKind, ApiRouteTarget } from "./kind";
import type { ApiAlbRouteProps, ApiIntegrationProps, ApiNlbRouteProps } from "./props";

const keys = { ...routeKeys, cdk: "map" } as const;

export const albRoute: ApiRouteKind<ApiAlbRouteProps> = {
  keys: propKeys<ApiAlbRouteProps>()(keys),
  plan(declaration, { cdk }) {
    checkKeys(declaration.api, `${declaration.prop}.cdk`, cdk ?? {}, ["albListener", "integration"]);
    return planLoadBalancer(declaration, "alb", cdk?.albListener, cdk?.integration);
  },
};

export const nlbRoute: ApiRouteKind<ApiNlbRouteProps> = {
  keys: propKeys<ApiNlbRouteProps>()(keys),
  plan(declaration, { cdk }) {
    checkKeys(declaration.api, `${declaration.prop}.cdk`, cdk ?? {}, ["nlbListener", "integration"]);
    return planLoadBalancer(declaration, "nlb", cdk?.nlbListener, cdk?.integration);
  },
};

function planLoadBalancer(
  declaration: ApiRouteDeclaration,
  type: LoadBalancerType,
  given: BalancerListener | undefined,
  integration: ApiIntegrationProps = {},
): () => ApiRouteTarget {
  const { api, scope, prop } = declaration;
  const listener = checkListener(api, `${prop}.cdk.${type}Listener`, type, given);
  checkForward(declaration, integration);
  checkServerName(api, `${prop}.cdk.integration.secureServerName`, integration.secureServerName);
  const vpcLinkProp = `${prop}.cdk.integration.vpcLink`;
  const vpcLink = checkVpcLink<Apigatewayv2VpcLink>(api, vpcLinkProp, integration.vpcLink, {
    types: ["aws_apigatewayv2_vpc_link"],
    expected: "an Apigatewayv2VpcLink or its data source",
  });
  return () => {
    const { id } = vpcLink ?? vpcLinkFor(scope, listener);
    const target = { connectionType: "VPC_LINK", connectionId: id, integrationUri: listener.arn };
    return { integration: forwardIntegration(target, integration), metadataType: type };
  };
}
