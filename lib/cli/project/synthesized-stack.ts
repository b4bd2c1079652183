import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../errors/error";
import { isObject, readJsonObject } from "./json";

export type RemovalPolicy = "destroy" | "retain" | "snapshot";

/** What our `App` writes into the configuration of each of its stacks, under `"//".serverform`. */
export interface StackSettings {
  readonly app: string;
  readonly stage: string;
  readonly removalPolicy?: RemovalPolicy;
}

/** A note of the app on one of its constructs. */
export interface Annotation {
  readonly level: "error" | "warn" | "info";
  readonly path: string;
  readonly message: string;
}

/** A stack as the app has written it. */
export interface Stack {
  readonly id: string;
  /** The folder that Terraform works in. */
  readonly folder: string;
  /** The ids of the stacks whose outputs it reads. */
  readonly dependencies: readonly string[];
  readonly annotations: readonly Annotation[];
  /** The Terraform configuration. */
  readonly template: Readonly<Record<string, unknown>>;
  /** Undefined for a stack of plain CDKTF. */
  readonly settings?: StackSettings;
}

/** The time at which the output was written, or undefined when there is none. */
export function writtenAt(outputFolder: string): number | undefined {
  const file = join(outputFolder, "manifest.json");
  // The time of the last change of the entry, which moving a finished file into place sets as well.
  return existsSync(file) ? statSync(file).ctimeMs : undefined;
}

/** The stacks in an output folder, each after those that it depends on, else in the order of the alphabet. */
export function readStacks(outputFolder: string): readonly Stack[] {
  const { stacks } = readJsonObject(join(outputFolder, "manifest.json"));
  if (!isObject(stacks)) return [];
  const read = Object.values(stacks)
    .filter(isObject)
    .map((entry) => {
      const template = readJsonObject(join(outputFolder, String(entry.synthesizedStackPath)));
      return {
        id: String(entry.name),
        folder: join(outputFolder, String(entry.workingDirectory)),
        dependencies: Array.isArray(entry.dependencies) ? entry.dependencies.map(String) : [],
        annotations: Array.isArray(entry.annotations)
          ? entry.annotations.filter(isObject).map(annotation)
          : [],
        template,
        settings: settingsOf(template),
      };
    });
  return inOrder(read);
}

/**
 * The stacks that the arguments of a command name; all of them without arguments.
 *
 * A pattern may leave out the prefix `<stage>-<app>-` and may contain `*`.
 */
export function selectStacks(
  command: string,
  stacks: readonly Stack[],
  patterns: readonly string[],
  stage: string,
): readonly Stack[] {
  if (patterns.length === 0) return stacks;
  const chosen = new Set<Stack>();
  for (const pattern of patterns) {
    const matching = stacks.filter((stack) => matches(stack, pattern, stage));
    if (matching.length === 0) {
      fail(`serverform ${command}`, "stack-not-found", "[stack]", {
        pattern,
        stacks: stacks.map(({ id }) => id),
      });
    }
    for (const stack of matching) chosen.add(stack);
  }
  return stacks.filter((stack) => chosen.has(stack));
}

/**
 * Whether a stack argument looks like a stage or a region.
 *
 * `npm run deploy --stage prod` keeps `--stage` for npm itself and passes on `prod` alone.
 */
export function looksLikeStage(argument: string): boolean {
  const stages = ["dev", "development", "test", "staging", "stage", "qa", "uat", "prod", "production"];
  return stages.includes(argument) || /^[a-z]{2}(-[a-z]+)+-\d$/.test(argument);
}

/** Whether Terraform runs elsewhere for this stack: such a plan cannot be saved, and comes as text for humans. */
export function runsRemotely({ template }: Stack): boolean {
  const block = template.terraform;
  if (!isObject(block)) return false;
  return block.cloud !== undefined || (isObject(block.backend) && block.backend.remote !== undefined);
}

/** The path of a resource in the app's tree of constructs, from its address in Terraform. */
export function constructPath({ template }: Stack, address: string): string | undefined {
  const parts = address.replace(/\[.*$/, "").split(".");
  const isData = parts[0] === "data";
  const section = template[isData ? "data" : "resource"];
  const [type = "", name = ""] = isData ? parts.slice(1) : parts;
  let found: unknown = section;
  for (const key of [type, name, "//", "metadata", "path"]) found = isObject(found) ? found[key] : undefined;
  return typeof found === "string" ? found : undefined;
}

function inOrder(stacks: readonly Stack[]): readonly Stack[] {
  const ordered = new Set<Stack>();
  const visit = (stack: Stack): void => {
    const others = stacks.filter(({ id }) => stack.dependencies.includes(id));
    for (const other of others) if (!ordered.has(other)) visit(other);
    ordered.add(stack);
  };
  for (const stack of stacks) visit(stack);
  return [...ordered];
}

function matches({ id, settings }: Stack, pattern: string, stage: string): boolean {
  const parts = [settings?.stage ?? stage, settings?.app ?? ""].filter((part) => part !== "");
  const prefix = `${parts.join("-")}-`;
  const text = pattern
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^(${prefix})?${text}$`).test(id);
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
  const settings = isObject(comment) ? comment.serverform : undefined;
  if (!isObject(settings)) return undefined;
  const { app, stage, removalPolicy } = settings;
  return {
    app: typeof app === "string" ? app : "",
    stage: typeof stage === "string" ? stage : "",
    removalPolicy:
      removalPolicy === "destroy" || removalPolicy === "retain" || removalPolicy === "snapshot"
        ? removalPolicy
        : undefined,
  };
}
