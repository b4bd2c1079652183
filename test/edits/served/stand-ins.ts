import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, temporaryFolder } from "../../support/stack";

/** The parts of Terraform JSON that decide about the order. */
export interface Configuration {
  readonly resource: Readonly<Record<string, Readonly<Record<string, Block>>>>;
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
}

/** An operation of Terraform on one resource: it creates, changes or destroys it. */
export interface Operation {
  readonly address: string;
  readonly isDestroyed: boolean;
}

/** The operations of Terraform in a deployment. */
export interface Deployment {
  /** The operations, and for each those that Terraform waits for. */
  readonly waitsFor: ReadonlyMap<Operation, ReadonlySet<Operation>>;
  /** The order in which Terraform did it. @default - it is planned only */
  readonly applied: readonly Operation[] | undefined;
}

/** Attributes whose change makes Terraform replace a resource. Source: the provider's documentation of each type. */
const replacing: Readonly<Record<string, readonly string[]>> = {
  aws_api_gateway_base_path_mapping: ["domain_name"],
  aws_api_gateway_deployment: ["rest_api_id", "triggers"],
  aws_api_gateway_integration: ["rest_api_id", "resource_id", "http_method"],
  aws_api_gateway_method: ["rest_api_id", "resource_id", "http_method"],
  aws_api_gateway_resource: ["rest_api_id"],
  aws_api_gateway_stage: ["rest_api_id", "stage_name"],
  aws_appsync_channel_namespace: ["api_id", "name"],
  aws_appsync_datasource: ["name"],
  aws_appsync_domain_name_api_association: ["domain_name"],
  aws_appsync_function: ["api_id"],
  aws_appsync_graphql_api: ["visibility"],
  aws_appsync_resolver: ["api_id", "type", "field"],
  aws_lambda_alias: ["function_name", "name"],
  aws_lambda_function: ["function_name"],
  aws_lambda_function_event_invoke_config: ["function_name", "qualifier"],
  aws_lambda_invocation: ["input", "triggers"],
  aws_lambda_permission: ["function_name", "principal", "qualifier", "source_arn"],
  aws_lambda_provisioned_concurrency_config: ["function_name", "qualifier"],
  aws_s3_bucket: ["bucket", "bucket_prefix"],
  aws_s3_object: ["bucket", "key"],
};

const addressOf = (address: string): string => `terraform_data.${address.replace(".", "__")}`;

/**
 * Deploys configurations in which each resource is a `terraform_data` with the same connections and lifecycle: the order is
 * Terraform's own, and needs neither a provider nor AWS.
 */
export class StandIns {
  private readonly folder = temporaryFolder();
  private isReady = false;

  /**
   * Deploys a configuration over the former one.
   *
   * @param isLast - nothing is deployed after it, so that the plan is enough, without an order in which Terraform did it
   */
  deploy({ resource, moved = [] }: Configuration, isLast = false): Deployment {
    const blocks = Object.entries(resource).flatMap(([type, of]) =>
      Object.entries(of).map(([name, block]) => [`${type}.${name}`, type, block] as const),
    );
    const known = new Set(blocks.map(([address]) => address));
    const stands = blocks.map(([address, type, block]) => [
      address.replace(".", "__"),
      standIn(address, type, block, known),
    ]);
    const json = {
      ...(stands.length > 0 && { resource: { terraform_data: Object.fromEntries(stands) } }),
      ...(moved.length > 0 && {
        moved: moved.map(({ from, to }) => ({ from: addressOf(from), to: addressOf(to) })),
      }),
    };
    writeFileSync(join(this.folder, "main.tf.json"), JSON.stringify(json));
    this.run([
      ...(this.isReady ? [] : ["terraform init -input=false"]),
      into("planned", "terraform plan -json -input=false -refresh=false -out=plan"),
      into("graph", "terraform graph -plan=plan"),
      ...(isLast ? [] : [into("applied", "terraform apply -json plan")]),
    ]);
    this.isReady = true;
    const operations = operationsOf(this.read("planned"));
    const waitsFor = orderOf(operations, this.read("graph"));
    return { waitsFor, applied: isLast ? undefined : appliedOf(operations, this.read("applied")) };
  }

  /** Runs commands in one shell: starting a process from one with as much memory as that of the tests takes 10 ms of CPU. */
  private run(commands: readonly string[]): void {
    const env = { ...process.env, CHECKPOINT_DISABLE: "1" };
    const options = { cwd: this.folder, env, encoding: "utf8" as const };
    const { status, stdout, stderr } = spawnSync("sh", ["-ec", commands.join("\n")], options);
    if (status !== 0) throw new Error(`${commands.join("\n")}\n${stderr || stdout}`);
  }

  private read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }
}

/** A command whose output is in a file, and is printed if it fails: Terraform writes its errors there. */
const into = (file: string, command: string): string => `${command} >${file} || { cat ${file}; exit 1; }`;

/** Attributes that change with every change of a resource; all others change only when it is replaced. */
const changing: ReadonlySet<string> = new Set([
  "aws_lambda_function.version",
  "aws_lambda_function.qualified_arn",
  "aws_lambda_function.qualified_invoke_arn",
]);

/** The values that the expressions of a value read, as Terraform knows them of the stand-ins. */
function readsOf(value: unknown, address: string, known: ReadonlySet<string>): readonly string[] {
  const found = JSON.stringify(value ?? null).matchAll(/([a-z][a-z0-9_]*)\.([A-Za-z0-9_-]+)\.([a-z0-9_]+)/g);
  const reads = [...found]
    .filter(([, type, name]) => known.has(`${type}.${name}`) && `${type}.${name}` !== address)
    .map(([, type, name, attribute]) => {
      const isChanging = changing.has(`${type}.${attribute}`);
      return `\${${addressOf(`${type}.${name}`)}.${isChanging ? "output" : "id"}}`;
    });
  return [...new Set(reads)].sort();
}

