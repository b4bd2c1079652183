/** @group processes */

import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { Terminal } from "../../lib/cli";
import { runCommandLine, runProgram } from "../../lib/cli/command-line";
import { findCode } from "../../lib/cli/explain/explain";
import { describeCredentials, describeVariables } from "../../lib/cli/local/credentials";
import type { LocalCommandOptions } from "../../lib/cli/local/options";
import { askAboutUsers } from "../../lib/cli/local/users";
import { Interrupted } from "../../lib/cli/ui/interrupt";
import * as printing from "../../lib/cli/ui/print-error";
import { AccessKeys, Local, localFolder } from "../../lib/local";
import { leafCommands, schemaOf } from "../docs/agents/command-lines";
import { schemaFiles, schemaPath } from "../docs/schemas";
import { filesBelow } from "../support/kept-build";
import { expectOutputOf } from "../support/output-schema";
import { temporaryFolder } from "../support/stack";
import { localFixture } from "./support/local";

const root = resolve(__dirname, "../..");

/** Commands without `--json`, and what is on their stdout. */
const others: Readonly<Record<string, string>> = {
  bind: "the output of the command that it runs",
  env: "the output of the command that it runs",
  openapi: "a document of OpenAPI, which is JSON in any case",
  types: "declarations of TypeScript",
  mcp: "the messages of the protocol",
  completion: "a script for a shell",
};

describe("The schemas of --json", () => {
  const commands = leafCommands();

  test("exist for every command, except for those that are not for data", () => {
    const without = commands.filter(({ json }) => json === undefined).map(({ names }) => names.join(" "));
    expect(without.sort()).toEqual(Object.keys(others).sort());
    const withoutSchema = commands.filter(({ json, names }) => json && schemaOf(names) === undefined);
    expect(withoutSchema.map(({ names }) => names.join(" "))).toEqual([]);
  });

  test("each belong to a command, and validate its output in a test", () => {
    const files = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports);
    expect(files).toContain("./schemas/*.json");
    const used = new Set(commands.flatMap(({ json, names }) => (json && schemaOf(names)) ?? []));
    const tests = filesBelow("test", /\.test\.ts$/).map((file) => readFileSync(join(root, file), "utf8"));
    const unused = filesBelow("schemas").flatMap((file) => {
      const name = file.replace(/^.*\/|\.json$/g, "");
      const isValidated = tests.some((text) => text.includes(`expectOutputOf("${name}"`));
      return (name === "error" || used.has(schemaPath(name))) && isValidated ? [] : [name];
    });
    expect(unused).toEqual([]);
  });

  const generated = schemaFiles();
  (generated === undefined ? test.skip : test)("are those of the types", () => {
    for (const [path, text] of Object.entries(generated ?? {}))
      expect([path, JSON.parse(readFileSync(join(root, path), "utf8"))]).toEqual([path, JSON.parse(text)]);
  });
});

describe("The output of commands that ask a running server", () => {
  const folder = temporaryFolder();
  let server: Local;
  beforeAll(async () => {
    const own = localFolder(folder);
    mkdirSync(own, { recursive: true });
    cpSync(localFixture, join(folder, "out"), { recursive: true });
    jest.spyOn(process, "cwd").mockReturnValue(folder);
    server = await Local.start({
      from: join(folder, "out"),
      bundlesFile: undefined,
      folder: own,
      accessKeys: new AccessKeys(),
      host: "127.0.0.1",
      port: 0,
      dataFolder: undefined,
      endpoints: new Map(),
      inspectPort: undefined,
      runsSchedules: false,
      watch: false,
      report: () => {},
    });
  });
  afterAll(async () => {
    await server?.stop();
    jest.restoreAllMocks();
  });
  const options = { json: true, app: "node main.js" } as LocalCommandOptions;

  test("is that of their schemas", async () => {
    const users = await askAboutUsers(options, {
      action: "create",
      name: "ada",
      attributes: { email: "ada@example.com" },
    });
    expectOutputOf("local-users", users);
    expect(JSON.parse(users)).toEqual([expect.objectContaining({ username: "ada" })]);
    const inbox = await askAboutUsers(options, { action: "inbox" });
    expectOutputOf("local-inbox", inbox);
    expect(JSON.parse(inbox)).toEqual([expect.objectContaining({ to: "ada@example.com" })]);
    const variables = await describeVariables(options);
    expectOutputOf("local-env", variables);
    expect(JSON.parse(variables)).toHaveProperty("AWS_ENDPOINT_URL");
    const credentials = await describeCredentials(options);
    expectOutputOf("local-credentials", credentials);
    expect(JSON.parse(credentials)).toHaveProperty("AWS_ACCESS_KEY_ID");
  });
});

