import type { Construct } from "constructs";
import { Config, Function, Job, RDS, Script } from "../../../lib";
import { createDebugStack } from "../../../lib/constructs/debug-stack";
import type { Stack } from "../../../lib/kit/app";
import { bases } from "../../inputs/bases";
import { type Edit, type Edits, handler, other } from "./edit";

/** Parameters and secrets have no resource of their own. */
const leftOut = /^(Parameter|Secret)$/;

/**
 * Props in place of those whose resources or attributes are newer than the oldest provider that machines have, 5.100:
 * `response_transfer_mode` came with 6.25.0, the delivery of logs with 6.5.0.
 */
const older: Readonly<Record<string, (given: { readonly routes?: object }) => object>> = {
  RestV1Api: ({ routes }) => ({ routes: { ...routes, "GET /streamed": handler } }),
  Table: () => ({ warmThroughput: undefined }),
  Userbase: () => ({ branding: false, logDelivery: undefined }),
};

/** The debug stack of `serverform start`, which is a stack of its own. */
const deployDebugStack = ({ app }: Stack) => void createDebugStack(app, {});

const debugStackEdit: Edit = {
  before: deployDebugStack,
  after: deployDebugStack,
  planned: ({ app }) => {
    const found = app.stacks.find(({ stackName }) => stackName.endsWith("debug-stack"));
    if (found === undefined) throw new Error("no debug stack");
    return found;
  },
};

/** Constructs with every prop but those of networks, and parts that appear only when they are bound. */
const whole: Readonly<Record<string, (stack: Stack) => unknown>> = {
  "RDS with its props": (stack) =>
    new RDS(stack, "It", {
      engine: "postgresql16",
      defaultDatabaseName: "notes",
      scaling: { autoPause: 30, maxCapacity: "ACU_8" },
      migrations: "migrations",
      types: { path: "db.d.ts", camelCase: true },
      cdk: { cluster: { backupRetentionPeriod: 14 } },
    }),
  "RDS of MySQL that never pauses": (stack) =>
    new RDS(stack, "It", {
      engine: "mysql8.0",
      defaultDatabaseName: "notes",
      scaling: { autoPause: false, minCapacity: "ACU_1", maxCapacity: "ACU_64" },
    }),
  "Script with its props": (stack) =>
    new Script(stack, "It", {
      onCreate: handler,
      onUpdate: handler,
      onDelete: other,
      params: { table: "notes" },
      defaults: { function: { timeout: 60, environment: { STEP: "1" } } },
      version: "2",
    }),
  "Job with its props": (stack) =>
    new Job(stack, "It", {
      handler,
      memorySize: "7 GB",
      timeout: "2 hours",
      environment: { STEP: "1" },
      bind: [new Config.Parameter(stack, "Mode", { value: "fast" })],
      permissions: ["ses"],
      enableLiveDev: false,
      cdk: { project: { concurrentBuildLimit: 2 } },
    }),
  "Function with bound parameters and secrets": (stack) =>
    new Function(stack, "It", {
      handler,
      bind: [new Config.Parameter(stack, "Mode", { value: "fast" }), new Config.Secret(stack, "KEY")],
    }),
};

/** Each construct with most of its props, deployed twice: the second plan is empty. */
export const unchangedEdits: Edits = {
  "The debug stack as it was": debugStackEdit,
  ...Object.fromEntries(
    Object.entries(bases)
      .filter(([name]) => !leftOut.test(name))
      .map(([name, { create: Class, valid }]): [string, Edit] => {
        const build = (stack: Stack): Construct => {
          const given = { ...valid(stack) };
          return new Class(stack, "It", { ...given, ...older[name]?.(given) } as never);
        };
        return [`${name} as it was`, unchanged(build)];
      }),
  ),
  ...Object.fromEntries(Object.entries(whole).map(([name, build]) => [name, unchanged(build)])),
};

function unchanged(build: (stack: Stack) => unknown): Edit {
  const deploy = (stack: Stack) => void build(stack);
  return { before: deploy, after: deploy };
}
