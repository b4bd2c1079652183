import { Apigatewayv2VpcLink } from "@cdktf/provider-aws/lib/apigatewayv2-vpc-link";
import { DataAwsLb } from "@cdktf/provider-aws/lib/data-aws-lb";
import type { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import type { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import type { TerraformElement } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { arnForm, arnPattern } from "../../facts/aws/arn-patterns";
import { Stack } from "../app";
import { refuseValue } from "../core/errors";
import { isUnknown } from "../core/limits";
import { physicalName, shortHash } from "../core/names/name";
import { findImport, isProviderObject } from "../core/terraform/override";
import { resolveValue } from "../core/tokens/resolve";
import { checkDomainName } from "../dns";
import { checkArnRegion } from "./access-log";
import { fail } from "./errors";

export type LoadBalancerType = "alb" | "nlb";

/** The listener of a load balancer. */
export type BalancerListener = LbListener | DataAwsLbListener;

/** Refuses a route of a load balancer without a listener. */
export function checkListener(
  api: IConstruct,
  prop: string,
  type: LoadBalancerType,
  listener: unknown,
): BalancerListener {
  if (listener === undefined) return fail(api, "listener-missing", prop, { type });
  if (!isProviderObject(listener, "aws_lb_listener", "aws_alb_listener")) {
    return refuseValue(api, prop, String(listener), "an LbListener or a DataAwsLbListener");
  }
  const { arnInput } = listener as { readonly arnInput?: unknown };
  if (typeof arnInput === "string" && !isUnknown(arnInput)) checkListenerArn(api, prop, type, arnInput);
  return listener as unknown as BalancerListener;
}

const listenerArn = arnPattern("elasticloadbalancing", /listener\/(?:app|net)\/.+/);

/** Refuses an ARN that is not that of a listener in this region. HTTP APIs take listeners of both kinds of load balancers. */
function checkListenerArn(api: IConstruct, prop: string, type: LoadBalancerType, arn: string): void {
  if (!listenerArn.test(arn)) {
    const kind = type === "alb" ? "app" : "net";
    const expected = `the ARN of a listener: "${arnForm("elasticloadbalancing", `listener/${kind}/<name>/<id>/<id>`)}"`;
    refuseValue(api, `${prop}.arn`, arn, expected);
  }
  checkArnRegion(api, `${prop}.arn`, arn);
}

/** The VPC link that the caller gives; undefined when one is to be created. */
export function checkVpcLink<Link extends TerraformElement>(
  api: IConstruct,
  prop: string,
  given: unknown,
  { types, expected }: { readonly types: readonly string[]; readonly expected: string },
): Link | undefined {
  const vpcLink = findImport<Link>(api, prop, given, ...types);
  if (given !== undefined && vpcLink === undefined) refuseValue(api, prop, String(given), expected);
  return vpcLink;
}

/** Refuses a host for TLS that no certificate can have. */
export function checkServerName(api: IConstruct, prop: string, value: string | undefined): void {
  if (value === undefined) return;
  checkDomainName(api, prop, value);
  // Certificates have names with wildcards, hosts have not.
  if (value.startsWith("*")) refuseValue(api, prop, value, 'a host such as "notes.example.com"');
}

/** The VPC link to a load balancer: one for all of its listeners that are used below the scope. */
export function vpcLinkFor(scope: Construct, listener: BalancerListener): Apigatewayv2VpcLink {
  const place = placeOf(scope, listener);
  const existing = place.node.tryFindChild("VpcLink");
  if (existing !== undefined) return existing as Apigatewayv2VpcLink;
  const { subnets } = loadBalancerOf(scope, listener);
  const stack = Stack.of(scope);
  const below = place.node.scopes.slice(stack.node.scopes.length).map((each) => each.node.id);
  return new Apigatewayv2VpcLink(place, "VpcLink", {
    name: physicalName([stack.app.logicalPrefixedName(below.join("-"))], 128),
    subnetIds: subnets,
    securityGroupIds: [],
  });
}

/** The load balancer of a listener, which is read. */
export function loadBalancerOf(scope: Construct, listener: BalancerListener): DataAwsLb {
  const place = placeOf(scope, listener);
  const existing = place.node.tryFindChild("LoadBalancer");
  if (existing !== undefined) return existing as DataAwsLb;
  return new DataAwsLb(place, "LoadBalancer", { arn: arnOf(listener) });
}

/** The argument of a resource refers to the load balancer. A data source has the attribute only. */
function arnOf(listener: BalancerListener): string {
  return (listener as Partial<LbListener>).loadBalancerArnInput ?? listener.loadBalancerArn;
}

/** Where the parts for a load balancer are. */
function placeOf(scope: Construct, listener: BalancerListener): Construct {
  const arn = String(resolveValue(listener, arnOf(listener)));
  // The address depends on the load balancer and not on the routes, which may change.
  const name = /\.([A-Za-z0-9_-]+)\.[a-z_]+\}$/.exec(arn)?.[1] ?? shortHash(arn);
  const id = `VpcLink_${name}`;
  const existing = scope.node.tryFindChild(id);
  return existing === undefined ? new Construct(scope, id) : (existing as Construct);
}
