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

/** The replacement of a module of SST: `import from "serverform/node/api"`; undefined for other modules. */
export function replacementOf(module: string): string | undefined {
  const [, name] = /^(?:@serverless-stack|sst)\/node\/([a-z-]+)$/.exec(module) ?? [];
  if (functionModules.some((each) => each === name)) return `import from "serverform/node/${name}"`;
  if (/^(?:@serverless-stack|sst)\/node(?:\/|$)/.test(module)) {
    return `the modules of serverform for functions are ${functionModules.map((each) => `"serverform/node/${each}"`).join(", ")}`;
  }
  if (/^(?:@serverless-stack(?:\/|$)|sst(?:\/|$))/.test(module)) return 'import constructs from "serverform"';
  return undefined;
}
