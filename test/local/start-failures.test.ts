/** @group processes */

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ControlServer } from "../../lib/local/control";
import { ServedHttpApi } from "../../lib/local/gateways/http/http-api";
import { partNames, partTable } from "../../lib/local/parts/part-table";
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

describe("A start that fails names the part, and ends all others", () => {
  test.each(services)("the service %s", async (name, kind) => {
    jest.spyOn(kind, "start").mockImplementation(broken);
    await expectNamed(`the service ${name}`);
  });

  test.each(partNames)("the part %s", async (name) => {
    jest.spyOn(partTable[name], "start").mockImplementation(broken);
    await expectNamed(partTable[name].title);
  });

  test("an API of the app", async () => {
    jest.spyOn(ServedHttpApi.prototype, "load" as never).mockImplementation(broken as never);
    await expectNamed("aws_apigatewayv2_api.http: aws_apigatewayv2_api");
  });

  test("also where another part cannot be ended", async () => {
    jest.spyOn(ControlServer, "start").mockImplementation(broken);
    const stop = jest.spyOn(SiteServers.prototype, "stop").mockRejectedValue(new Error("stays"));
    await expectNamed(partTable.control.title);
    expect(stop).toHaveBeenCalled();
  });
});

test("A reload that fails names the part, for each part, and a repaired app is served", async () => {
  const { local, url } = await serve(project);
  for (const name of partNames) {
    const replace = jest.spyOn(partTable[name], "replace").mockImplementation(broken);
    await expect(local.reload()).rejects.toMatchObject({
      code: "local-part-failed",
      message: expect.stringContaining(`${partTable[name].title} cannot be served: broken.`),
    });
    replace.mockRestore();
  }
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
