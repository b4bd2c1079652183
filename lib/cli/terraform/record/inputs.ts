import { statSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { isObject } from "../../project/json";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { packagesFolder } from "./digests";

/** An output of another stack that a stack reads. */
export interface ReadOutput {
  /** As the configuration writes it: `data.terraform_remote_state.<name>.outputs.<output>`. */
  readonly reference: string;
  /** Id of the other stack. */
  readonly stack: string;
  readonly output: string;
}

/** Everything that decides a plan beside the configuration, the packages and AWS. */
export interface StackInputs {
  readonly outputs: readonly ReadOutput[];
  /** Why a plan may differ although all of this is the same. @default - it does not */
  readonly unknown?: string;
}

export const remoteState = "terraform_remote_state";
const reference = /\bdata\.terraform_remote_state\.([\w-]+)\.outputs\.([\w-]+)/g;
const crossStackPrefix = "cross-stack-reference-input-";

/** Data sources that read this machine or anything in the network. Those of AWS are part of what only a plan looks at. */
const openDataTypes = ["external", "http", "local_file", "local_sensitive_file"];

/** Functions that read files, or give another result each time. */
const openFunctions =
  /\b(file\w*|templatefile|timestamp|plantimestamp|uuid|bcrypt|pathexpand|abspath)\s*\(\s*("(?:\$\{path\.module\}\/)?assets\/)?/g;

/** Finds what a stack reads. */
export function inputsOf(stack: SynthesizedStack): StackInputs {
  const { template, dependencies } = stack;
  const texts = textsIn(template);
  const outputs = new Map<string, ReadOutput>();
  for (const text of texts) {
    for (const [whole, name = "", output = ""] of text.matchAll(reference)) {
      const id = name.replace(crossStackPrefix, "");
      outputs.set(whole, { reference: whole, stack: id, output });
    }
  }
  const sorted = [...outputs.values()].sort((a, b) => (a.reference < b.reference ? -1 : 1));
  const foreign = sorted.find(({ stack: id }) => !dependencies.includes(id));
  const unknown =
    foreign === undefined
      ? (openBlock(template) ?? openText(stack, texts))
      : `reads ${foreign.reference}, whose stack is not in the app`;
  return { outputs: sorted, ...(unknown !== undefined && { unknown }) };
}

function openBlock(template: SynthesizedStack["template"]): string | undefined {
  if (template.module !== undefined) return "has modules";
  if (template.variable !== undefined) return "has variables";
  const data = isObject(template.data) ? template.data : {};
  const type = openDataTypes.find((each) => data[each] !== undefined);
  if (type !== undefined) return `has data of ${type}`;
  // Without a region, the environment decides where resources are.
  const { aws = [] } = Object(template.provider) as { readonly aws?: unknown };
  const isOpen = [aws].flat().some((block) => !isObject(block) || block.region === undefined);
  return isOpen ? "has a provider without a region" : undefined;
}

function openText({ folder, template }: SynthesizedStack, texts: readonly string[]): string | undefined {
  const states = isObject(template.data) && template.data[remoteState] !== undefined;
  for (const text of texts) {
    if (text.includes("${")) {
      const rest = text.replace(reference, "");
      if (states && rest.includes(`data.${remoteState}`)) return "reads a whole state";
      const open = [...text.matchAll(openFunctions)].find(([, , isPackage]) => isPackage === undefined);
      if (open !== undefined) return `calls ${open[1]}()`;
      if (/\bpath\.(?:cwd|root)\b|\bpath\.module\}(?!\/assets\/)/.test(text)) return `reads ${text}`;
    } else if (isFileElsewhere(folder, text)) return `reads ${text}`;
  }
  return undefined;
}

/** Whether a text is the path of a file that is none of the packages. */
function isFileElsewhere(folder: string, text: string): boolean {
  if (text.length > 1000 || !(isAbsolute(text) || /^(?:\.{1,2}\/)/.test(text))) return false;
  const path = resolve(folder, text);
  if (path.startsWith(resolve(folder, packagesFolder) + sep)) return false;
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** All texts of a configuration but those of the settings of Terraform and of comments. */
function textsIn(template: SynthesizedStack["template"]): readonly string[] {
  const { terraform: _, data, ...rest } = template;
  // The backends of other stacks are known by their ids.
  const { [remoteState]: __, ...own } = isObject(data) ? data : {};
  return [...textsInValue(rest), ...textsInValue(own)];
}

/** All texts of a value but comments. Keys are among them if they have expressions, which Terraform evaluates. */
export function textsInValue(value: unknown): readonly string[] {
  const found: string[] = [];
  const walk = (each: unknown): void => {
    if (typeof each === "string") found.push(each);
    else if (Array.isArray(each)) each.forEach(walk);
    else if (isObject(each))
      for (const [key, inner] of Object.entries(each)) {
        if (key.includes("${")) found.push(key);
        if (key !== "//") walk(inner);
      }
  };
  walk(value);
  return found;
}

/** The outputs of other stacks in a text, as `ReadOutput.reference` writes them. */
export const referencesIn = (text: string): readonly string[] => text.match(reference) ?? [];
