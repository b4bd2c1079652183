import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { localEnvVariables } from "../../../lib/cli/project/env-files";
import {
  jsonPrinter,
  machineSecrets,
  perform,
  readInput,
  type SecretStore,
  type SecretsAction,
  stageSecrets,
  textPrinter,
} from "../../../lib/cli/secrets/run";
import { AwsError } from "../../../lib/runtime/aws";
import { expectOutputOf } from "../../support/output-schema";

/** A parameter store that keeps the given values. Two names are a page. */
const stored = new Map<string, string>();
const asked: string[] = [];
let server: Server;
let folder: string;

type Input = Readonly<Record<string, string>>;
const operations: Readonly<Record<string, (input: Input) => object | undefined>> = {
  PutParameter: ({ Name = "", Value = "", Type, Overwrite }) => {
    expect([Type, Overwrite]).toEqual(["SecureString", true]);
    stored.set(Name, Value);
    return { Version: 1 };
  },
  GetParameter: ({ Name = "", WithDecryption }) => {
    expect(WithDecryption).toBe(true);
    return stored.has(Name) ? { Parameter: { Name, Value: stored.get(Name) } } : undefined;
  },
  DeleteParameter: ({ Name = "" }) => (stored.delete(Name) ? {} : undefined),
  GetParametersByPath: ({ Path = "", NextToken = "0", WithDecryption }) => {
    expect(WithDecryption).toBe(false);
    const names = [...stored.keys()].filter((name) => name.startsWith(`${Path}/`)).sort();
    const end = Number(NextToken) + 2;
    const page = names.slice(Number(NextToken), end).map((Name) => ({ Name }));
    return { Parameters: page, ...(end < names.length && { NextToken: String(end) }) };
  },
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const name = String(request.headers["x-amz-target"]).split(".").at(-1) ?? "";
    asked.push(name);
    const isRefused = String(request.headers.authorization).includes("REFUSED");
    const found = operations[name]?.(JSON.parse(Buffer.concat(chunks).toString()));
    const error = isRefused ? "AccessDeniedException" : "ParameterNotFound";
    response.writeHead(isRefused || found === undefined ? 400 : 200);
    response.end(JSON.stringify(isRefused || found === undefined ? { __type: error, message: "no" } : found));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  folder = mkdtempSync(join(tmpdir(), "serverform-secrets-"));
});
beforeEach(() => stored.clear());
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function inSsm(isFallback = false, accessKeyId = "KEY"): SecretStore {
  const endpoints = { AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const credentials = async () => ({ accessKeyId, secretAccessKey: "x" });
  return stageSecrets({ name: "notes", stage: "dev", ssmPrefix: "/acme" }, isFallback, {
    region: "eu-west-1",
    endpoints,
    credentials,
  });
}

/** Runs a command, and returns its output: for programs, and for people. */
async function run(store: SecretStore, action: SecretsAction, name?: string, value?: string) {
  const [data, text]: [string[], string[]] = [[], []];
  const terminal = { data: (line = "") => void data.push(line), print: (line = "") => void text.push(line) };
  await perform(
    `serverform secrets ${action}`,
    store,
    { action, name, value },
    "of stage dev",
    textPrinter(terminal),
  );
  return { data, text: text.join() };
}

/** Runs a command with --json, and returns its output. */
async function json(
  store: SecretStore,
  action: SecretsAction,
  name?: string,
  value?: string,
): Promise<unknown> {
  const printed: string[] = [];
  const print = jsonPrinter({ data: (line) => void printed.push(line) });
  await perform(`serverform secrets ${action}`, store, { action, name, value }, "of stage dev", print);
  expect(printed).toHaveLength(1);
  expectOutputOf("secrets", printed[0]);
  return JSON.parse(printed[0] ?? "");
}

const stores: readonly (readonly [string, () => SecretStore])[] = [
  ["in SSM", () => inSsm()],
  ["in SSM, as a fallback", () => inSsm(true)],
  ["on this machine", () => machineSecrets(folder)],
];

describe.each(stores)("secrets %s", (_, open) => {
  test("are printed as JSON for a program", async () => {
    const [store, place] = [open(), "of stage dev"];
    expect(await json(store, "set", "KEY", "1")).toEqual({ name: "KEY", place, done: "set" });
    expect(await json(store, "get", "KEY")).toEqual({ name: "KEY", place, value: "1" });
    expect(await json(store, "list")).toEqual({ names: ["KEY"], place });
    expect(await json(store, "remove", "KEY")).toEqual({ name: "KEY", place, done: "removed" });
  });

  test("are set, printed, listed and removed", async () => {
    const store = open();
    expect((await run(store, "set", "API_KEY", "s3cret")).text).toMatch(/API_KEY of stage dev is set/);
    await run(store, "set", "a-second", "x");
    await run(store, "set", "third", "y");
    expect(await run(store, "get", "API_KEY")).toEqual({ data: ["s3cret"], text: "" });
    expect((await run(store, "list")).data).toEqual(["API_KEY", "a_second", "third"]);
    await run(store, "set", "API_KEY", "changed");
    expect((await run(store, "get", "API_KEY")).data).toEqual(["changed"]);
    for (const name of ["API_KEY", "a-second", "third"]) await run(store, "remove", name);
    expect(await run(store, "list")).toEqual({ data: [], text: "No secret of stage dev is set." });
  });

  test.each(["get", "remove"] as const)("%s of one without a value says how to set it", async (action) => {
    await expect(run(open(), action, "NONE")).rejects.toThrow(
      /name is "NONE", but no value of stage dev is set\.\s+Set it: serverform secrets set NONE\..*\[secret-not-set\]/s,
    );
  });

  test("only `get` prints a value", async () => {
    const store = open();
    const printed = [
      await run(store, "set", "API_KEY", "s3cret"),
      await run(store, "list"),
      await run(store, "remove", "API_KEY"),
    ];
    expect(JSON.stringify(printed)).not.toContain("s3cret");
  });
});

describe("where secrets are", () => {
  test("in SSM, a stage and the fallback have names of their own", async () => {
    await inSsm().set("API_KEY", "own");
    await inSsm(true).set("API_KEY", "all");
    expect(Object.fromEntries(stored)).toEqual({
      "/acme/serverform/notes/dev/Secret/API_KEY/value": "own",
      "/acme/serverform/notes/.fallback/Secret/API_KEY/value": "all",
    });
  });

  test("a refusal of SSM is reported with its code, and without the value", async () => {
    const refused = inSsm(false, "REFUSED").set("API_KEY", "s3cret");
    const error = await refused.catch((each: unknown) => each);
    expect(error).toBeInstanceOf(AwsError);
    expect(error).toMatchObject({ code: "AccessDeniedException" });
    expect(String(error)).not.toContain("s3cret");
  });

  test("on this machine, only the owner can read the file", async () => {
    await machineSecrets(folder).set("API_KEY", "s3cret");
    expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  test("of the .env files, those for this machine only are read, the one of the stage first", async () => {
    const project = mkdtempSync(join(folder, "project-"));
    const files = {
      ".env": "A=shared\nD=shared",
      ".env.dev": "A=stage",
      ".env.local": "B=local\nC=local",
      ".env.dev.local": "C=both",
      ".env.prod.local": "B=prod",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    expect(Object.fromEntries(await localEnvVariables(project, "dev"))).toEqual({ B: "local", C: "both" });
  });
});

describe("a value from a pipe", () => {
  const piped = (...parts: readonly string[]) =>
    readInput("serverform secrets set", Readable.from(parts.map((part) => Buffer.from(part))));

  test.each([
    [["sk_", "live"], "sk_live"],
    [["two\nlines\n"], "two\nlines"],
    [["windows\r\n"], "windows"],
    [[], ""],
  ])("of the parts %j is %j", async (parts, value) => {
    expect(await piped(...parts)).toBe(value);
  });

  test("is read from the terminal without a pipe", async () => {
    const terminal = Object.assign(Readable.from([]), { isTTY: true });
    await expect(readInput("serverform secrets set", terminal)).rejects.toThrow(/value .*\n.*pipe it/);
  });
});
