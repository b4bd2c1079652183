/** Modules of `serverform/node`. SST had modules of the same names. */
export const functionModules = [
  "api",
  "auth",
  "bucket",
  "caller",
  "config",
  "context",
  "event-bus",
  "events-api",
  "fetch",
  "function",
  "graphql",
  "job",
  "kinesis-stream",
  "logs",
  "mcp",
  "queue",
  "rds",
  "route",
  "site",
  "table",
  "topic",
  "userbase",
] as const;

/** The replacement of a module of another tool or of types: `import from "serverform/node/api"`; undefined for other modules. */
export function replacementOf(module: string): string | undefined {
  const [, name] = /^(?:@serverless-stack|sst)\/node\/([a-z-]+)$/.exec(module) ?? [];
  if (functionModules.some((each) => each === name)) return `import from "serverform/node/${name}"`;
  if (/^(?:@serverless-stack|sst)\/node(?:\/|$)/.test(module)) {
    return `the modules of serverform for functions are ${functionModules.map((each) => `"serverform/node/${each}"`).join(", ")}`;
  }
  if (/^(?:@serverless-stack(?:\/|$)|sst(?:\/|$))/.test(module))
    return 'import constructs from "serverform", and in functions what bind gives them from "serverform/node/<module>"';
  if (/^(?:aws-cdk-lib(?:\/|$)|@aws-cdk\/|@pulumi\/|@aws-amplify\/backend)/.test(module))
    return 'import constructs from "serverform", and resources of the provider from "@cdktf/provider-aws/lib/<resource>"';
  if (/^\$amplify\//.test(module))
    return 'use process.env for variables of environment, and for what is in bind and config "serverform/node/*"';
  // The package of this name is another one: the declarations come from @types/aws-lambda.
  if (module === "aws-lambda") return 'import only its types: import type { Context } from "aws-lambda"';
  if (/^@architect\/functions(?:\/|$)/.test(module))
    return 'use bind and "serverform/node/*", and export a handler: export async function handler(event) { ... }';
  return undefined;
}

/** Names that SST v3 defines in every file of an app, each with what to write here. */
export const foreignGlobals = {
  $app: "The stage and the name are members of the app: app.stage, app.name.",
  $config:
    'Create the app in main.ts: const app = new App({ name: "notes" }), then app.stack(...) and app.synth().',
  $dev: "Ask app.local, or IS_LOCAL in a function.",
  $interpolate: "Values of resources are strings here: `${api.url}/notes`.",
  aws: 'Import constructs from "serverform", and resources of the provider from "@cdktf/provider-aws/lib/<resource>".',
  sst: 'Import constructs from "serverform": import { Api, Bucket } from "serverform".',
} as const;
