/** @group processes */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationParts } from "../../../../lib/cli/terraform/record/configuration-parts";
import { narrow } from "../../../../lib/cli/terraform/record/narrow";
import { Random } from "../../../support/random";
import { cleanEnvironment, cleanUp, temporaryFolder } from "../../support/cli";
import { awsKinds, builtInKinds, commonRole, RandomBlocks } from "../../support/random-blocks";

afterAll(cleanUp);

type Json = Readonly<Record<string, unknown>>;

/** An emulator of AWS, for edits with its provider: `EDITS=1000 EDITS_ENDPOINT=http://127.0.0.1:5555`. */
const endpoint = process.env.EDITS_ENDPOINT;
const kinds = endpoint === undefined ? builtInKinds : awsKinds;
const edits = Number(process.env.EDITS ?? 40);
const seed = Number(process.env.EDITS_SEED ?? 1);

/** Configurations without references to one another, so that one plan is about an edit of each. */
const cells = 40;

/** A folder in which Terraform plans all cells together. */
class Workspace {
  private readonly folder = temporaryFolder();
  private readonly environment = {
    ...cleanEnvironment(),
    HOME: this.folder,
    CHECKPOINT_DISABLE: "1",
    TF_CLI_CONFIG_FILE: endpoint === undefined ? "" : process.env.TF_CLI_CONFIG_FILE,
  };

  constructor() {
    mkdirSync(join(this.folder, "assets"));
    writeFileSync(join(this.folder, "assets/code.zip"), "zip");
  }

  /** Merges blocks of the same type. */
  declare(templates: readonly Json[]): void {
    const merged = templates.reduce<Json>((all, each) => merge(all, each) as Json, providerBlocks());
    writeFileSync(join(this.folder, "cdk.tf.json"), JSON.stringify(merged, undefined, 1));
  }

  /** The changes of a plan by the cell that they belong to. */
  plan(targets: readonly string[] = []): ReadonlyMap<string, readonly string[]> {
    const chosen = targets.map((address) => `-target=${address}`);
    this.run("plan", "-input=false", "-refresh=false", "-lock=false", "-out=plan", ...chosen);
    const plan = JSON.parse(this.run("show", "-json", "plan"));
    const found = new Map<string, string[]>();
    const note = (address: string, change: { actions: readonly string[] }) => {
      if (change.actions.join() === "no-op") return;
      const cell = /(?:^|\.)(c\d+)_/.exec(address)?.[1] ?? "";
      found.set(cell, [...(found.get(cell) ?? []), `${address} ${JSON.stringify(change)}`].sort());
    };
    for (const { address, change } of plan.resource_changes ?? []) note(address, change);
    for (const [name, change] of Object.entries(plan.output_changes ?? {})) note(name, change as never);
    return found;
  }

  run(...args: readonly string[]): string {
    const options = { cwd: this.folder, env: this.environment, maxBuffer: 2 ** 28 } as const;
    return execFileSync("terraform", args, { ...options, stdio: "pipe", encoding: "utf8" });
  }
}

function providerBlocks(): Json {
  if (endpoint === undefined) return {};
  const services = ["iam", "sts", "logs", "ssm", "sns", "apigatewayv2", "lambda"];
  return {
    resource: { aws_iam_role: commonRole },
    terraform: { required_providers: { aws: { source: "hashicorp/aws", version: "6.25.0" } } },
    provider: {
      aws: {
        region: "us-east-1",
        access_key: "test",
        secret_key: "test",
        skip_credentials_validation: true,
        skip_metadata_api_check: "true",
        endpoints: Object.fromEntries(services.map((each) => [each, endpoint])),
      },
    },
  };
}

function merge(one: unknown, other: unknown): unknown {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return other;
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other))
    merged[key] = key in merged ? merge(merged[key], value) : value;
  return merged;
}

const readParts = (blocks: RandomBlocks) =>
  configurationParts({ template: blocks.template }, { files: [], outputs: [], versions: [] }) ?? [];

/** What the state says after an apply of a configuration. */
function appliedOf(blocks: RandomBlocks): Parameters<typeof narrow>[1] {
  const parts = readParts(blocks);
  const outputs = parts.filter(({ kind }) => kind === "output").map(({ id }) => id.replace("output.", ""));
  return {
    digests: new Set(parts.map(({ digest }) => String(digest))),
    state: {
      resources: parts.filter(({ kind }) => kind === "resource").map(({ id }) => id),
      outputs: Object.fromEntries(outputs.map((name) => [name, { value: "", sensitive: false }])),
    },
  };
}

const rounds = Math.ceil(edits / cells);

test(`plans of ${edits} random edits with targets have the changes of plans of everything`, () => {
  const workspace = new Workspace();
  const base = Array.from(
    { length: cells },
    (_, at) => new RandomBlocks(`c${at}`, kinds, new Random(seed * 1000 + at)),
  );
  workspace.declare(base.map(({ template }) => template));
  workspace.run("init");
  workspace.run("apply", "-auto-approve", "-parallelism=30");
  const reasons: string[] = [];
  let narrowed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const edited = base.map((blocks, at) => {
      const next = blocks.copy((seed * 1000 + round + 1) * 1000 + at);
      const names = next.edit();
      return { cell: `c${at}`, next, names, scope: narrow(readParts(next), appliedOf(blocks)) };
    });
    workspace.declare(edited.map(({ next }) => next.template));
    const whole = workspace.plan();
    const targets = edited.flatMap(({ scope }) => ("targets" in scope ? scope.targets : []));
    const part = workspace.plan(targets);
    for (const { cell, names, scope } of edited) {
      const edit = { seed, round, cell, names };
      if ("wholeBecause" in scope) reasons.push(scope.wholeBecause);
      else expect({ ...edit, changes: part.get(cell) }).toEqual({ ...edit, changes: whole.get(cell) });
      if ("targets" in scope) narrowed += 1;
    }
  }
  if (process.env.EDITS !== undefined) console.info(`${narrowed} edits with targets`, countsOf(reasons));
  // The others change outputs in a way that only a whole plan sees, or reach everything.
  expect(narrowed).toBeGreaterThan(edits / 3);
}, 7_200_000);

/** How often each reason is given, without names. */
function countsOf(reasons: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) {
    const plain = reason.replace(/\bc\d+_\d+/, "...");
    counts[plain] = (counts[plain] ?? 0) + 1;
  }
  return counts;
}
