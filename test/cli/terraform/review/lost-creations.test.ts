import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SynthesizedStack } from "../../../../lib/cli/project/synthesized-stack";
import type { Engine } from "../../../../lib/cli/terraform/engine";
import { applyAndNote, importLostCreations } from "../../../../lib/cli/terraform/review/lost-creations";
import type { ChangedValues } from "../../../../lib/cli/terraform/review/planned-changes";
import { temporaryFolder } from "../../../support/stack";

const local = { backend: { local: { path: "a.tfstate" } } };
const started = (address: string) => hook("apply_start", address);
const hook = (type: string, address: string) => ({
  type,
  hook: { resource: { addr: address }, action: "create", elapsed_seconds: 0 },
});
const failed = (address: string, detail: string) => ({
  type: "diagnostic",
  diagnostic: { severity: "error", summary: "creating", detail, address },
});

/** A stack, and a Terraform that prints messages when it applies and knows which imports find something. */
function stackOf(messages: readonly object[], exists: (id: string) => boolean = () => true) {
  const stack = {
    id: "dev-a",
    folder: temporaryFolder(),
    template: { terraform: local },
  } as unknown as SynthesizedStack;
  const imports: string[] = [];
  const printed: string[] = [];
  const run = async (
    _folder: string,
    [command, ...rest]: readonly string[],
    { onLine }: { readonly onLine?: (line: string) => void } = {},
  ) => {
    if (command === "apply") for (const each of messages) onLine?.(JSON.stringify(each));
    if (command !== "import") return { code: 1, output: "", errors: "interrupted" };
    const [address = "", id = ""] = rest.slice(-2);
    imports.push(`${address} ${id}`);
    return { code: exists(id) ? 0 : 1, output: "", errors: "" };
  };
  const engine = {
    terraform: { run },
    terminal: {
      print: (line: string) => printed.push(line),
      warn: (line: string) => printed.push(`warning: ${line}`),
    },
    interrupt: { first: { aborted: false } },
    progress: { step: () => {} },
    stacks: [stack],
  } as unknown as Engine;
  return { stack, engine, imports, printed };
}

const planned = (address: string, after: Readonly<Record<string, unknown>>): ChangedValues => ({
  address,
  type: address.split(".")[0] ?? "",
  action: "create",
  isTainted: false,
  isReferred: false,
  isImported: false,
  stored: {},
  before: {},
  after,
  unknown: {},
});

const fn = "aws_lambda_function.Notes";
const named = planned(fn, { function_name: "dev-notes" });

test("a creation that AWS has not answered is imported by the next deployment, once", async () => {
  const { stack, engine, imports, printed } = stackOf([
    started(fn),
    failed(fn, "operation error Lambda: CreateFunction, canceled, context canceled"),
  ]);
  await applyAndNote(stack, engine, ["apply"]);
  expect(await importLostCreations(stack, engine, [named])).toEqual([fn]);
  expect(imports).toEqual([`${fn} dev-notes`]);
  expect(printed).toEqual([expect.stringContaining(`${fn} (dev-notes)`)]);
  expect(await importLostCreations(stack, engine, [named])).toEqual([]);
  expect(readdirSync(stack.folder)).toEqual([]);
});

test("a run that ends in the middle of a creation leaves it to the next deployment, too", async () => {
  const { stack, engine } = stackOf([started(fn)]);
  await applyAndNote(stack, engine, ["apply"]);
  expect(await importLostCreations(stack, engine, [named])).toEqual([fn]);
});

test("a resource that AWS has not created is not in the state afterwards", async () => {
  const { stack, engine, imports } = stackOf([started(fn)], () => false);
  await applyAndNote(stack, engine, ["apply"]);
  expect(await importLostCreations(stack, engine, [named])).toEqual([]);
  expect(imports).toHaveLength(1);
});

test("an interrupted import is left to the deployment after it", async () => {
  const { stack, engine, imports } = stackOf([started(fn)], () => false);
  await applyAndNote(stack, engine, ["apply"]);
  const { terraform } = engine;
  const interrupt = { first: { aborted: false } };
  const run: typeof terraform.run = (...given) => {
    interrupt.first.aborted = true;
    return terraform.run(...given);
  };
  const interrupted = { ...engine, interrupt, terraform: { run } } as unknown as Engine;
  const other = planned("aws_lambda_function.Other", { function_name: "dev-other" });
  expect(await importLostCreations(stack, interrupted, [named, other])).toEqual([]);
  expect(await importLostCreations(stack, interrupted, [named, other])).toEqual([]);
  expect(imports).toHaveLength(1);
  await importLostCreations(stack, engine, [named]);
  expect(imports).toHaveLength(2);
});

test.each([
  [
    "AWS has refused it",
    [started(fn), failed(fn, "ResourceConflictException: Function already exist: dev-notes")],
  ],
  ["it was created", [started(fn), hook("apply_complete", fn)]],
  ["it had not begun", []],
])("nothing is imported of which %s", async (_, messages) => {
  const { stack, engine, imports } = stackOf(messages);
  await applyAndNote(stack, engine, ["apply"]);
  await importLostCreations(stack, engine, [named]);
  expect(imports).toEqual([]);
});

test.each([
  ["another creation returns", planned("aws_sqs_queue.Q", { name: "dev-q" })],
  ["another creation makes again", planned("aws_apigatewayv2_api.Api", { name: "dev-api" })],
  ["has an id of AWS", planned("aws_apigatewayv2_route.R", { api_id: "a1", route_key: "GET /" })],
  ["is in the state", { ...named, action: "update" as const }],
])("nothing is imported that %s", async (_, change) => {
  const { stack, engine, imports } = stackOf([started(change.address)]);
  await applyAndNote(stack, engine, ["apply"]);
  await importLostCreations(stack, engine, [change]);
  expect(imports).toEqual([]);
});

test("a resource that AWS may have under an id of its own is reported", async () => {
  const api = planned("aws_apigatewayv2_api.Api", { name: "dev-api" });
  const { stack, engine, printed } = stackOf([started(api.address)]);
  await applyAndNote(stack, engine, ["apply"]);
  await importLostCreations(stack, engine, [api]);
  expect(printed).toEqual([expect.stringMatching(/^warning: .*aws_apigatewayv2_api\.Api \(dev-api\)/)]);
});

test("a note of another state, or one that cannot be read, imports nothing", async () => {
  const { stack, engine, imports } = stackOf([started(fn)]);
  await applyAndNote(stack, engine, ["apply"]);
  const other = { ...stack, template: { terraform: { backend: { s3: {} } } } } as unknown as SynthesizedStack;
  await importLostCreations(other, engine, [named]);
  writeFileSync(join(stack.folder, "serverform.unanswered.json"), "{");
  await importLostCreations(stack, engine, [named]);
  expect(imports).toEqual([]);
});
