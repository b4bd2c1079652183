import { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { DataAwsLb } from "@cdktf/provider-aws/lib/data-aws-lb";
import type { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import type { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { Construct } from "constructs";
import { Stack } from "../../../app";
import { checkKeys } from "../../../core/check";
import { shortHash } from "../../../core/hash";
import { physicalName } from "../../../core/name";
import { findImport, isProviderObject } from "../../../core/override";
import { resolveValue } from "../../../core/resolve";
import { fail } from "../errors";
import { checkForward, forwardIntegration } from "./forward";
import type { RouteKind, RoutePlace, RouteTarget } from "./kind";
import type { ApiAlbRouteProps, ApiIntegrationProps, ApiNlbRouteProps } from "./props";

type Listener = LbListener | DataAwsLbListener;

export const albRoute: RouteKind<ApiAlbRouteProps> = {
  keys: ["type", "authorizer", "authorizationScopes", "cdk"],
  target(place, { cdk }) {
    checkKeys(place.api, `${place.prop}.cdk`, cdk ?? {}, ["albListener", "integration"]);
    return loadBalancerTarget(place, "alb", cdk?.albListener, cdk?.integration);
  },
};

export const nlbRoute: RouteKind<ApiNlbRouteProps> = {
  keys: ["type", "authorizer", "authorizationScopes", "cdk"],
  target(place, { cdk }) {
    checkKeys(place.api, `${place.prop}.cdk`, cdk ?? {}, ["nlbListener", "integration"]);
    return loadBalancerTarget(place, "nlb", cdk?.nlbListener, cdk?.integration);
  },
};

function loadBalancerTarget(
  place: RoutePlace,
  type: "alb" | "nlb",
  listener: Listener | undefined,
  integration: ApiIntegrationProps = {},
): RouteTarget {
  const { api, prop } = place;
  const listenerProp = `${prop}.cdk.${type}Listener`;
  if (listener === undefined) return fail(api, "listener-missing", listenerProp, { type });
  if (!isProviderObject(listener, "aws_lb_listener", "aws_alb_listener")) {
    return fail(api, "prop-invalid", listenerProp, {
      value: String(listener),
      expected: "an LbListener or a DataAwsLbListener",
    });
  }
  checkForward(place, integration);
  const vpcLinkProp = `${prop}.cdk.integration.vpcLink`;
  const given = integration.vpcLink;
  const vpcLink = findImport<Apigatewayv2VpcLink>(api, vpcLinkProp, given, "aws_apigatewayv2_vpc_link");
  if (given !== undefined && vpcLink === undefined) {
    fail(api, "prop-invalid", vpcLinkProp, {
      value: String(given),
      expected: "an Apigatewayv2VpcLink or its data source",
    });
  }
  const { id } = vpcLink ?? vpcLinkFor(place, listener as unknown as Listener);
  const target = {
    connectionType: "VPC_LINK",
    connectionId: id,
    integrationUri: (listener as unknown as Listener).arn,
  };
  return { integration: forwardIntegration(target, integration), metadataType: type };
}

/** The way into the network of a load balancer; one for all listeners of it that the API uses. */
function vpcLinkFor({ scope }: RoutePlace, listener: Listener): Apigatewayv2VpcLink {
  // What the caller wrote leads to the load balancer itself; of a data source there is only the attribute.
  const given = (listener as Partial<LbListener>).loadBalancerArnInput;
  const written = given ?? listener.loadBalancerArn;
  const arn = String(resolveValue(listener, written));
  // The address follows the load balancer as the caller declared it, so that routes may come and go.
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
