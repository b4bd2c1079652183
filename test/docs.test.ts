/** @group processes */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { Testing } from "cdktf";
import { parse as parseYaml } from "yaml";
import { App, getStack, Stack, type StackContext } from "../lib";
import { cliTexts } from "../lib/cli/errors";
import { constructDescriptions } from "../lib/constructs/list";
import type { ErrorTexts } from "../lib/facts/errors/error";
import { appTexts } from "../lib/kit/app/errors";
import type { ConstructDescription } from "../lib/kit/description";
import { dnsTexts } from "../lib/kit/dns/errors";
import { eventsTexts } from "../lib/kit/events/errors";
import { consumerTexts } from "../lib/kit/function/consumers/errors";
import { gatewayTexts } from "../lib/kit/gateway/errors";
import { siteTexts } from "../lib/kit/site/errors";
import { localTexts } from "../lib/local/errors";
import { libraryRuleIds } from "../lib/model/policy/check";
import { codeBlocks, documents, read, render, root } from "./docs/documents";
import * as appExamples from "./docs/examples/app";
import { readProps } from "./docs/props-table";
import { readmeOf } from "./docs/readme-of";
import { leftOutFiles } from "./docs/recorded-table";
import { cleanEnvironment } from "./examples/support";
import { catalogue } from "./support/catalogue";
import { compiledCommandLine } from "./support/compiled";
import { temporaryFolder } from "./support/stack";

