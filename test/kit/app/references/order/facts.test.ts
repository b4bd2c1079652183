/**
 * The JSON of all samples is the same with both CDKs, as the golden tests show. @cdktf only
 *
 * @group slow
 */

import { resourceTypes, secondCreation } from "../../../../../lib/facts/aws/resource-types";
import { orderedTemplates } from "../../../../support/plan/ordered-templates";
import { type PlannedTemplate, type Wiring, wiringOf } from "../../../../support/plan/template";

const templates = Object.entries(orderedTemplates());

interface Found {
  readonly name: string;
  readonly template: PlannedTemplate;
  /** The connections of all resources of the template. */
  readonly wirings: ReadonlyMap<string, Wiring>;
  readonly address: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly dependencies: readonly string[];
  readonly isCreatedFirst: boolean;
}

/** Every resource, with the order that Terraform gives it, its own or handed on. */
const resources: readonly Found[] = templates.flatMap(([name, template]) => {
  const wirings = wiringOf(template);
  return [...wirings].map(([address, wiring]) => {
    const [type = "", id = ""] = address.split(".");
    return { name, template, wirings, address, type, values: template.resource[type]?.[id] ?? {}, ...wiring };
  });
});

const typesOf = (found: readonly Found[]): readonly string[] =>
  [...new Set(found.map(({ type }) => type))].sort();

const isDeployed = (type: string): boolean => resourceTypes[type]?.isDeployed === true;

/** Part of the snapshot of a deployment: the provider asks for the order there. */
const isInSnapshot = ({ wirings, address, type }: Found): boolean =>
  isDeployed(type) &&
  [...wirings].some(
    ([user, { dependencies }]) =>
      user.startsWith("aws_api_gateway_deployment.") && dependencies.includes(address),
  );

test("every type of resource that the library makes has facts with a source", () => {
  expect(typesOf(resources.filter(({ type }) => resourceTypes[type] === undefined))).toEqual([]);
  expect(Object.entries(resourceTypes).filter(([, { source }]) => !source.startsWith("https://"))).toEqual(
    [],
  );
});

test("only resources that AWS distinguishes from their predecessors are created first, with all that they refer to", () => {
  const wrong = resources
    .filter(({ isCreatedFirst }) => isCreatedFirst)
    .filter(({ type, values }) => !["another", "nothing"].includes(String(secondCreation(type, values))))
    .filter((each) => !isInSnapshot(each) && resourceTypes[each.type]?.isReplacedByName !== true);
  expect(wrong.map(({ address }) => address)).toEqual([]);
});

test("an edit leaves the order of a resource as it is: Terraform fails with a cycle where both change at once", () => {
  const orders = new Map<string, boolean>();
  const changed = resources.flatMap((each) => {
    const { name, address, isCreatedFirst, type, values } = each;
    // A name that is given replaces the resource.
    const again = secondCreation(type, values);
    if (again === "nothing" || resourceTypes[type]?.fixedBy !== undefined) return [];
    const [edit, side] = name.split(/, (?=before$|after$)/);
    const known = orders.get(`${edit} ${address}`);
    if (side !== undefined) orders.set(`${edit} ${address}`, isCreatedFirst);
    return known === undefined || known === isCreatedFirst || isHandedOn(each) ? [] : [`${edit}: ${address}`];
  });
  expect(changed).toEqual([]);
});

/** Types to which a deployment of a REST API hands its order as long as the API refers to them. */
const isHandedOn = ({ type }: Found): boolean => isDeployed(type) || beside.has(type);
const beside = new Set([
  "aws_api_gateway_rest_api",
  "aws_api_gateway_vpc_link",
  "aws_apigatewayv2_vpc_link",
  "aws_cognito_user_pool",
  "aws_iam_role",
]);

test("a REST API does not pass on the order of its deployment, except to the listed resources", () => {
  const deployments = resources.filter(({ type }) => type === "aws_api_gateway_deployment");
  expect(deployments.length).toBeGreaterThan(10);
  const outside = deployments
    .flatMap(({ dependencies }) => dependencies)
    .map((address) => address.split(".")[0] ?? "")
    .filter((type) => !isDeployed(type));
  expect([...new Set(outside)].filter((type) => !beside.has(type))).toEqual([]);
});

/**
 * Resources that refer to resources protected by AWS and that are not replaced with them, each with the reason why it is never
 * deleted before them.
 */
const staysAsLong: Readonly<Record<string, string>> = {
  "aws_acm_certificate <- aws_apigatewayv2_domain_name": "a certificate of the caller, who decides about it",
  "aws_cloudfront_cache_policy <- aws_cloudfront_distribution": "each site with a server has one",
  "aws_cloudfront_function <- aws_cloudfront_distribution":
    "each site has one, whether a behavior names it or not",
  "aws_cloudfront_origin_access_control <- aws_cloudfront_distribution": "each site has one for its files",
  "aws_cloudfront_response_headers_policy <- aws_cloudfront_distribution": "each site has one",
};

test("resources that AWS protects are created first, and what refers to them is replaced with them or stays as long", () => {
  const pairs = new Set<string>();
  for (const { template, wirings, type, values, isCreatedFirst } of resources) {
    const triggers = JSON.stringify(
      (values.lifecycle as { replace_triggered_by?: unknown })?.replace_triggered_by ?? [],
    );
    for (const other of referredTo(template, values)) {
      const [used = ""] = other.split(".");
      if (!resourceTypes[used]?.protectedBy?.includes(type)) continue;
      const isFirst = wirings.get(other)?.isCreatedFirst === true;
      const isTogether = triggers.includes(`${other}.id`) && /terraform_data\.uses\.input\./.test(triggers);
      if (!isFirst && !isTogether && !isCreatedFirst) pairs.add(`${used} <- ${type}`);
    }
  }
  expect([...pairs].sort()).toEqual(Object.keys(staysAsLong).sort());
});

function referredTo({ resource }: PlannedTemplate, values: Found["values"]): readonly string[] {
  const text = JSON.stringify(values);
  return Object.entries(resource).flatMap(([type, blocks]) =>
    Object.keys(blocks)
      .map((name) => `${type}.${name}`)
      .filter((address) => text.includes(`\${${address}.`)),
  );
}
