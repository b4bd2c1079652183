import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { TerraformProvider } from "cdktf";
import { invokeAspects } from "cdktf/lib/synthesize/synthesizer";
import { App, type AppProps, Stack } from "../../lib/kit/app";
import { isProviderObject } from "../../lib/kit/core";

/** The project with the tests' handlers. */
export const fixture = path.resolve(__dirname, "../fixtures/app");

/** An app in the fixture project, with its own output folder. */
export function testApp(props: AppProps = {}): App {
  process.chdir(fixture);
  const outdir = "outdir" in props ? props.outdir : temporaryFolder();
  return new App({ name: "notes", stage: "dev", region: "us-east-1", ...props, outdir });
}

/** A stack of such an app. */
export function testStack(props: AppProps = {}, id = "Main"): Stack {
  return new Stack(testApp(props), id);
}

const folders: string[] = [];

/** A folder that goes when the test file is done. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "serverform-"));
  folders.push(folder);
  return folder;
}

const start = process.cwd();

afterAll(() => {
  // The next test file runs in the same process, and must not find itself in a folder that is gone.
  process.chdir(start);
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** One block of Terraform JSON. */
export type Block = Record<string, unknown>;
type Blocks = Record<string, Record<string, Block>>;

/** The Terraform JSON of a stack. */
export type Synthesized = { resource: Blocks; data: Blocks; output: Record<string, Block> } & Block;

/**
 * The Terraform JSON of a stack, without metadata.
 *
 * The same as `JSON.parse(Testing.synth(stack))`, which copies each object once for each of its keys.
 */
export function synthesized(stack: Stack): Synthesized {
  invokeAspects(stack);
  return { resource: {}, data: {}, output: {}, ...(sorted(stack.toTerraform()) as Block) };
}

/** The same as text, with its keys as they come. */
export function synthesizedText(stack: Stack): string {
  invokeAspects(stack);
  return JSON.stringify(stack.toTerraform(), (key, value) => (key === "//" ? undefined : value));
}

/** JSON with its keys in order, without metadata. */
function sorted(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(sorted);
  const entries = Object.entries(json).filter(([key]) => key !== "//");
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}

/**
 * The resources of a type in a stack, by address, without `create_before_destroy` and `replace_triggered_by`: all of some types
 * have them, and the tests of `lib/kit/app/references/order` look at them.
 */
export function resources(stack: Stack, type: string): Record<string, Block> {
  const found = Object.entries(synthesized(stack).resource[type] ?? {});
  return Object.fromEntries(found.map(([address, block]) => [address, withoutOrder(block)]));
}

function withoutOrder({ lifecycle, ...block }: Block): Block {
  const {
    create_before_destroy: _first,
    replace_triggered_by: _with,
    ...rest
  } = (lifecycle ?? {}) as Record<string, unknown>;
  return Object.keys(rest).length === 0 ? block : { ...block, lifecycle: rest };
}

/** The data sources of a type in a stack, by address. */
export function dataSources(stack: Stack, type: string): Record<string, Block> {
  return synthesized(stack).data[type] ?? {};
}

/** The one resource of a type in a stack. */
export function only(stack: Stack, type: string): Block {
  const found = Object.values(resources(stack, type));
  const [first] = found;
  if (first === undefined || found.length !== 1) throw new Error(`${found.length} resources of type ${type}`);
  return first;
}

/** Every address of a stack, `aws_iam_role.Api_...`, sorted. */
export function addresses(stack: Stack): string[] {
  const { resource, data } = synthesized(stack);
  const of = (blocks: Blocks, prefix: string) =>
    Object.entries(blocks).flatMap(([type, each]) =>
      Object.keys(each).map((name) => `${prefix}${type}.${name}`),
    );
  return [...of(resource, ""), ...of(data, "data.")].sort();
}

/** The addresses that are declared so far, sorted. Unlike `addresses` it does not finish the app. */
export function declaredAddresses(stack: Stack): string[] {
  const declared = stack.node.findAll().flatMap((each) => (isProviderObject(each) ? [each] : []));
  return declared
    .filter((each) => !TerraformProvider.isTerraformProvider(each))
    .map((each) => `${each.terraformResourceType}.${each.friendlyUniqueId}`)
    .sort();
}

/** One statement of a policy in IAM's own spelling. */
export interface PolicyStatementJson {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: object;
}

/** The statements of every inline policy of a stack. */
export function inlineStatements(stack: Stack, part = ""): PolicyStatementJson[] {
  return Object.entries(resources(stack, "aws_iam_role_policy"))
    .filter(([address]) => address.includes(part))
    .flatMap(
      ([, { policy }]) => (JSON.parse(String(policy)) as { Statement: PolicyStatementJson[] }).Statement,
    );
}

/** Every action of the inline policies of a stack. */
export function inlineActions(stack: Stack, part = ""): string[] {
  return inlineStatements(stack, part).flatMap(({ Action }) => Action);
}
