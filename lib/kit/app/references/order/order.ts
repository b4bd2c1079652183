import { resourceTypes, secondCreation } from "../../../../facts/aws/resource-types";
import { type DeployedAt, literalText, withLiteralTexts } from "./literal-text";
import { asObject, type Block, TemplateGraph, type TerraformJson } from "./template-graph";

type Resource = Block & { readonly type: string };

export interface OrderedStack {
  /** Whether the library created the resource at an address. The caller decides about others. */
  isOwn(address: string): boolean;
  at(): DeployedAt;
}

/**
 * Writes the order of replacement and removal of resources into the configuration of a stack, from the facts of their types.
 *
 * - A resource is created before its predecessor is destroyed if both can exist at AWS, and if the same is true of everything
 *   that it refers to: Terraform extends the order to all of that.
 * - A resource that AWS protects while another one refers to it, and that is not created first, is replaced together with the
 *   other one: that is destroyed before and created after. Requests to it fail in the meantime.
 * - A deployment of a REST API must be created first, with everything in its snapshot. Names of resources outside the API are
 *   written as text, so that the order ends there. The stage waits for these resources instead of the deployment.
 *
 * Source: https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle
 */
export function orderResources(content: TerraformJson, stack: OrderedStack): void {
  const graph = new TemplateGraph(content);
  const own = graph.resources.filter(({ address }) => stack.isOwn(address));
  const snapshots = own.filter(({ type }) => type === deploymentType);
  for (const each of snapshots) endOrder(graph, each, stack.at());
  const order = new CreationOrder(graph);
  for (const each of own) if (each.type === deploymentType || order.mayBeFirst(each)) createFirst(each);
  const inSnapshots = reachable(graph, snapshots);
  const users = own.filter(({ type, address }) => mayRefer(type) && !inSnapshots.has(address));
  replaceTogether(graph, content, users, order);
}

const deploymentType = "aws_api_gateway_deployment";

/** Decides which resources may be created first, by their types and the types of all resources that they refer to. */
class CreationOrder {
  private readonly known = new Map<Block, boolean>();

  constructor(private readonly graph: TemplateGraph) {}

  mayBeFirst(block: Block): boolean {
    const known = this.known.get(block);
    if (known !== undefined) return known;
    // Ends at circles, which Terraform refuses.
    this.known.set(block, false);
    const isPossible =
      isOfSuchType(block) && this.graph.referencesOf(block).every((each) => this.mayBeFirst(each));
    this.known.set(block, isPossible);
    return isPossible;
  }
}

/** Whether the type of a block allows it. The content of a module is unknown. */
function isOfSuchType({ address, type, values }: Block): boolean {
  if (type === undefined) return !address.startsWith("module.");
  const again = secondCreation(type, values);
  const { isCreatedFirst = again === "nothing", isReplacedByName = false } = resourceTypes[type] ?? {};
  return isCreatedFirst && (again === "nothing" || again === "another" || isReplacedByName);
}

function createFirst({ values }: Resource): void {
  const lifecycle = asObject(values.lifecycle);
  if (lifecycle?.create_before_destroy !== undefined) return;
  values.lifecycle = { create_before_destroy: true, ...lifecycle };
}

/** Arguments in which a service accepts the name of a function that does not exist yet. */
const mayNameLater = (type = ""): boolean =>
  type === deploymentType || type === "aws_cognito_user_pool" || resourceTypes[type]?.isDeployed === true;

/** Limits the order of a deployment to its API. */
function endOrder(graph: TemplateGraph, deployment: Resource, at: DeployedAt): void {
  const order = new CreationOrder(graph);
  const isPart = (block: Block) => mayNameLater(block.type);
  const left = new Map<string, Block>();
  const visited = new Set<Block>([deployment]);
  for (const block of visited) {
    const waited = new Set(Array.isArray(block.values.depends_on) ? block.values.depends_on : []);
    for (const each of graph.referencesOf(block)) {
      if (isPart(each)) visited.add(each);
      else if (!order.mayBeFirst(each) && isPart(block)) {
        if (!writeAsText(graph, block, each, at)) continue;
        left.set(each.address, each);
        waited.delete(each.address);
      }
    }
    if (block.values.depends_on !== undefined) setDependsOn(block, [...waited].map(String));
    graph.forget(block);
  }
  for (const stage of graph.resources.filter((each) => isStageOf(graph, each, deployment))) {
    const awaited = [...left.values()].filter((each) => !graph.leadsTo(each, stage));
    const given = Array.isArray(stage.values.depends_on) ? stage.values.depends_on.map(String) : [];
    const added = awaited.map(({ address }) => address).sort();
    setDependsOn(stage, [...new Set([...given, ...added])]);
    graph.forget(stage);
  }
}

