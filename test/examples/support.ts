import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { typescript, withCompiledLibrary } from "../support/compiled";

export const root = resolve(__dirname, "../..");

/** Variables of this process that neither a synthesis nor a function is to see. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(AWS_|SERVERFORM_|CDKTF_|TF_|NODE_|JEST_|npm_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** Folders that other tests may be writing at the same time. */
const written = /[/\\](\.serverform|cdktf\.out|dist)$/;

const ownFiles = ["cdktf.json", "package.json", "tsconfig.json", "examples"];

/** A copy of the project in another folder; `node_modules` is too large to copy, so it is linked. */
export function copyProject(folder: string): string {
  return copyParts(folder, [...ownFiles, "lib"]);
}

/** The same for tests that change only examples: the library is linked, too. */
export function copyExamples(folder: string): string {
  copyParts(folder, ownFiles);
  symlinkSync(join(root, "lib"), join(folder, "lib"));
  return folder;
}

function copyParts(folder: string, names: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  for (const name of names)
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (file) => !written.test(file) });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Runs an example's app in a separate process, as `cdktf` and `serverform` do, with the compiled library. */
export function runApp(folder: string, main: string, environment: NodeJS.ProcessEnv): void {
  execFileSync(process.execPath, [...typescript, main], {
    cwd: join(root, folder),
    env: { ...cleanEnvironment(), ...withCompiledLibrary(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs the notes' app with the compiled library, in this checkout or in a copy of it, and returns its output folder. */
export function synthesizeNotes(project: string, outdir: string): string {
  execFileSync(process.execPath, [...typescript, "examples/notes/main.ts"], {
    cwd: project,
    env: { ...cleanEnvironment(), ...withCompiledLibrary(), CDKTF_OUTDIR: outdir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return outdir;
}

export type Block = Record<string, unknown>;
export type Blocks = Record<string, Record<string, Block>>;

export interface Template {
  readonly resource: Blocks;
  readonly data: Blocks;
  readonly output: Record<string, Block>;
}

/** The Terraform JSON of a stack in an output folder. */
export function template(outdir: string, stack: string): Template {
  const text = readFileSync(join(outdir, "stacks", stack, "cdk.tf.json"), "utf8");
  return { resource: {}, data: {}, output: {}, ...JSON.parse(text) };
}

/** Every address of a template: resources, data sources and outputs, sorted. */
export function addressesOf({ resource, data, output }: Template): string[] {
  const named = (blocks: Blocks, prefix: string) =>
    Object.entries(blocks).flatMap(([type, each]) =>
      Object.keys(each).map((name) => `${prefix}${type}.${name}`),
    );
  const outputs = Object.keys(output).map((name) => `output.${name}`);
  return [...named(resource, ""), ...named(data, "data."), ...outputs].sort();
}

/** The function that the route of an HTTP API invokes, found in the Terraform JSON alone. */
export function functionOfRoute({ resource }: Template, routeKey: string): Block {
  const route = Object.values(resource.aws_apigatewayv2_route ?? {}).find(
    ({ route_key }) => route_key === routeKey,
  );
  const integration = referred(resource, "aws_apigatewayv2_integration", route?.target);
  return referred(resource, "aws_lambda_function", integration.integration_uri);
}

/** The folder that a function's package is zipped from. */
export function packageFolder(outdir: string, stack: string, { data }: Template, fn: Block): string {
  const archive = referred(data, "data.archive_file", fn.filename);
  const folder = String(archive.source_dir).replace("${path.module}", join(outdir, "stacks", stack));
  if (!existsSync(folder)) throw new Error(`no ${folder}`);
  return folder;
}

/** The block that a reference such as `${aws_x.Name.id}` points at. */
function referred(blocks: Blocks, type: string, reference: unknown): Block {
  const name =
    new RegExp(`\\$\\{${type.replaceAll(".", "\\.")}\\.([^.}]+)`).exec(String(reference))?.[1] ?? "";
  const found = blocks[type.replace("data.", "")]?.[name];
  if (found === undefined) throw new Error(`${String(reference)} refers to no ${type}`);
  return found;
}