function standIn(address: string, type: string, block: Block, known: ReadonlySet<string>): Block {
  const { lifecycle, provider: _, ...body } = block;
  const { create_before_destroy: isCreatedFirst, replace_triggered_by: triggers = [] } = (lifecycle ??
    {}) as {
    readonly create_before_destroy?: boolean;
    readonly replace_triggered_by?: readonly string[];
  };
  const text = JSON.stringify(body);
  const named = new Set(text.match(/[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+/g));
  const { depends_on: _d, ...values } = body;
  // Terraform would need twice the time for the whole text.
  const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("base64url");
  const forcing = (replacing[type] ?? []).map((key) => [key, values[key]]);
  const reads = (value: unknown) => readsOf(value, address, known);
  const order = {
    ...(isCreatedFirst === true && { create_before_destroy: true }),
    ...(triggers.length > 0 && {
      replace_triggered_by: triggers.flatMap((each) => reads(each).map((read) => read.slice(2, -1))),
    }),
  };
  // With this scope, the provider calls the function in place of replacing the invocation.
  const isReplaced = forcing.length > 0 && values.lifecycle_scope !== "CRUD";
  return {
    input: [digest(values), ...reads(values)],
    depends_on: [...named].filter((each) => known.has(each) && each !== address).map(addressOf),
    ...(isReplaced && { triggers_replace: [digest(forcing), ...reads(forcing)] }),
    ...(Object.keys(order).length > 0 && { lifecycle: order }),
  };
}

const originalOf = (address: string): string => address.replace("terraform_data.", "").replace("__", ".");

/** A message of Terraform in JSON. */
interface Message {
  readonly type: string;
  readonly change?: { readonly action: string; readonly resource: { readonly addr: string } };
  readonly hook?: { readonly action: string; readonly resource: { readonly addr: string } };
}

const messagesIn = (lines: string): readonly Message[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Message);

function operationsOf(planned: string): readonly Operation[] {
  return messagesIn(planned).flatMap(({ type, change }) => {
    if (type !== "planned_change" || change === undefined) return [];
    const address = originalOf(change.resource.addr);
    const isOf = (...actions: readonly string[]) => actions.includes(change.action);
    return [
      ...(isOf("delete", "replace") ? [{ address, isDestroyed: true }] : []),
      ...(isOf("create", "update", "replace") ? [{ address, isDestroyed: false }] : []),
    ];
  });
}

function orderOf(
  operations: readonly Operation[],
  graph: string,
): ReadonlyMap<Operation, ReadonlySet<Operation>> {
  const edges = new Map<string, string[]>();
  for (const [, from = "", to = ""] of graph.matchAll(/"\[root\] (.*?)" -> "\[root\] (.*?)"/g)) {
    edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const operationOf = (node: string): Operation | undefined => {
    const [address = "", rest] = node.split(" (");
    const isDestroyed = rest?.startsWith("destroy") === true;
    if (rest !== undefined && !isDestroyed) return undefined;
    return operations.find(
      (each) => each.address === originalOf(address) && each.isDestroyed === isDestroyed,
    );
  };
  const result = new Map<Operation, Set<Operation>>(operations.map((each) => [each, new Set()]));
  for (const node of edges.keys()) {
    const operation = operationOf(node);
    if (operation === undefined) continue;
    const seen = new Set<string>();
    const open = [...(edges.get(node) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const waited = operationOf(next);
      if (waited !== undefined && waited !== operation) result.get(operation)?.add(waited);
      open.push(...(edges.get(next) ?? []));
    }
  }
  return result;
}

function appliedOf(operations: readonly Operation[], messages: string): readonly Operation[] {
  return messagesIn(messages).flatMap(({ type, hook }) => {
    if (type !== "apply_complete" || hook === undefined) return [];
    const [address, isDestroyed] = [originalOf(hook.resource.addr), hook.action === "delete"];
    return operations.filter((each) => each.address === address && each.isDestroyed === isDestroyed);
  });
}

/** Orders that Terraform may choose: each prefers other operations among those that need not wait. */
export function possibleOrders({ waitsFor, applied }: Deployment): readonly (readonly Operation[])[] {
  const preferences: readonly ((operation: Operation) => number)[] = [
    ({ isDestroyed }) => (isDestroyed ? 0 : 1),
    ({ isDestroyed }) => (isDestroyed ? 1 : 0),
    ({ address }) => (address.includes("html") || address.includes("Server") ? 0 : 1),
    ({ address }) => (address.startsWith("aws_lambda") || address.startsWith("aws_cloudfront") ? 0 : 1),
    ({ address }) => (address.startsWith("aws_s3_object") ? 1 : 0),
  ];
  const orders = preferences.map((preference) => ordered(waitsFor, preference));
  return applied === undefined ? orders : [applied, ...orders];
}

function ordered(
  waitsFor: Deployment["waitsFor"],
  preference: (operation: Operation) => number,
): readonly Operation[] {
  const done = new Set<Operation>();
  while (done.size < waitsFor.size) {
    const ready = [...waitsFor].filter(
      ([operation, others]) => !done.has(operation) && [...others].every((each) => done.has(each)),
    );
    const [next] = ready.map(([operation]) => operation).sort((a, b) => preference(a) - preference(b));
    if (next === undefined) throw new Error("Operations wait for one another");
    done.add(next);
  }
  return [...done];
}