/** The anchors of the headings, as GitHub and the site make them. */
function anchorsOf(document: string): readonly string[] {
  const text = document.replace(/^```[\s\S]*?^```$/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(documents)("%s", (path) => {
  const document = read(path);

  test("has up-to-date generated parts (npm run docs)", () => {
    expect(render(document, path)).toBe(document);
  });

  test("shows TypeScript and JavaScript only from files that are compiled or run", () => {
    for (const { before, code } of ["ts", "js"].flatMap((language) => codeBlocks(document, language)))
      expect([code, before]).toEqual([code, expect.stringMatching(/^<!-- code .* -->$/)]);
  });

  test("shows JSON and YAML that can be parsed, and no language that no test reads", () => {
    for (const { code } of codeBlocks(document, "json")) expect(() => JSON.parse(code)).not.toThrow();
    for (const { code } of codeBlocks(document, "yaml")) expect(() => parseYaml(code)).not.toThrow();
    const languages = [...document.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    // Settings of another program for its own file, and a page for agents.
    const others = ["docs/mcp.md: toml", "docs/agents.md: md"];
    const known = ["ts", "js", "json", "yaml", "sh", "text"];
    const unread = languages
      .filter((each) => !known.includes(String(each)))
      .map((each) => `${path}: ${each}`);
    expect(unread.filter((each) => !others.includes(each))).toEqual([]);
  });

  test("links to files that exist", () => {
    const here = join(root, path, "..");
    const links = [...document.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map((match) => match[1] ?? "");
    for (const link of links) expect(readdirSync(join(here, link, ".."))).toContain(link.split("/").at(-1));
  });

  test("links to headings that exist", () => {
    const links = [...document.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const missing = links.filter(([, target = "", anchor = ""]) => {
      const file = target === "" ? path : relative(root, join(root, path, "..", target));
      return file.endsWith(".md") && !anchorsOf(read(file)).includes(anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  test("shows error codes that exist", () => {
    const codes = [...document.matchAll(/^ {2}\[([A-Za-z-]+)\]$/gm)].map((match) => match[1]);
    const isKnown = (code: string) => code in catalogue || libraryRuleIds.includes(code);
    expect(codes.filter((code) => !isKnown(String(code)))).toEqual([]);
  });
});

test.each(Object.entries(leftOutFiles()))(
  "%s names what the suites leave out (npm run docs)",
  (path, text) => {
    expect(read(path)).toBe(text);
  },
);

describe("error codes", () => {
  const isOfSchemagen = ([code]: readonly [string, unknown]) => code.startsWith("schemagen-");
  const schemagenTexts = Object.fromEntries(Object.entries(cliTexts).filter(isOfSchemagen));
  const commandTexts = Object.fromEntries(Object.entries(cliTexts).filter((entry) => !isOfSchemagen(entry)));

  const descriptions: readonly ConstructDescription[] = constructDescriptions;
  const textsOfConstructs = descriptions.flatMap((description) => {
    const readme = readmeOf(description);
    const { texts } = description;
    return readme === undefined || texts === undefined ? [] : [[readme, texts] as const];
  });

  test.each<readonly [path: string, texts: ErrorTexts]>([
    ...textsOfConstructs,
    ["lib/kit/app/README.md", appTexts],
    ["lib/constructs/api/README.md", { ...gatewayTexts, ...dnsTexts }],
    ["lib/constructs/queue/README.md", consumerTexts],
    ["lib/constructs/cron/README.md", eventsTexts],
    ["lib/constructs/graphql-api/README.md", schemagenTexts],
    ["lib/constructs/static-site/README.md", siteTexts],
    ["lib/cli/README.md", { ...commandTexts, ...localTexts }],
  ])("%s explains every code of its part of the library", (path, texts) => {
    const document = read(path);
    expect(Object.keys(texts).filter((code) => !document.includes(`\`${code}\``))).toEqual([]);
  });
});

test("lib/constructs/rest-v1-api/README.md lists every type of resource that a REST API makes", () => {
  const addresses = Object.values<string[]>(JSON.parse(read("test/golden/gateways.json"))).flat();
  const own = addresses.filter((address) =>
    /^(aws_api_gateway_|terraform_data|\w+\.Rest_CustomDomain)/.test(address),
  );
  const types = new Set(own.map((address) => address.split(".")[0] ?? ""));
  expect(types.size).toBeGreaterThan(20);
  const [, table = ""] = read("lib/constructs/rest-v1-api/README.md").split("## What it creates");
  const [rows = ""] = table.split("\n## ");
  expect([...types].filter((type) => !rows.includes(`\`${type}\``))).toEqual([]);
});

test.each([[[]], [["local"]], [["local", "token"]], [["local", "invoke"]]])(
  "lib/cli/README.md shows the help of %j",
  (command) => {
    const { stdout } = spawnSync(process.execPath, [...compiledCommandLine(), ...command, "--help"], {
      cwd: root,
      encoding: "utf8",
      env: cleanEnvironment(),
    });
    // Each command lists those again that all have.
    const help = stdout.replace(/\n\nGlobal Options:[\s\S]*?(?=\n\n|\n$)/, "");
    expect(codeBlocks(read("lib/cli/README.md"), "text").map(({ code }) => code)).toContain(help);
  },
);

describe("examples of the documents", () => {
  const {
    appWithSharedState,
    appForSavedPlans,
    appInTerraformCloud,
    keepDataInProduction,
    appWithLockedState: _appWithLockedState,
    Network: _Network,
    Alarms: _Alarms,
    appWithProvider,
    appWithNewId,
    ...appStacks
  } = appExamples;
  type Example = (context: StackContext) => unknown;
  // The examples of app.ts are more than stacks, and those of errors.ts are refused.
  const files = readdirSync(join(root, "test/docs/examples"))
    .filter((file) => file.endsWith(".ts") && !["app.ts", "errors.ts"].includes(file))
    .map((file) => ({
      file,
      examples: require(`./docs/examples/${file}`) as Readonly<Record<string, Example>>,
    }));
  const examples = [{ file: "app.ts", examples: appStacks }, ...files].flatMap(({ file, examples }) =>
    Object.entries(examples).map(([name, example]) => [file, name, example] as const),
  );

  test.each(examples)("%s: %s synthesizes", (_file, _name, example) => {
    const start = process.cwd();
    process.chdir(join(root, "test/docs/examples"));
    const app = new App({ name: "notes", stage: "dev", outdir: temporaryFolder() });
    process.chdir(start);
    app.stack(example);
    expect(Testing.synth(getStack(example))).toContain("required_providers");
  });

  test.each([appWithNewId, appWithSharedState, appForSavedPlans, appInTerraformCloud, appWithProvider])(
    "%p makes an app",
    (create) => {
      const app = create();
      expect(app.name).toBe("notes");
      keepDataInProduction(app);
      expect(app.defaultRemovalPolicy).toBe("destroy");
    },
  );
});

test("appWithLockedState locks the state", () => {
  const stack = new Stack(appExamples.appWithLockedState(), "Main");
  expect(JSON.parse(Testing.synth(stack)).terraform.backend.s3).toMatchObject({ use_lockfile: true });
});

test("an existing stack keeps its id, and its function gets the values that the stack declares", () => {
  const app = new App({ name: "acme", stage: "dev", outdir: temporaryFolder() });
  app.setDefaultFunctionProps({ srcPath: "test/docs/examples" });
  const stack = new appExamples.Network(app);
  expect(stack.node.id).toBe("network-dev");
  const { resource } = JSON.parse(Testing.synth(stack));
  expect(resource.aws_sns_topic.alarms).toEqual(expect.objectContaining({ name: "alarms-dev" }));
});

test("appWithProvider sets the provider of all stacks, and of one", () => {
  const app = appExamples.appWithProvider();
  const stacks = [new Stack(app, "Main"), ...app.stacks.filter(({ node }) => node.id.endsWith("Backup"))];
  for (const stack of stacks) new SnsTopic(stack, "Topic");
  const providers = stacks.map((stack) => JSON.parse(Testing.synth(stack)).provider.aws[0]);
  const settings = { max_retries: 10, ignore_tags: [{ key_prefixes: ["cost:"] }] };
  expect(providers).toEqual([
    expect.objectContaining(settings),
    expect.objectContaining({ ...settings, profile: "backup" }),
  ]);
});

test.each(documents)("%s has tables whose rows have as many cells as their heads", (document) => {
  const lines = read(document)
    .replace(/^```[\s\S]*?^```$/gm, "")
    .split("\n");
  const cells = (line: string) => line.trim().split(/(?<!\\)\|/).length;
  const broken = lines.filter((line, index) => {
    if (!line.startsWith("|")) return false;
    const before = lines.slice(0, index).findLastIndex((each) => !each.startsWith("|"));
    const [head = "", rule = ""] = lines.slice(before + 1);
    return cells(line) !== cells(head) || !/^\|[ :|-]+\|$/.test(rule) || lines[before]?.trim() !== "";
  });
  expect(broken).toEqual([]);
});

describe("CONTRIBUTING.md", () => {
  const text = read("CONTRIBUTING.md");

  test("lists every folder of lib", () => {
    const tree = text.split("## The tree")[1]?.split("## The layers")[0] ?? "";
    const folders = readdirSync(join(root, "lib"), { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    const missing = folders.filter(({ name }) => !new RegExp(`[ /]${name}/`).test(tree));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test("names files and folders that exist", () => {
    const named = [...text.matchAll(/`((?:lib|test|examples)\/[^`\s]*)`/g)].map(([, path = ""]) => path);
    const paths = named.map((path) => path.replace(/<(?:name|kind)>.*$/, ""));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe("prop tables", () => {
  test("include documented props that are inherited", () => {
    const tables = documents.flatMap((path) => [...read(path).matchAll(/<!-- props (\S+) (\S+) -->/g)]);
    const own = new Set(tables.map(([, , name]) => name));
    const inherited = tables.flatMap(([, file = "", name = ""]) => {
      const source = read(file);
      const [, bases = ""] = new RegExp(`interface ${name} extends ([\\w, ]+) \\{`).exec(source) ?? [];
      // The tables say of the provider's configs that their keys override.
      return bases.split(", ").filter((base) => base !== "" && !source.includes(`type ${base} =`));
    });
    expect(inherited.length).toBeGreaterThan(10);
    expect(inherited.filter((base) => !own.has(base))).toEqual([]);
  });
  test("hold type, default and meaning of each member, those of objects written in place too", () => {
    const source = `
      /** One. */
      interface Other extends Base<{ a: string }> {
        /** What it does; \`{\` is not a brace. @default 3 - because */
        readonly first?: number | string;
        readonly second: readonly { readonly id: string }[];
        readonly cdk?: {
          /** Laid over. @default - nothing */
          readonly inner?: Record<string, string>;
        };
      }`;
    expect(readProps(source, "Other")).toEqual([
      {
        name: "first",
        type: "number | string",
        required: false,
        doc: "What it does; `{` is not a brace.",
        default: "3 - because",
      },
      { name: "second", type: "readonly { readonly id: string }[]", required: true, doc: "" },
      {
        name: "cdk.inner",
        type: "Record<string, string>",
        required: false,
        doc: "Laid over.",
        default: "- nothing",
      },
    ]);
  });
});
