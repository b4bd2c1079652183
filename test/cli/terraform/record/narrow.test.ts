import {
  configurationParts,
  type PartSources,
  partDigest,
} from "../../../../lib/cli/terraform/record/configuration-parts";
import type { FileDigest } from "../../../../lib/cli/terraform/record/digests";
import { type Applied, narrow, withTargets } from "../../../../lib/cli/terraform/record/narrow";

type Json = Readonly<Record<string, unknown>>;

const reference = "data.terraform_remote_state.cross-stack-reference-input-a.outputs.o";
const files: readonly FileDigest[] = [
  ["Get/index.js", "1"],
  ["Put/index.js", "1"],
];
const blocks = {
  role: { name: "role" },
  table: { name: "${local.name}" },
  function: { role: "${t.role.arn}", filename: "assets/Get", variables: { table: "${t.table.name}" } },
  route: { target: "${t.function.arn}", depends_on: ["t.table"] },
  reader: { value: `\${${reference}}` },
  alone: { name: "alone" },
};
const template: Json = {
  "//": { metadata: 1 },
  terraform: { required_providers: { aws: {} } },
  provider: { aws: [{ region: "eu-west-1" }] },
  resource: { t: blocks },
  data: {
    d: { document: { resource: "${t.table.arn}" }, zip: { source_dir: "${path.module}/assets/Put" } },
    terraform_remote_state: { "cross-stack-reference-input-a": {} },
  },
  locals: { name: "table", unused: "1" },
  output: {
    url: { value: "${t.route.url}" },
    table: { value: "${local.name}-${t.table.name}" },
    plain: { value: 1 },
  },
};
const sources: PartSources = {
  files,
  outputs: [{ reference, stack: "a", output: "o" }],
  versions: ["1.0.0"],
};

const read = (changed: Json, more: Partial<PartSources> = {}, value = "applied") =>
  configurationParts({ template: changed }, { ...sources, ...more })?.map((part) =>
    part.kind === "read" ? { ...part, digest: partDigest(part.id, value) } : part,
  ) ?? [];

const applied: Applied = {
  digests: new Set(read(template).map(({ digest }) => String(digest))),
  state: {
    resources: Object.keys(blocks).map((name) => `t.${name}`),
    outputs: {
      ...Object.fromEntries(["url", "table", "plain"].map((name) => [name, { value: "", sensitive: false }])),
      serverform_deployment_complete: { value: "", sensitive: true },
    },
  },
};

const withBlocks = (more: Json): Json => ({ ...template, resource: { t: { ...blocks, ...more } } });
const without = (name: keyof typeof blocks): Json => {
  const { [name]: _, ...rest } = blocks;
  return { ...template, resource: { t: rest } };
};

/** The targets but the state of the other stack, and how many resources are not read. */
const short = (scope: ReturnType<typeof narrow>) =>
  "targets" in scope
    ? [...scope.targets.filter((each) => !each.includes("remote_state")), scope.notRead]
    : scope.wholeBecause;

