/** @group processes */

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Testing } from "cdktf";
import { App, getStack, Stack, type StackContext } from "../lib";
import { appTexts } from "../lib/app/errors";
import { apiTexts } from "../lib/constructs/api/errors";
import { bucketTexts } from "../lib/constructs/bucket/errors";
import { cronTexts } from "../lib/constructs/cron/errors";
import { eventBusTexts } from "../lib/constructs/event-bus/errors";
import { streamTexts } from "../lib/constructs/kinesis-stream/errors";
import { queueTexts } from "../lib/constructs/queue/errors";
import { restTexts } from "../lib/constructs/rest-v1-api/errors";
import { tableTexts } from "../lib/constructs/table/errors";
import { topicTexts } from "../lib/constructs/topic/errors";
import { userbaseTexts } from "../lib/constructs/userbase/errors";
import { userbaseExtrasTexts } from "../lib/constructs/userbase/extras/errors";
import { domainTexts } from "../lib/dns/errors";
import { catalogue } from "../lib/errors/catalogue";
import { consumerTexts } from "../lib/function/consumers/errors";
import { functionTexts } from "../lib/function/errors";
import { receiverTexts } from "../lib/function/receiver-errors";
import { resourcePolicyTexts } from "../lib/iam/resource-policy-errors";
import { localTexts } from "../lib/local/errors";
import { serveTexts } from "../lib/local/serve-errors";
import { codeBlocks, documents, read, render, root } from "./docs/documents";
import * as apiExamples from "./docs/examples/api";
import * as appExamples from "./docs/examples/app";
import * as bucketExamples from "./docs/examples/bucket";
import * as cronExamples from "./docs/examples/cron";
import * as eventBusExamples from "./docs/examples/event-bus";
import * as functionExamples from "./docs/examples/function";
import * as graphqlExamples from "./docs/examples/graphql";
import * as kinesisStreamExamples from "./docs/examples/kinesis-stream";
import * as queueExamples from "./docs/examples/queue";
import * as restExamples from "./docs/examples/rest";
import * as tableExamples from "./docs/examples/table";
import * as topicExamples from "./docs/examples/topic";
import * as userbaseExamples from "./docs/examples/userbase";
import { readProps } from "./docs/props-table";
import { cleanEnvironment } from "./examples/support";
import { temporaryFolder } from "./support/stack";

describe.each(documents)("%s", (path) => {
  const document = read(path);

  test("has up-to-date generated parts (npm run docs)", () => {
    expect(render(document)).toBe(document);
  });

  test("shows TypeScript only from files that are compiled", () => {
    for (const { before, code } of codeBlocks(document, "ts"))
      expect([code, before]).toEqual([code, expect.stringMatching(/^<!-- code .* -->$/)]);
  });

  test("links to files that exist", () => {
    const here = join(root, path, "..");
    const links = [...document.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map((match) => match[1] ?? "");
    for (const link of links) expect(readdirSync(join(here, link, ".."))).toContain(link.split("/").at(-1));
  });

  test("shows error codes that exist", () => {
    const codes = [...document.matchAll(/^ {2}\[([A-Za-z-]+)\]$/gm)].map((match) => match[1]);
    expect(codes.filter((code) => !(String(code) in catalogue))).toEqual([]);
  });
});

describe("error codes", () => {
  test.each([
    ["lib/app/README.md", appTexts],
    ["lib/function/README.md", functionTexts],
    ["lib/constructs/api/README.md", { ...apiTexts, ...domainTexts }],
    ["lib/constructs/rest-v1-api/README.md", restTexts],
    ["lib/constructs/queue/README.md", { ...queueTexts, ...consumerTexts }],
    ["lib/constructs/kinesis-stream/README.md", streamTexts],
    ["lib/constructs/table/README.md", tableTexts],
    ["lib/constructs/bucket/README.md", bucketTexts],
    ["lib/constructs/topic/README.md", { ...topicTexts, ...receiverTexts, ...resourcePolicyTexts }],
    ["lib/constructs/event-bus/README.md", eventBusTexts],
    ["lib/constructs/cron/README.md", cronTexts],
    ["lib/constructs/userbase/README.md", { ...userbaseTexts, ...userbaseExtrasTexts }],
    ["lib/cli/README.md", { ...serveTexts, ...localTexts }],
  ])("%s explains every code of its construct", (path, texts) => {
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
    const { stdout } = spawnSync(
      process.execPath,
      [require.resolve("tsx/cli"), "lib/cli/main.ts", ...command, "--help"],
      { cwd: root, encoding: "utf8", env: cleanEnvironment() },
    );
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
    lockState: _lockState,
    ...appStacks
  } = appExamples;
  type Example = (context: StackContext) => unknown;
  const examples: readonly (readonly [name: string, example: Example])[] = Object.entries({
    ...appStacks,
    ...functionExamples,
    ...apiExamples,
    ...graphqlExamples,
    ...restExamples,
    ...queueExamples,
    ...kinesisStreamExamples,
    ...tableExamples,
    ...bucketExamples,
    ...topicExamples,
    ...eventBusExamples,
    ...cronExamples,
    ...userbaseExamples,
  });

  test.each(examples)("%s synthesizes", (_name, example) => {
    const app = new App({ name: "notes", stage: "dev", outdir: temporaryFolder() });
    app.setDefaultFunctionProps({ srcPath: "test/docs/examples" });
    app.stack(example);
    expect(Testing.synth(getStack(example))).toContain("required_providers");
  });

  test.each([appWithSharedState, appForSavedPlans, appInTerraformCloud])("%p makes an app", (create) => {
    const app = create();
    expect(app.name).toBe("notes");
    keepDataInProduction(app);
    expect(app.defaultRemovalPolicy).toBe("destroy");
  });
});

test("lockState reaches the backend", () => {
  const stack = new Stack(appExamples.appWithSharedState(), "Main");
  appExamples.lockState(stack);
  expect(JSON.parse(Testing.synth(stack)).terraform.backend.s3).toEqual({
    bucket: "acme-terraform-state",
    key: "notes/dev-notes-Main.tfstate",
    region: "eu-west-1",
    use_lockfile: true,
  });
});

describe("prop tables", () => {
  test("hold type, default and meaning of each member, those of objects written in place too", () => {
    const source = `
      /** One. */
      interface Other extends Base<{ a: string }> {
        /** What it does; \`{\` is no brace. @default 3 - because */
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
        doc: "What it does; `{` is no brace.",
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
