import * as fs from "node:fs";
import * as path from "node:path";
import { fail } from "../errors";
import { isValues } from "../values";
import { type Declarations, declarationsOf } from "./declarations";

/** A folder with Terraform JSON. */
export interface StackSource {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  readonly declarations: Declarations;
}

/** Folders that never contain stacks. */
const skipped = ["node_modules", "assets"];

/** How many levels of folders are searched for Terraform JSON when there is no manifest. */
const deepest = 4;

/** The stacks of an output folder, or of any folder with Terraform JSON in it or in its subfolders. */
export function readStackSources(outdir: string): readonly StackSource[] {
  const root = path.resolve(outdir);
  if (!fs.statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    fail("local", "local-folder-missing", "output folder", { folder: root });
  }
  const manifest = path.join(root, "manifest.json");
  const stacks = fs.existsSync(manifest) ? stacksOfManifest(root, manifest) : undefined;
  const found = stacks ?? stacksIn(root);
  if (found.length === 0) fail("local", "local-folder-empty", "output folder", { folder: root });
  return found;
}

/** Undefined for a manifest that another program wrote. */
function stacksOfManifest(root: string, file: string): readonly StackSource[] | undefined {
  const manifest = readJson(file);
  const stacks = isValues(manifest) ? manifest.stacks : undefined;
  if (!isValues(stacks)) return undefined;
  return Object.entries(stacks).map(([id, stack]) => {
    const place = isValues(stack) ? stack.synthesizedStackPath : undefined;
    const source = path.join(
      root,
      typeof place === "string" ? place : path.join("stacks", id, "cdk.tf.json"),
    );
    if (!fs.existsSync(source)) fail("local", "local-stack-missing", `stack "${id}"`, { file: source });
    return { id, folder: path.dirname(source), declarations: declarationsOf([readJson(source)]) };
  });
}

function stacksIn(root: string): readonly StackSource[] {
  const folders = foldersIn(root, deepest);
  const names = folders.map((folder) => path.basename(folder));
  return folders.map((folder, index) => {
    const name = path.basename(folder);
    const isUnique = names.indexOf(name) === index && names.lastIndexOf(name) === index;
    const id = isUnique ? name : path.relative(path.dirname(root), folder).replaceAll(path.sep, "/");
    const files = filesIn(folder).map((file) => readJson(path.join(folder, file)));
    return { id, folder, declarations: declarationsOf(files) };
  });
}

/** Folders with Terraform JSON, sorted. */
function foldersIn(folder: string, depth: number): readonly string[] {
  const inside = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && !skipped.includes(each.name) && !each.name.startsWith("."))
    .map((each) => each.name)
    .sort();
  const deeper = depth === 0 ? [] : inside.flatMap((name) => foldersIn(path.join(folder, name), depth - 1));
  return filesIn(folder).length > 0 ? [folder, ...deeper] : deeper;
}

function filesIn(folder: string): readonly string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".tf.json"))
    .sort();
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("local", "local-json-malformed", file, { reason });
  }
}