describe("A command with --json that fails", () => {
  /** Runs a command line with `explain` and `env` in this process. */
  async function run(...args: readonly string[]) {
    const [data, errors]: [string[], string[]] = [[], []];
    const program = new Command("serverform")
      .option("--stage <name>")
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
    program
      .command("explain <code>")
      .option("--json")
      .action((code: string) => void findCode(code));
    program
      .command("wait")
      .option("--json")
      .action(() => {
        throw new Interrupted();
      });
    program.command("env <words...>").action(() => {
      throw new Error("the other command");
    });
    const before = process.exitCode;
    jest.spyOn(Terminal.prototype, "data").mockImplementation((line) => void data.push(line));
    jest.spyOn(Terminal.prototype, "error").mockImplementation((line) => void errors.push(line));
    await runCommandLine(program, ["node", "serverform", ...args], async () => printing);
    const status = process.exitCode;
    process.exitCode = before;
    jest.restoreAllMocks();
    return { status, data, errors };
  }

  test("names the command, and not the value of an option before it", async () => {
    const { data } = await run("--stage", "explain", "env", "--json");
    expect(JSON.parse(data[0] ?? "")).toMatchObject({ errors: [{ path: "serverform env" }] });
  });

  test("gives the parts of its error on stdout, and its text on stderr", async () => {
    const { status, data, errors } = await run("explain", "authorizer-unknwon", "--json");
    expect([status, data.length, errors.length]).toEqual([1, 1, 1]);
    expectOutputOf("error", data[0]);
    expect(JSON.parse(data[0] ?? "")).toEqual({
      event: "error",
      errors: [
        {
          code: "error-code-unknown",
          path: "serverform explain",
          prop: "code",
          value: "authorizer-unknwon",
          problem: expect.any(String),
          remedy: expect.stringContaining('Did you mean "authorizer-unknown"?'),
          message: expect.stringContaining("[error-code-unknown]"),
        },
      ],
    });
  });

  test("reports a mistake in the command line as JSON, too", async () => {
    const { status, data } = await run("explain", "x", "--json", "--jason");
    expectOutputOf("error", data[0]);
    expect([status, JSON.parse(data[0] ?? "").errors[0]]).toEqual([
      1,
      expect.objectContaining({ code: "command-line-invalid", message: expect.stringContaining("--jason") }),
    ]);
  });

  test("that was interrupted ends with an object, too, and without a second text", async () => {
    const { status, data, errors } = await run("wait", "--json");
    expectOutputOf("error", data[0]);
    expect([status, data.length, errors]).toEqual([130, 1, []]);
    expect(JSON.parse(data[0] ?? "").errors).toEqual([expect.objectContaining({ code: "interrupted" })]);
  });

  test("that a second interrupt ends while it waits does so, too", () => {
    const data = jest.spyOn(Terminal.prototype, "data").mockImplementation(() => {});
    const { argv } = process;
    process.argv = ["node", "serverform", "wait", "--json"];
    const known = process.listeners("exit");
    const program = new Command("serverform").exitOverride();
    runProgram(program.addCommand(new Command("wait").option("--json").action(() => new Promise(() => {}))));
    const [added] = process.listeners("exit").filter((each) => !known.includes(each));
    added?.call(process, 130);
    expect(data.mock.calls).toEqual([[expect.stringContaining('"interrupted"')]]);
    if (added !== undefined) process.off("exit", added);
    process.argv = argv;
    jest.restoreAllMocks();
  });

  test("leaves stdout to the other command behind --", async () => {
    const { status, data } = await run("env", "--", "npx", "vite", "--json");
    expect([status, data]).toEqual([1, []]);
  });
});
