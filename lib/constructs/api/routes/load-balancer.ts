import { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { DataAwsLb } from "@cdktf/provider-aws/lib/data-aws-lb";
import type { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import type { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { Construct } from "constructs";
import { Stack } from "../../../app";
import { checkKeys, propKeys } from "../../../core/check";
import { shortHash } from "../../../core/hash";
import { physicalName } from "../../../core/name";
import { findImport, isProviderObject } from "../../../core/override";
import { resolveValue } from "../../../core/resolve";
import { fail } from "../errors";
import { checkForward, forwardIntegration } from "./forward";
import type { ApiIntegrationConfig, ApiRouteDeclaration, ApiRouteKind } from "./kind";
import type { ApiAlbRouteProps, ApiIntegrationProps, ApiNlbRouteProps } from "./props";

type Listener = LbListener | DataAwsLbListener;

interface LoadBalancerPlan {
  readonly listener: Listener;
  readonly integration: ApiIntegrationProps;
  /** Undefined: one is created for the load balancer. */
  readonly vpcLink: Apigatewayv2VpcLink | undefined;
}

export const albRoute: ApiRouteKind<ApiAlbRouteProps, LoadBalancerPlan> = {
  keys: propKeys<ApiAlbRouteProps>()({
    type: true,
    authorizer: "text",
    authorizationScopes: "texts",
    throttle: "map",
    cdk: "map",
  }),
  check(declaration, { cdk }) {
    checkKeys(declaration.api, `${declaration.prop}.cdk`, cdk ?? {}, ["albListener", "integration"]);
    return checkLoadBalancer(declaration, "alb", cdk?.albListener, cdk?.integration);
  },
  config(declaration, plan) {
    return { integration: loadBalancerIntegration(declaration, plan), metadataType: "alb" };
  },
};

export const nlbRoute: ApiRouteKind<ApiNlbRouteProps, LoadBalancerPlan> = {
  keys: propKeys<ApiNlbRouteProps>()({
    type: true,
    authorizer: "text",
    authorizationScopes: "texts",
    throttle: "map",
    cdk: "map",
  }),
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
  type: "alb" | "nlb",
  listener: Listener | undefined,
  integration: ApiIntegrationProps = {},
): LoadBalancerPlan {
  const { api, prop } = declaration;
  const listenerProp = `${prop}.cdk.${type}Listener`;
  if (listener === undefined) return fail(api, "listener-missing", listenerProp, { type });
  if (!isProviderObject(listener, "aws_lb_listener", "aws_alb_listener")) {
    return fail(api, "prop-invalid", listenerProp, {
      value: String(listener),
      expected: "an LbListener or a DataAwsLbListener",
    });
  }
  checkForward(declaration, integration);
  const vpcLinkProp = `${prop}.cdk.integration.vpcLink`;
  const given = integration.vpcLink;
  const vpcLink = findImport<Apigatewayv2VpcLink>(api, vpcLinkProp, given, "aws_apigatewayv2_vpc_link");
  if (given !== undefined && vpcLink === undefined) {
    fail(api, "prop-invalid", vpcLinkProp, {
      value: String(given),
      expected: "an Apigatewayv2VpcLink or its data source",
    });
  }
  return { listener: listener as unknown as Listener, integration, vpcLink };
}

function loadBalancerIntegration(
  declaration: ApiRouteDeclaration,
  { listener, integration, vpcLink }: LoadBalancerPlan,
): ApiIntegrationConfig {
  const { id } = vpcLink ?? vpcLinkFor(declaration, listener);
  const target = { connectionType: "VPC_LINK", connectionId: id, integrationUri: listener.arn };
  return forwardIntegration(target, integration);
}

/** The VPC link to a load balancer: one for all of its listeners that the API uses. */
function vpcLinkFor({ scope }: ApiRouteDeclaration, listener: Listener): Apigatewayv2VpcLink {
  // The argument of a resource refers to the load balancer. A data source has the attribute only.
  const given = (listener as Partial<LbListener>).loadBalancerArnInput;
  const written = given ?? listener.loadBalancerArn;
  const arn = String(resolveValue(listener, written));
  // The address depends on the load balancer and not on the routes, which may change.
  const name = /\.([A-Za-z0-9_-]+)\.[a-z_]+\}$/.exec(arn)?.[1] ?? shortHash(arn);
  const id = `VpcLink_${name}`;
  const existing = scope.node.tryFindChild(id);
  if (existing !== undefined) return existing.node.findChild("VpcLink") as Apigatewayv2VpcLink;
  const place = new Construct(scope, id);
  const balancer = new DataAwsLb(place, "LoadBalancer", { arn: written });
  const stack = Stack.of(scope);
  const below = place.node.scopes.slice(stack.node.scopes.length).map((each) => each.node.id);
  return new Apigatewayv2VpcLink(place, "VpcLink", {
    name: physicalName([stack.app.logicalPrefixedName(below.join("-"))], 128),
    subnetIds: balancer.subnets,
    securityGroupIds: [],
  });
}
