/** The kind of build for the code of a function. */
export type BuildKind = "node" | "python" | "go" | "dotnet" | "java" | "prebuilt";

interface Runtime {
  readonly kind: BuildKind;
  /** The deployed runtime, if it differs from the literal. */
  readonly deployedAs?: string;
  /** The deployed handler, which replaces the handler of the caller. */
  readonly deployedHandler?: string;
  /** The `target` of esbuild. */
  readonly nodeTarget?: string;
  /** The value of `dotnet publish --framework`. */
  readonly dotnetFramework?: string;
  /** Whether Lambda has SnapStart for it. */
  readonly snapStart?: boolean;
  /** Whether Lambda has durable functions for it. */
  readonly durable?: boolean;
  /** The minor version of glibc, as in the wheel tag `manylinux_2_34`. */
  readonly glibcMinor?: number;
  /**
   * The first day on which AWS refuses to create functions with it.
   *
   * From https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html, columns "Block function create", as of
   * August 2026. AWS has postponed the later dates several times.
   */
  readonly createBlockedOn: string;
}

/**
 * All runtimes that a function may have.
 *
 * The newest of each language comes first, as documents and editors show them. Old runtimes stay in the table: existing functions may still be deployed with some of them.
 */
export const runtimes = {
  "nodejs24.x": { kind: "node", nodeTarget: "node24", durable: true, createBlockedOn: "2028-06-01" },
  "nodejs22.x": { kind: "node", nodeTarget: "node22", durable: true, createBlockedOn: "2027-06-01" },
  "nodejs20.x": { kind: "node", nodeTarget: "node20", createBlockedOn: "2027-02-01" },
  "nodejs18.x": { kind: "node", nodeTarget: "node18", createBlockedOn: "2027-02-01" },
  "nodejs16.x": { kind: "node", nodeTarget: "node16", createBlockedOn: "2027-02-01" },
  "nodejs14.x": { kind: "node", nodeTarget: "node14", createBlockedOn: "2024-01-09" },
  "nodejs12.x": { kind: "node", nodeTarget: "node12", createBlockedOn: "2023-03-31" },
  "nodejs10.x": { kind: "node", nodeTarget: "node10", createBlockedOn: "2021-07-30" },
  "python3.14": {
    kind: "python",
    glibcMinor: 34,
    snapStart: true,
    durable: true,
    createBlockedOn: "2029-07-31",
  },
  "python3.13": {
    kind: "python",
    glibcMinor: 34,
    snapStart: true,
    durable: true,
    createBlockedOn: "2029-07-31",
  },
  "python3.12": { kind: "python", glibcMinor: 34, snapStart: true, createBlockedOn: "2028-11-30" },
  "python3.11": { kind: "python", glibcMinor: 26, createBlockedOn: "2027-07-31" },
  "python3.10": { kind: "python", glibcMinor: 26, createBlockedOn: "2027-02-01" },
  "python3.9": { kind: "python", glibcMinor: 26, createBlockedOn: "2027-02-01" },
  "python3.8": { kind: "python", glibcMinor: 26, createBlockedOn: "2027-02-01" },
  "python3.7": { kind: "python", glibcMinor: 17, createBlockedOn: "2024-01-09" },
  "python3.6": { kind: "python", glibcMinor: 17, createBlockedOn: "2022-07-18" },
  "python2.7": { kind: "python", glibcMinor: 17, createBlockedOn: "2021-07-15" },
  java21: { kind: "java", snapStart: true, durable: true, createBlockedOn: "2029-07-31" },
  java17: { kind: "java", snapStart: true, durable: true, createBlockedOn: "2027-07-31" },
  java11: { kind: "java", snapStart: true, createBlockedOn: "2027-07-31" },
  java8: { kind: "java", createBlockedOn: "2024-02-08" },
  dotnet8: {
    kind: "dotnet",
    dotnetFramework: "net8.0",
    snapStart: true,
    durable: true,
    createBlockedOn: "2027-02-01",
  },
  dotnet6: { kind: "dotnet", dotnetFramework: "net6.0", createBlockedOn: "2027-02-01" },
  "dotnetcore3.1": { kind: "dotnet", dotnetFramework: "netcoreapp3.1", createBlockedOn: "2023-04-03" },
  "dotnetcore2.1": { kind: "dotnet", dotnetFramework: "netcoreapp2.1", createBlockedOn: "2022-01-05" },
  "dotnetcore2.0": { kind: "dotnet", dotnetFramework: "netcoreapp2.0", createBlockedOn: "2019-04-30" },
  "dotnetcore1.0": { kind: "dotnet", dotnetFramework: "netcoreapp1.0", createBlockedOn: "2019-06-30" },
  "provided.al2023": { kind: "prebuilt", createBlockedOn: "2029-07-31" },
  "provided.al2": { kind: "prebuilt", createBlockedOn: "2027-02-01" },
  provided: { kind: "prebuilt", createBlockedOn: "2024-02-08" },
  // AWS retired it; its successor runs any program named bootstrap.
  "go1.x": {
    kind: "go",
    deployedAs: "provided.al2023",
    deployedHandler: "bootstrap",
    createBlockedOn: "2029-07-31",
  },
} as const satisfies Record<string, Runtime>;

