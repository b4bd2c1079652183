/** @group processes */

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ControlServer } from "../../lib/local/control";
import { ServedHttpApi } from "../../lib/local/gateways/http/http-api";
import { RunningParts } from "../../lib/local/parts/running-parts";
import { serviceTable } from "../../lib/local/services/service-table";
import { SiteServers } from "../../lib/local/site-servers";
import { cleanEnvironment } from "../cli/support/cli";
import { compiledCommandLine } from "../support/compiled";
import { call, serve, until, writeProject } from "./safety-support";

const table = (name: string) => ({
  aws_dynamodb_table: {
    notes: { name, hash_key: "id", billing_mode: "PAY_PER_REQUEST", attribute: [{ name: "id", type: "S" }] },
  },
});

/** With a table, whose service runs when a later part fails. */
const project = { routes: { "GET /": "return 'served';" }, resources: table("notes") };

afterEach(() => jest.restoreAllMocks());

/** Open handles that would keep a command alive. */
const open = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((each) => /Server|Worker|MessagePort|Process/.test(each));

async function expectNamed(part: string): Promise<void> {
  const before = open().length;
  await expect(serve(project)).rejects.toMatchObject({
    code: "local-part-failed",
    message: expect.stringContaining(`${part} cannot be served: broken.`),
  });
  await until(() => open().length <= before);
}

const broken = (): never => {
  throw new Error("broken");
};

/** The first service, the one in the middle and the last one, as one piece starts them all. With `INPUTS=all` each of them. */
const services = [...serviceTable].filter(
  (_, index, { length }) =>
    process.env.INPUTS === "all" || [0, Math.floor(length / 2), length - 1].includes(index),
);

/** The part at a place in the list fails to start. Returns its title, once it was to start. */
function failAt(place: number): () => string | undefined {
  const { part } = RunningParts.prototype;
  let count = 0;
  let failed: string | undefined;
  jest.spyOn(RunningParts.prototype, "part").mockImplementation(function (
    this: RunningParts,
    title,
    start,
    steps,
  ) {
    if (count++ !== place) return part.call(this, title, start, steps);
    failed = title;
    return part.call(this, title, broken, steps);
  });
  return () => failed;
}

/** The titles of the parts that replace the app, in their order. */
async function reloadFailing(
  local: { reload(): Promise<void> },
  place: number,
): Promise<{ readonly title: string | undefined; readonly error: unknown }> {
  const parts = RunningParts.prototype as unknown as {
    replacePart(part: { readonly title: string; replace(): unknown }): Promise<void>;
  };
  const { replacePart } = parts;
  let count = 0;
  let title: string | undefined;
  const spy = jest.spyOn(parts, "replacePart").mockImplementation(function (this: RunningParts, part) {
    if (count++ !== place) return replacePart.call(this, part);
    title = part.title;
    return replacePart.call(this, { ...part, replace: broken });
  });
  const error = await local.reload().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  spy.mockRestore();
  return { title, error };
}

const namedAs = (title: string | undefined) => ({
  code: "local-part-failed",
  message: expect.stringContaining(`${title} cannot be served: broken.`),
});

describe("A start that fails names the part, and ends all others", () => {
  test.each(services)("the service %s", async (name, kind) => {
    jest.spyOn(kind, "start").mockImplementation(broken);
    await expectNamed(`the service ${name}`);
  });

  test("for each part of the server", async () => {
    const before = open().length;
    const titles: string[] = [];
    for (let place = 0; ; place += 1) {
      const failed = failAt(place);
      const error = await serve(project).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      jest.restoreAllMocks();
      const title = failed();
      if (title === undefined) break;
      titles.push(title);
      expect(error).toMatchObject(namedAs(title));
      await until(() => open().length <= before);
    }
    expect(titles).toEqual(expect.arrayContaining(["the data folder", "the APIs", "the console"]));
    expect(titles.length).toBeGreaterThan(30);
  }, 120_000);

  test("an API of the app", async () => {
    jest.spyOn(ServedHttpApi.prototype, "applyConfig" as never).mockImplementation(broken as never);
    await expectNamed("aws_apigatewayv2_api.http: aws_apigatewayv2_api");
  });

  test("also where another part cannot be ended", async () => {
    jest.spyOn(ControlServer, "start").mockImplementation(broken);
    const stop = jest.spyOn(SiteServers.prototype, "stop").mockRejectedValue(new Error("stays"));
    await expectNamed("the address for commands in other terminals");
    expect(stop).toHaveBeenCalled();
  });
});

test("A reload that fails names the part, for each part, and a repaired app is served", async () => {
  const { local, url } = await serve(project);
  let place = 0;
  for (; ; place += 1) {
    const { title, error } = await reloadFailing(local, place);
    if (title === undefined) break;
    expect(error).toMatchObject(namedAs(title));
  }
  expect(place).toBeGreaterThan(30);
  await local.reload();
  expect((await call(url, "/")).text).toBe("served");
});

describe("A resource that the server cannot make", () => {
  test("is named, with the reason", async () => {
    await expect(serve({ ...project, resources: table("n") })).rejects.toThrow(
      /aws_dynamodb_table\.notes: aws_dynamodb_table cannot be served: .*3 characters/s,
    );
  });

  test("ends serverform local with an exit code, and without a stack", async () => {
    const folder = writeProject({ ...project, resources: table("n") });
    const args = [...compiledCommandLine(), "local", "--port", "0", "--from", "out"];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: cleanEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (data: Buffer) => {
      errors += data;
    });
    const code = await new Promise((done) => child.once("close", done));
    expect(code).toBe(1);
    expect(errors).toMatch(/aws_dynamodb_table\.notes.*\[local-part-failed\]/s);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test("fails a reload: the former app is still served, and then a repaired one", async () => {
    const { local, folder, url } = await serve(project);
    const file = join(folder, "out/main.tf.json");
    const good = readFileSync(file, "utf8");
    writeFileSync(file, good.replace('"notes","hash_key"', '"n","hash_key"'));
    await expect(local.reload()).rejects.toMatchObject({ code: "local-part-failed" });
    expect((await call(url, "/")).text).toBe("served");
    writeFileSync(file, good.replace('"GET /"', '"GET /new"'));
    await local.reload();
    expect((await call(url, "/new")).text).toBe("served");
  });
});
