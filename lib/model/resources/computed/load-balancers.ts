import { generateId } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, as, generatedName } from "./shapes";

/** `50dc6c495c0c9188`: the last part of a load balancer's ARN. */
const balancerId = (known: KnownResource): string => generateId(known.address, 16);

function arnOf(known: KnownResource): string {
  const kind = known.text("load_balancer_type") === "network" ? "net" : "app";
  return arn(
    known,
    "elasticloadbalancing",
    `loadbalancer/${kind}/${known.text("name")}/${balancerId(known)}`,
  );
}

/** The host of a load balancer of the app, or one made from the ARN of another one. */
function hostOf(known: KnownResource): string {
  const own = known.find("aws_lb", "arn", known.text("arn"))?.text("dns_name");
  if (own !== undefined) return own;
  const [name = known.text("name"), id = balancerId(known)] = known.text("arn").split("/").slice(2);
  return hostNamed(known, name, id);
}

const hostNamed = (known: KnownResource, name: string, id: string): string =>
  `internal-${name}-${id}.${known.region}.elb.${known.dnsSuffix}`;

/** `.../listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2` belongs to `.../loadbalancer/app/web/50dc6c495c0c9188`. */
const balancerOf = (listenerArn: string): string =>
  listenerArn.replace(":listener/", ":loadbalancer/").replace(/\/[^/]*$/, "");

/** Load balancers, which do not run here. */
export const loadBalancers: Readonly<Record<string, ComputedAttributes>> = {
  aws_lb: {
    id: as("arn"),
    name: generatedName(),
    arn: arnOf,
    dns_name: (known) => hostNamed(known, known.text("name"), balancerId(known)),
    subnets: (known) => [`subnet-${generateId(known.address, 17)}`],
  },
  "data.aws_lb": { dns_name: hostOf },
  aws_lb_listener: {
    id: as("arn"),
    arn: (known) =>
      `${known.text("load_balancer_arn").replace(":loadbalancer/", ":listener/")}/${generateId(known.address, 16)}`,
    port: () => 80,
    protocol: () => "HTTP",
  },
  "data.aws_lb_listener": { load_balancer_arn: (known) => balancerOf(known.text("arn")) },
  aws_lb_target_group: {
    id: as("arn"),
    name: generatedName(),
    arn: (known) => arn(known, "elasticloadbalancing", `targetgroup/${known.text("name")}/0123456789abcdef`),
  },
  aws_lb_listener_rule: {
    id: as("arn"),
    arn: (known) =>
      `${known.text("listener_arn").replace(":listener/", ":listener-rule/")}/${generateId(known.address, 16)}`,
  },
};