describe("A plan is narrowed to", () => {
  test.each<[string, Json, unknown]>([
    ["a block that nothing refers to", withBlocks({ alone: { name: "new" } }), ["t.alone", 5]],
    ["a block that is new", withBlocks({ new: { name: "${t.role.name}" } }), ["t.new", 5]],
    [
      "a block and what refers to it, also by an address in depends_on, and outputs with all that they read",
      withBlocks({ table: { name: "${local.name}", class: "new" } }),
      ["data.d.document", "t.function", "t.route", "t.table", 2],
    ],
    [
      "what refers to a local value",
      { ...template, locals: { name: "new", unused: "1" } },
      ["data.d.document", "t.function", "t.route", "t.table", 2],
    ],
    [
      "data",
      { ...template, data: { d: { document: {}, zip: { source_dir: "${path.module}/assets/Put" } } } },
      ["data.d.document", 6],
    ],
    ["a removed block, with one that is there", without("alone"), ["t.role", "t.alone", 4]],
    [
      "the blocks of a changed output",
      { ...template, output: { ...(template.output as Json), table: { value: "new-${t.table.name}" } } },
      ["t.table", 5],
    ],
  ])("%s", (_, changed, expected) => {
    expect(short(narrow(read(changed), applied))).toEqual(expected);
  });

  test("what refers to all local values", () => {
    const whole = withBlocks({ alone: { name: '${join("", values(local))}' } });
    const digests = new Set(read(whole).map(({ digest }) => String(digest)));
    const scope = narrow(read({ ...whole, locals: { name: "table", unused: "2" } }), { ...applied, digests });
    expect(short(scope)).toEqual(["t.alone", 5]);
  });

  test("the data and blocks that read a changed package", () => {
    const changed = (name: string) =>
      files.map(([path]): FileDigest => [path, path.startsWith(name) ? "2" : "1"]);
    expect(short(narrow(read(template, { files: changed("Get") }), applied))).toEqual([
      "t.function",
      "t.route",
      2,
    ]);
    expect(short(narrow(read(template, { files: changed("Put") }), applied))).toEqual(["data.d.zip", 6]);
    const any = withBlocks({ alone: { name: "assets/${t.role.name}" } });
    const digests = new Set(read(any).map(({ digest }) => String(digest)));
    const scope = narrow(read(any, { files: changed("Put") }), { ...applied, digests });
    expect(short(scope)).toEqual(["data.d.zip", "t.alone", 4]);
  });

  test("what reads the output of another stack whose value has changed, or is not known", () => {
    const data = "data.terraform_remote_state.cross-stack-reference-input-a";
    const expected = { targets: [data, "t.reader"], declared: [data, "t.reader"], notRead: 5 };
    expect(narrow(read(template, {}, "new"), applied)).toEqual(expected);
    expect(narrow(configurationParts({ template }, sources) ?? [], applied)).toEqual(expected);
  });

  test("a resource that the state has lost", () => {
    const resources = applied.state.resources.filter((each) => each !== "t.alone");
    const state = { ...applied.state, resources };
    expect(short(narrow(read(template), { ...applied, state }))).toEqual(["t.alone", 5]);
  });

  test("more targets, each once", () => {
    const narrowing = { targets: ["t.a", "t.gone"], declared: ["t.a"], notRead: 1 };
    expect(withTargets(narrowing, ["t.a", "t.b"])).toEqual({
      targets: ["t.a", "t.gone", "t.b"],
      declared: ["t.a", "t.b"],
      notRead: 1,
    });
  });
});

describe("A plan is not narrowed", () => {
  const many = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`a_resource_with_a_long_name_${at}`, {}]),
  );

  test.each<[string, Json, string]>([
    ["a provider", { ...template, provider: { aws: [{ region: "eu-west-2" }] } }, "provider.aws has changed"],
    [
      "a local value of a provider",
      { ...template, provider: { aws: [{ region: "${local.name}" }] } },
      "provider.aws has changed",
    ],
    ["the settings of Terraform", { ...template, terraform: {} }, "its terraform block has changed"],
    ["moves", { ...template, moved: [{ from: "t.x", to: "t.role" }] }, "what it moves has changed"],
    ["removed blocks", { ...template, removed: [{ from: "t.x" }] }, "what it leaves to others has changed"],
    ["imports", { ...template, import: [{ id: "x", to: "t.role" }] }, "what it imports has changed"],
    [
      "outputs that are gone",
      { ...template, output: { url: { value: "${t.route.url}" }, plain: { value: 1 } } },
      "its output table is removed, which no plan of single blocks does",
    ],
    [
      "outputs without blocks",
      { ...template, output: { ...(template.output as Json), plain: { value: 2 } } },
      "its output plain has changed, which refers to no block",
    ],
    [
      "comments",
      { ...template, "//": 2, resource: { t: { ...blocks, alone: { ...blocks.alone, "//": 1 } } } },
      "none of its blocks has changed",
    ],
    [
      "what leads to all resources",
      withBlocks(Object.fromEntries(Object.entries(blocks).map(([name, body]) => [name, { ...body, x: 1 }]))),
      "its changes lead to all of its resources",
    ],
    ["very many blocks", withBlocks(many), "too many of its blocks have changed: 1001"],
    [
      "a stack that loses all",
      {
        ...template,
        resource: {},
        output: { url: { value: 1 }, table: { value: 1 }, plain: { value: 1 } },
        data: {},
      },
      "its output url has changed, which refers to no block",
    ],
  ])("after a change of %s", (_, changed, reason) => {
    expect(short(narrow(read(changed), applied))).toBe(reason);
  });

  test("with another version of the library", () => {
    const scope = narrow(read(template, { versions: ["2.0.0"] }), applied);
    expect(short(scope)).toBe("the version of serverform or of a provider has changed");
  });

  test("with blocks whose effect is not known", () => {
    expect(configurationParts({ template: { ...template, check: {} } }, sources)).toBeUndefined();
  });
});