const isStageOf = (graph: TemplateGraph, block: Resource, deployment: Resource): boolean =>
  block.type === "aws_api_gateway_stage" && graph.referencesOf(block).includes(deployment);

function setDependsOn({ values }: Block, addresses: readonly string[]): void {
  if (addresses.length === 0) delete values.depends_on;
  else values.depends_on = addresses;
}

/** Replaces a block's references to the attributes of another block with text. False if one of them is unknown. */
function writeAsText(graph: TemplateGraph, block: Block, named: Block, at: DeployedAt): boolean {
  const { values } = block;
  // With another provider it may be in another region or account.
  if (values.provider !== named.values.provider) return false;
  const changed: TerraformJson = {};
  for (const [key, value] of Object.entries(values)) {
    if (key === "depends_on" || key === "//" || !JSON.stringify(value)?.includes(named.address)) continue;
    const text = withLiteralTexts(value, named.address, (attribute) =>
      literalText(graph, named, attribute, at),
    );
    if (text === undefined) return false;
    changed[key] = text.value;
  }
  Object.assign(values, changed);
  return true;
}

function reachable(graph: TemplateGraph, from: readonly Block[]): ReadonlySet<string> {
  const visited = new Set(from);
  for (const block of visited) for (const next of graph.referencesOf(block)) visited.add(next);
  return new Set([...visited].map(({ address }) => address));
}

/** The types for which AWS protects other resources, and that may be replaced together with them. */
const protecting: ReadonlySet<string> = new Set(
  Object.values(resourceTypes).flatMap(({ protectedBy = [] }) => protectedBy),
);
const mayRefer = (type: string): boolean =>
  resourceTypes[type]?.partOf !== undefined ||
  (protecting.has(type) && resourceTypes[type]?.isReplaceable === true);

/** The address of the resource that records which protected resources each user refers to. */
const usesAddress = "terraform_data.uses";

/**
 * Replaces the resources that refer to a protected resource of AWS together with that resource, whether it is replaced or
 * removed. Terraform does not keep the references of a resource that is no longer in the configuration, so a `terraform_data`
 * records them.
 */
function replaceTogether(
  graph: TemplateGraph,
  content: TerraformJson,
  users: readonly Resource[],
  order: CreationOrder,
): void {
  const uses: Record<string, string> = {};
  let isNoted = false;
  for (const user of users) {
    const { partOf } = resourceTypes[user.type] ?? {};
    const parent = partOf === undefined ? undefined : expressionIn(graph, user.values[partOf]);
    const isProtecting = protecting.has(user.type) && resourceTypes[user.type]?.isReplaceable === true;
    const used = isProtecting ? protectedFor(graph, user, order) : [];
    const name = nameOf(user);
    const triggers = [
      ...(parent === undefined ? [] : [parent]),
      ...(isProtecting ? [`${usesAddress}.input.${name}`] : []),
      ...used.map(({ address }) => `${address}.id`),
    ];
    isNoted ||= isProtecting;
    if (used.length > 0) uses[name] = used.map(nameOf).join(" ");
    addTriggers(user, triggers);
  }
  if (isNoted) addUses(content, uses);
}

const nameOf = ({ address }: Block): string => address.slice(address.indexOf(".") + 1);

/** The resources that AWS does not delete while the user refers to them, and that are destroyed before their successors are created. */
function protectedFor(graph: TemplateGraph, user: Resource, order: CreationOrder): readonly Block[] {
  return graph
    .referencesOf(user)
    .filter(({ type = "" }) => resourceTypes[type]?.protectedBy?.includes(user.type) === true)
    .filter((each) => !order.mayBeFirst(each))
    .sort((one, other) => (one.address < other.address ? -1 : 1));
}

/** The expression of a reference, such as `aws_appsync_graphql_api.Api.id`; undefined for text, and for a reference to another stack. */
function expressionIn(graph: TemplateGraph, value: unknown): string | undefined {
  const [, expression = "", address = ""] = /^\$\{((\w+\.[\w-]+)\.\w+)\}$/.exec(String(value)) ?? [];
  return graph.find(address) === undefined ? undefined : expression;
}

function addTriggers({ values }: Resource, triggers: readonly string[]): void {
  if (triggers.length === 0) return;
  const lifecycle = asObject(values.lifecycle) ?? {};
  const given = Array.isArray(lifecycle.replace_triggered_by)
    ? lifecycle.replace_triggered_by.map(String)
    : [];
  values.lifecycle = { ...lifecycle, replace_triggered_by: [...new Set([...triggers, ...given])] };
}

function addUses(content: TerraformJson, input: Readonly<Record<string, string>>): void {
  const [type = "", name = ""] = usesAddress.split(".");
  const resource = asObject(content.resource) ?? {};
  content.resource = { ...resource, [type]: { ...asObject(resource[type]), [name]: { input } } };
}
