import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkOnly, checkStage } from "../../../lib/cli/stage/checks";
import { SiteEnvironments, siteEnvironment } from "../../../lib/cli/stage/site-environments";
import { appRegion, unwrappedFunctions } from "../../../lib/cli/stage/stack-facts";
import { failure } from "../../constructs/api/support/api";
import { temporaryFolder } from "../../support/stack";

function project(): string {
  const root = realpathSync(temporaryFolder());
  writeFileSync(join(root, "cdktf.json"), "{}");
  mkdirSync(join(root, "web/src"), { recursive: true });
  return root;
}
const site = (path: string, environment: object = { A: 1 }) => ({
  value: { path, environment },
  sensitive: false,
});
const deployed = (id: string, outputs: object) => [{ id, outputs: outputs as never }];
const fileOf = (root: string) => join(root, ".serverform/site-env.json");
const kept = (root: string) => JSON.parse(readFileSync(fileOf(root), "utf8"));

describe("the environments of sites", () => {
  test("are kept from the outputs of a deployment, those of other stacks stay", () => {
    const root = project();
    const sites = new SiteEnvironments(root);
    sites.update(deployed("one", { "site-environment-1": site("web"), other: site("x") }));
    sites.update(deployed("two", { "site-environment-2": site("docs", {}) }));
    expect(kept(root)).toEqual({
      sites: [
        { path: "web", environment: { A: "1" } },
        { path: "docs", environment: {} },
      ],
    });
    sites.update(deployed("one", {}));
    expect(kept(root).sites).toHaveLength(1);
  });

  test("are written only if there are sites, or if an old file exists", () => {
    const root = project();
    new SiteEnvironments(root).update(deployed("one", {}));
    expect(existsSync(fileOf(root))).toBe(false);
    new SiteEnvironments(root).update(deployed("one", { "site-environment-1": site("web") }));
    new SiteEnvironments(root).update(deployed("one", {}));
    expect(kept(root)).toEqual({ sites: [] });
  });

  test.each([5, {}, { path: 5, environment: {} }, { path: "web" }])("leave out %j", (value) => {
    const root = project();
    const outputs = { "site-environment-1": { value, sensitive: false }, "site-environment-2": site("web") };
    new SiteEnvironments(root).update(deployed("one", outputs));
    expect(kept(root).sites).toHaveLength(1);
  });
});

describe("siteEnvironment", () => {
  const of = (...paths: readonly string[]): string => {
    const root = project();
    const outputs = Object.fromEntries(
      paths.map((path, index) => [`site-environment-${index}`, site(path, { PATH: path })]),
    );
    new SiteEnvironments(root).update(deployed("one", outputs));
    return root;
  };

  test("is that of the innermost site around the folder", () => {
    const root = of(".", "web", "website");
    expect(siteEnvironment(join(root, "web"), root)).toEqual({ PATH: "web" });
    expect(siteEnvironment(join(root, "web/src"), join(root, "web/src"))).toEqual({ PATH: "web" });
    expect(siteEnvironment(join(root, "websites"), root)).toEqual({ PATH: "." });
  });

  test("is refused outside of sites, with their paths, and before `serverform start`", () => {
    expect(failure(() => siteEnvironment("/elsewhere", of("web")))).toMatchObject({
      code: "site-not-found",
      message: expect.stringContaining("web"),
    });
    expect(failure(() => siteEnvironment("/", project())).code).toBe("site-environments-missing");
    expect(failure(() => siteEnvironment("/", temporaryFolder())).code).toBe("project-not-found");
  });
});

test("a stage of production is refused without --yes, under the option of the command", () => {
  for (const stage of ["prod", "Production"])
    expect(failure(() => checkStage(stage, false))).toMatchObject({
      code: "stage-of-production",
      prop: "--stage",
    });
  expect(failure(() => checkStage("prod", false, "local")).prop).toBe("--state");
  for (const [stage, yes] of [
    ["prod", true],
    ["dev", false],
    ["product", false],
  ] as const)
    expect(() => checkStage(stage, yes)).not.toThrow();
});

test("a pattern of --only that names no function is refused", () => {
  const check = (only: readonly string[] | undefined) =>
    checkOnly(only, ["Main/Get", "Main/Put"], (pattern, id) => id.endsWith(pattern), "start");
  expect(() => check(undefined)).not.toThrow();
  expect(() => check(["Get", "Put"])).not.toThrow();
  expect(failure(() => check(["Get", "Delete"]))).toMatchObject({
    code: "live-function-unknown",
    prop: "--only",
    message: expect.stringContaining("Delete"),
  });
});

describe("the facts of stacks", () => {
  const stacks = (...templates: readonly object[]) => templates.map((template) => ({ template })) as never;
  const variables = ["AWS_REGION", "AWS_DEFAULT_REGION"] as const;
  const before = variables.map((name) => process.env[name]);
  beforeEach(() => {
    for (const name of variables) delete process.env[name];
  });
  afterAll(() => {
    variables.forEach((name, index) => {
      if (before[index] !== undefined) process.env[name] = before[index];
      else delete process.env[name];
    });
  });

  test("the region is that of the first provider that has one", () => {
    const provider = (aws: unknown) => ({ provider: { aws } });
    expect(
      appRegion(stacks({}, provider([{}]), provider([{ region: "a" }]), provider({ region: "b" }))),
    ).toBe("a");
    expect(appRegion(stacks(provider({ region: "b" })))).toBe("b");
  });

  test("of an app whose first stack is in another one, it is what that stack says", () => {
    const [first] = stacks({ provider: { aws: [{ region: "eu-west-1" }] } }) as unknown as readonly object[];
    expect(appRegion([{ ...first, settings: { appRegion: "us-east-1" } } as never])).toBe("us-east-1");
  });

  test("without one, it is that of the environment, or the default", () => {
    expect(appRegion([])).toBe("us-east-1");
    process.env.AWS_DEFAULT_REGION = "d";
    expect(appRegion(stacks({ provider: { aws: [{ region: 5 }] } }))).toBe("d");
    process.env.AWS_REGION = "r";
    expect(appRegion([])).toBe("r");
  });

  test("functions that cannot run here are named with the reason", () => {
    const fn = (name: string, serverform?: unknown) => ({ function_name: name, "//": { serverform } });
    const resource = {
      aws_lambda_function: {
        A: fn("a", { notLive: "it is a container image" }),
        B: fn("b", {}),
        C: { function_name: "c" },
        D: "text",
      },
    };
    expect(unwrappedFunctions(stacks({}, { resource: {} }, { resource }))).toEqual([
      "a runs in AWS as it is deployed: it is a container image.",
    ]);
  });
});
