import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Terminal } from "../../../lib/cli";
import { permissionsOfFile } from "../../../lib/cli/access/permissions-of-file";
import { endOfPermissions, parsePermissionsOption } from "../../../lib/cli/local/permissions-at-end";
import { appendUse, type RecordedUse } from "../../../lib/local";
import { readModel } from "../../../lib/model";
import { expectOutputOf } from "../../support/output-schema";
import { temporaryFolder } from "../../support/stack";

const folder = temporaryFolder();
const arn = "${aws_dynamodb_table.Notes.arn}";
const role = "${aws_iam_role.Role.arn}";
const policy = JSON.stringify({
  Statement: [{ Effect: "Allow", Action: "dynamodb:*", Resource: [arn, `${arn}/index/*`] }],
});
const lambda = (function_name: string): object => ({
  function_name,
  role,
  handler: "a.b",
  runtime: "nodejs22.x",
});
mkdirSync(join(folder, "out"));
writeFileSync(
  join(folder, "out", "main.tf.json"),
  JSON.stringify({
    resource: {
      aws_dynamodb_table: { Notes: { name: "notes", hash_key: "id" } },
      aws_iam_role: { Role: { name: "role", assume_role_policy: "{}" } },
      aws_iam_role_policy: { Policy: { role: "${aws_iam_role.Role.name}", policy } },
      aws_lambda_function: { list: lambda("list"), idle: lambda("idle") },
    },
  }),
);
const from = join(folder, "out");
const list = "out/aws_lambda_function.list";
const table = "out/aws_dynamodb_table.Notes";

const use: RecordedUse = {
  [list]: {
    invocations: 1,
    used: [{ action: "dynamodb:Scan", grant: table, resource: table, count: 2 }],
    denied: [
      {
        action: "sqs:SendMessage",
        resource: "Main/Jobs",
        add: 'permissions: [[jobs, "grantSendMessages"]]',
        count: 1,
      },
    ],
  },
};
const file = join(folder, "permissions.jsonl");
appendUse(file, use);

/** The output, without colours. */
async function printed(
  run: (terminal: Terminal) => number | Promise<number>,
): Promise<readonly [number, string]> {
  const output = new PassThrough();
  const stream = output as unknown as NodeJS.WriteStream;
  const input = new PassThrough() as unknown as NodeJS.ReadStream;
  const code = await run(new Terminal({ color: false }, { input, output: stream, errors: stream }, {}));
  return [code, String(output.read() ?? "")];
}

/** Runs the command, which prints on the terminal of this process. */
async function runCommand(options: object): Promise<readonly [number, string]> {
  const lines: string[] = [];
  const spies = (["stdout", "stderr"] as const).map((name) =>
    jest.spyOn(process[name], "write").mockImplementation((text) => lines.push(String(text)) > 0),
  );
  try {
    return [await permissionsOfFile(file, { from, color: false, ...options }), lines.join("")];
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe("serverform local permissions", () => {
  test("prints the used, missing and left-out permissions, and the functions that never ran", async () => {
    const [code, text] = await runCommand({});
    expect(code).toBe(0);
    expect(text).toContain(`${list}  1 invocation
  missing  sqs:SendMessage on Main/Jobs (1 call)
    add      permissions: [[jobs, "grantSendMessages"]]
  partly used  ${table}
    used     dynamodb:Scan (2)
`);
    expect(text).toMatch(
      /write {4}permissions: \[\[.*, "grantReadData"\]\] {3}instead of {3}permissions: \[\[.*, "grantFullAccess"\]\]/,
    );
    expect(text).toContain("out/aws_lambda_function.idle  never ran: unknown");
    expect(text).toContain("2 functions: 1 missing, 1 can be left out, 1 unknown.");
  });

  test("prints the lines of code that change", async () => {
    const [, text] = await runCommand({ patch: true });
    expect(text.split("\n")).toEqual([
      `@@ ${list} @@`,
      expect.stringMatching(/^- permissions: \[\[.*"grantFullAccess"\]\]$/),
      expect.stringMatching(/^\+ permissions: \[\[.*"grantReadData"\]\]$/),
      '+ permissions: [[jobs, "grantSendMessages"]]',
      "",
    ]);
  });

  test("prints JSON", async () => {
    const [, text] = await runCommand({ json: true });
    expectOutputOf("local-permissions", text);
    expect(JSON.parse(text).functions).toEqual([
      expect.objectContaining({ coverage: "unknown" }),
      expect.objectContaining({ function: list, coverage: "run" }),
    ]);
  });

  test.each([
    ["missing", 1],
    ["unused", 1],
    ["missing,unused", 1],
  ])("--fail-on %s exits with 1", async (failOn, expected) => {
    const [code, text] = await runCommand({ failOn });
    expect([code, text]).toEqual([
      expected,
      expect.stringContaining(`Failed because of --fail-on: ${failOn.replace(",", ", ")}.`),
    ]);
  });

  test("refuses another kind", async () => {
    await expect(runCommand({ failOn: "denied" })).rejects.toMatchObject({ code: "fail-on-unknown" });
  });
});

describe("--permissions report", () => {
  const model = readModel(from);

  test.each([
    ["warn", { mode: "warn", isReported: false }],
    ["report", { mode: "warn", isReported: true, file: undefined }],
    ["report=a/b.jsonl", { mode: "warn", isReported: true, file: "a/b.jsonl" }],
  ])("%s is parsed", (given, expected) => {
    expect(parsePermissionsOption(given)).toEqual(expected);
  });

  test.each(["report=", "reports"])("%s is refused", (given) => {
    expect(() => parsePermissionsOption(given)).toThrow(/literal-unknown/);
  });

  test("the end of a run prints the report and adds the run to the file", async () => {
    const sum = join(temporaryFolder(), "sum.jsonl");
    const end = endOfPermissions({ isReported: true, file: sum }, { failOn: "missing" });
    const [first] = await printed((terminal) => end({ model, usedPermissions: use }, terminal));
    expect([first, existsSync(sum)]).toEqual([1, true]);
    const [, text] = await printed((terminal) => end({ model, usedPermissions: use }, terminal));
    expect(text).toContain(`${list}  2 invocations`);
  });

  test("JSON is one line of the log", async () => {
    const end = endOfPermissions({ isReported: true }, { json: true });
    const [code, text] = await printed((terminal) => end({ model, usedPermissions: use }, terminal));
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ event: "permissions", functions: [{}, { function: list }] });
  });

  test("a server without a report prints nothing", async () => {
    const end = endOfPermissions({ isReported: false }, {});
    expect(await printed((terminal) => end({}, terminal))).toEqual([0, ""]);
  });

  test("--fail-on needs a report, and a file that can be read", () => {
    expect(() => endOfPermissions({ isReported: false }, { failOn: "missing" })).toThrow("option-needs");
    const other = join(temporaryFolder(), "notes.txt");
    writeFileSync(other, "notes");
    expect(() => endOfPermissions({ isReported: true, file: other }, {})).toThrow("local-permissions-file");
  });
});
