import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printRest, updateAll } from "../../../lib/cli/code-only/run";
import { selectCode } from "../../../lib/cli/code-only/select";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { plannedValues } from "../../../lib/cli/terraform/review/planned-changes";

const folder = mkdtempSync(join(tmpdir(), "serverform-code-"));
writeFileSync(join(folder, "get.zip"), "new");
const template = {
  resource: {
    aws_lambda_function: { Get: { "//": { metadata: { path: "dev-notes-Main/Api/Get/Function" } } } },
  },
};
const stack: SynthesizedStack = { id: "dev-notes-Main", folder, dependencies: [], annotations: [], template };

const arn = "arn:aws:lambda:us-west-2:111122223333:function:dev-notes-Get";
const deployed = {
  arn,
  function_name: "dev-notes-Get",
  filename: "get.zip",
  source_code_hash: "a",
  timeout: 3,
};
const change = (address: string, actions: readonly string[], after: object, before: object = deployed) => ({
  address,
  mode: "managed",
  change: {
    actions,
    before,
    after: { ...before, ...after },
    after_unknown: { last_modified: true, version: true },
  },
});
const get = "aws_lambda_function.Get";
const select = (...resource_changes: object[]) => selectCode(stack, plannedValues({ resource_changes }));

describe("deploy --code-only", () => {
  test("deploys functions of which only the code has changed", () => {
    const found = select(change(get, ["update"], { source_code_hash: "b" }));
    expect(found).toEqual({
      functions: [
        { name: "Api/Get", functionName: "dev-notes-Get", region: "us-west-2", zip: Buffer.from("new") },
      ],
      left: [],
      others: [],
    });
  });

  test.each<[string, object, string]>([
    ["settings", { timeout: 5 }, "its settings change, too"],
    ["versions", { publish: true }, "its settings change, too"],
    ["a package elsewhere", { filename: "gone.zip" }, "its package is not on this machine"],
  ])("leaves new code with %s to a full deployment", (_what, more, reason) => {
    const found = select(change(get, ["update"], { source_code_hash: "b", ...more }));
    expect([found.functions, found.left]).toEqual([[], [`Api/Get: ${reason}`]]);
  });

  test("leaves a function that publishes versions to a full deployment", () => {
    const found = select(change(get, ["update"], { source_code_hash: "b" }, { ...deployed, publish: true }));
    expect([found.functions, found.left]).toEqual([[], ["Api/Get: it publishes versions"]]);
  });

  test("names everything else that would change", () => {
    const found = select(
      change(get, ["update"], { timeout: 5 }),
      change("aws_dynamodb_table.Notes", ["create"], {}),
      change("aws_iam_role.Get", ["no-op"], {}),
    );
    expect(found).toEqual({ functions: [], left: [], others: [get, "aws_dynamodb_table.Notes"] });
  });
});

describe("The rest of a deployment", () => {
  const none = { functions: [], left: [], others: [] };
  const told = (...selections: readonly (typeof none | object)[]) => {
    const warnings: string[] = [];
    const printed: string[] = [];
    const terminal = {
      warn: (text: string) => void warnings.push(text),
      print: (text = "") => void printed.push(text),
    };
    printRest(
      terminal,
      selections.map((each) => ({ ...none, ...each })),
    );
    expect(printed).toEqual([expect.stringMatching(/^Not checked: outputs/)]);
    return warnings;
  };
  const left = "New code that needs a full deployment: a (its settings change, too); b.";
  const others = "Not deployed: aws_sqs_queue.Q, aws_sns_topic.T. For these: serverform deploy.";

  test.each<[string, readonly object[], readonly string[]]>([
    ["nothing is left", [none, none], []],
    ["code is left", [{ left: ["a (its settings change, too)"] }, { left: ["b"] }], [left]],
    [
      "other resources are left",
      [{ others: ["aws_sqs_queue.Q"] }, { others: ["aws_sns_topic.T"] }],
      [others],
    ],
    [
      "both are left",
      [{ left: ["a (its settings change, too)", "b"], others: ["aws_sqs_queue.Q", "aws_sns_topic.T"] }],
      [left, others],
    ],
  ])("is named if %s, and nothing else is", (_what, selections, expected) => {
    expect(told(...selections)).toEqual(expected);
  });
});

describe("The code of functions", () => {
  const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");
  /** Code by function, as Lambda has it. An update is in progress for two questions. */
  const code = new Map<string, string>();
  let [waits, uploads, refuses] = [0, 0, false];
  let server: Server;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const [, name = "", part] = /functions\/([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
      const answer = (status: number, body: object): unknown =>
        response.writeHead(status).end(JSON.stringify(body));
      const known = code.get(name);
      if (known === undefined)
        return answer(404, { __type: "ResourceNotFoundException", message: "no function" });
      if (request.method === "PUT" && part === "code") {
        if (refuses) return answer(403, { __type: "AccessDeniedException", message: "no right" });
        uploads += 1;
        waits = 2;
        const { ZipFile } = JSON.parse(Buffer.concat(chunks).toString()) as { ZipFile: string };
        code.set(name, Buffer.from(ZipFile, "base64").toString());
        return answer(200, {});
      }
      waits -= 1;
      return answer(200, {
        CodeSha256: hashOf(known),
        LastUpdateStatus: waits >= 0 ? "InProgress" : "Successful",
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  beforeEach(() => {
    code.clear();
    [waits, uploads, refuses] = [0, 0, false];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function update(...names: readonly string[]) {
    const lines: string[] = [];
    const terminal = {
      print: (text = "") => void lines.push(text),
      error: (text: string) => void lines.push(text),
    };
    const aws = {
      region: "eu-west-1",
      endpoints: { AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
      credentials: async () => ({ accessKeyId: "KEY", secretAccessKey: "x" }),
    };
    const timers = { now: () => 0, after: (_: number, run: () => void) => cancel(setImmediate(run)) };
    const functions = names.map((name) => ({
      name,
      functionName: name,
      region: undefined,
      zip: Buffer.from("new"),
    }));
    return { results: await updateAll(functions, aws, timers, terminal), lines };
  }
  const cancel = (immediate: NodeJS.Immediate) => () => clearImmediate(immediate);

  test("is updated, and is in use when the command ends", async () => {
    code.set("Get", "old");
    expect(await update("Get")).toEqual({
      results: [{ name: "Get", status: "updated" }],
      lines: ["Get: new code"],
    });
    expect([code.get("Get"), waits]).toEqual(["new", -1]);
  });

  test("is not uploaded where it is deployed already", async () => {
    code.set("Get", "new");
    expect(await update("Get")).toEqual({
      results: [{ name: "Get", status: "unchanged" }],
      lines: ["Get: has this code already"],
    });
    expect(uploads).toBe(0);
  });

  test("may fail for one function, which is named with the reason, while the others are updated", async () => {
    code.set("Get", "old");
    const { results, lines } = await update("Get", "Gone");
    expect([results.map(({ status }) => status), [...lines].sort()]).toEqual([
      ["updated", "failed"],
      ["Get: new code", "Gone: not updated: ResourceNotFoundException: no function."],
    ]);
  });

  test("needs a right, which the message names", async () => {
    code.set("Get", "old");
    refuses = true;
    expect((await update("Get")).lines).toEqual([expect.stringContaining("needs lambda:UpdateFunctionCode")]);
  });
});
