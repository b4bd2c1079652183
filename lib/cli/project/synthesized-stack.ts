import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../facts/text/record";
import type { RemovalPolicy } from "../../kit/app";
import { fail } from "../errors";
import { readJsonObject } from "./json";

/** The settings that `App` writes into the configuration of each of its stacks, under `"//".serverform`. */
export interface StackSettings {
  readonly app: string;
  readonly stage: string;
  readonly removalPolicy?: RemovalPolicy;
  /** The region of the app, where it is not that of the stack. */
  readonly appRegion?: string;
  /** Prefix of the names of binding parameters. @default - none */
  readonly ssmPrefix?: string;
  /** Whether it is the debug stack of `serverform start`. It holds no data. */
  readonly isDebugStack?: boolean;
  /** Whether the app protects the stage from `serverform start`. */
  readonly isProtected?: boolean;
  /** The credentials for Terraform, if the app sets them. @default - the environment decides */
  readonly credentials?: { readonly profile?: string; readonly roles?: readonly AssumedRole[] };
}

export interface AssumedRole {
  readonly roleArn: string;
  readonly externalId?: string;
  readonly sessionName?: string;
  readonly sourceIdentity?: string;
}

/** A message that the app attached to one of its constructs. */
export interface Annotation {
  readonly level: "error" | "warn" | "info";
  readonly path: string;
  readonly message: string;
}

/** A stack that the app wrote into its output folder. */
export interface SynthesizedStack {
  readonly id: string;
  /** The folder that Terraform runs in. */
  readonly folder: string;
  /** The ids of the stacks whose outputs this stack reads. */
  readonly dependencies: readonly string[];
  readonly annotations: readonly Annotation[];
  readonly template: Readonly<Record<string, unknown>>;
  /** Undefined for a stack of plain CDKTF. */
  readonly settings?: StackSettings;
}

/** The time at which the output folder was written, or undefined if it has no manifest. */
export function writtenAt(outputFolder: string): number | undefined {
  const file = join(outputFolder, "manifest.json");
  // Not the modification time: it stays the same when a finished file is moved into place.
  return existsSync(file) ? statSync(file).ctimeMs : undefined;
}

/** Reads the stacks of an output folder, in the order of the manifest, but each one after its dependencies. */
export function readSynthesizedStacks(outputFolder: string): readonly SynthesizedStack[] {
  const { stacks } = readJsonObject(join(outputFolder, "manifest.json"));
  if (!isRecord(stacks)) return [];
  const read = Object.values(stacks)
    .filter(isRecord)
    .map((entry) => {
      const template = readJsonObject(join(outputFolder, String(entry.synthesizedStackPath)));
      return {
        id: String(entry.name),
        folder: join(outputFolder, String(entry.workingDirectory)),
        dependencies: Array.isArray(entry.dependencies) ? entry.dependencies.map(String) : [],
        annotations: Array.isArray(entry.annotations)
          ? entry.annotations.filter(isRecord).map(annotation)
          : [],
        template,
        settings: settingsOf(template),
      };
    });
  return inOrder(read);
}

function inOrder(stacks: readonly SynthesizedStack[]): readonly SynthesizedStack[] {
  const ordered = new Set<SynthesizedStack>();
  const visit = (stack: SynthesizedStack): void => {
    const others = stacks.filter(({ id }) => stack.dependencies.includes(id));
    for (const other of others) if (!ordered.has(other)) visit(other);
    ordered.add(stack);
  };
  for (const stack of stacks) visit(stack);
  return [...ordered];
}

function annotation({ level, constructPath, message }: Record<string, unknown>): Annotation {
  const kind = String(level).replace("@cdktf/", "");
  return {
    level: kind === "error" || kind === "warn" ? kind : "info",
    path: String(constructPath),
    message: String(message),
  };
}

function settingsOf(template: Record<string, unknown>): StackSettings | undefined {
  const comment = template["//"];
  const settings = isRecord(comment) ? comment.serverform : undefined;
  if (!isRecord(settings)) return undefined;
  const { app, stage, removalPolicy, appRegion, ssmPrefix, isDebugStack, isProtected, credentials } =
    settings;
  return {
    app: typeof app === "string" ? app : "",
    stage: typeof stage === "string" ? stage : "",
    removalPolicy:
      removalPolicy === "destroy" || removalPolicy === "retain" || removalPolicy === "snapshot"
        ? removalPolicy
        : undefined,
    ...(typeof appRegion === "string" && { appRegion }),
    ...(typeof ssmPrefix === "string" && { ssmPrefix }),
    ...(isDebugStack === true && { isDebugStack }),
    ...(isProtected === true && { isProtected }),
    ...(isRecord(credentials) && { credentials: credentialsOf(credentials) }),
  };
}

function credentialsOf({
  profile,
  roles,
}: Record<string, unknown>): NonNullable<StackSettings["credentials"]> {
  return {
    ...(typeof profile === "string" && { profile }),
    ...(Array.isArray(roles) && { roles: roles.filter(isRecord).flatMap(roleOf) }),
  };
}

function roleOf(role: Record<string, unknown>): readonly AssumedRole[] {
  const { roleArn, externalId, sessionName, sourceIdentity } = role;
  if (typeof roleArn !== "string") return [];
  return [
    {
      roleArn,
      ...(typeof externalId === "string" && { externalId }),
      ...(typeof sessionName === "string" && { sessionName }),
      ...(typeof sourceIdentity === "string" && { sourceIdentity }),
    },
  ];
}

/** The metadata of the constructs in an output folder. A plain CDKTF app has none. */
export function readMetadata(outputFolder: string): readonly unknown[] {
  const file = join(outputFolder, "serverform.json");
  if (!existsSync(file)) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(value) ? value : [];
  } catch (error) {
    return fail("serverform", "json-invalid", file, { reason: (error as Error).message });
  }
}