/** The runtime of functions that name none, and of the code that this package ships. */
export const defaultRuntime = "nodejs24.x";

/** The runtime of functions that name none, and whose handler is a Python module. */
export const defaultPythonRuntime = "python3.14";

/** All runtimes: the defaults, then those that AWS accepts longest. */
export function currentRuntimes(): readonly string[] {
  const rest = Object.entries(runtimes).sort(([, a], [, b]) =>
    b.createBlockedOn.localeCompare(a.createBlockedOn),
  );
  return [...new Set([defaultRuntime, defaultPythonRuntime, ...rest.map(([name]) => name)])];
}

/** A value of a function's `runtime`. */
export type RuntimeLiteral = keyof typeof runtimes;

/** The major version of Node that a runtime is; undefined for other languages. */
export function nodeVersionOf(runtime: string): number | undefined {
  const [, major] = /^nodejs(\d+)/.exec(runtime) ?? [];
  return major === undefined ? undefined : Number(major);
}

/** The first runtime with version 3 of the AWS SDK instead of version 2. */
const firstNodeWithSdk3 = 18;

/**
 * The AWS SDK that a Node runtime contains, as a list of names that may end with `*`. Empty for other languages.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/lambda-nodejs.html#nodejs-sdk-included
 */
export function sdkOf(runtime: string): readonly string[] {
  const version = nodeVersionOf(runtime);
  if (version === undefined) return [];
  return version >= firstNodeWithSdk3 ? ["@aws-sdk/*"] : ["aws-sdk"];
}

/**
 * The modules of the SDK in a Python runtime, with those that it needs.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/lambda-python.html#python-sdk-included, and the requirements of
 * https://pypi.org/project/boto3
 */
const ofPython = ["boto3", "botocore", "s3transfer", "jmespath", "dateutil", "six", "urllib3"];

/** The packages that a runtime contains: the SDK, and the parts that have another name. Empty for compiled languages. */
export function packagesOfRuntime(runtime: string): readonly string[] {
  if (runtime.startsWith("python")) return ofPython;
  const sdk = sdkOf(runtime);
  return sdk.includes("@aws-sdk/*") ? [...sdk, "@smithy/*"] : sdk;
}

export function findRuntime(literal: string): Runtime | undefined {
  return Object.hasOwn(runtimes, literal) ? runtimes[literal as RuntimeLiteral] : undefined;
}

/** The newest runtime of the same language; undefined for a runtime that is not in the table. */
export function latestRuntime(literal: string): string | undefined {
  const kind = findRuntime(literal)?.kind;
  return kind && Object.keys(runtimes).find((each) => findRuntime(each)?.kind === kind);
}

/** Whether AWS allows new functions with this runtime on that day. */
export function canCreate(literal: RuntimeLiteral, today = new Date()): boolean {
  return today.toISOString().slice(0, 10) < runtimes[literal].createBlockedOn;
}

/** The day from which AWS refuses new functions with this runtime, if that is within three months; else undefined. */
export function upcomingBlockDate(literal: RuntimeLiteral, today = new Date()): string | undefined {
  const { createBlockedOn } = runtimes[literal];
  const soon = new Date(today.getTime() + 90 * 86_400_000);
  return canCreate(literal, today) && !canCreate(literal, soon) ? createBlockedOn : undefined;
}

/** The runtime of the same language that AWS blocks last; the first one of the table among equals. */
export function newestOfLanguage(literal: RuntimeLiteral): RuntimeLiteral {
  const { kind } = runtimes[literal];
  const all = (Object.keys(runtimes) as RuntimeLiteral[]).filter((each) => runtimes[each].kind === kind);
  const [newest = literal] = all.sort((a, b) =>
    runtimes[b].createBlockedOn.localeCompare(runtimes[a].createBlockedOn),
  );
  return newest;
}
