/** @group processes */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type App, Config, RDS, Stack, Table } from "../../../lib";
import { LiveProject } from "../live/support";
import { folderWithPackages, serveOutput, synthesize, writeFiles } from "../live-client/loopback/stage";
import { TestLogs } from "../logs/cloudwatch-logs";

const define = (app: App): void => {
  const stack = new Stack(app, "Main");
  new Table(stack, "my-notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
  new Config.Parameter(stack, "LEVEL", { value: "high" });
};

let project: LiveProject;

afterEach(() => project.stop());
afterAll(() => LiveProject.end());

const print =
  "console.log(JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('SERVERFORM_')))))";

describe("serverform bind", () => {
  test("runs a command with the variables of the stage, and ends with its exit status", async () => {
    project = await LiveProject.create();
    const folder = folderWithPackages();
    const out = join(folder, "out");
    project.declare(define, { bindingParameters: true });
    synthesize(project.stage.folder, {}, out, define, "notes", { bindingParameters: true });
    const aws = await serveOutput(folder, out);
    const environment = { AWS_ENDPOINT_URL: aws.servicesUrl };
    const words = ["bind", "--stage", "dev", "--", process.execPath, "-e", `${print}; process.exit(3)`];
    const { code, stdout } = await project.run(words, environment).ended;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      SERVERFORM_APP: "notes",
      SERVERFORM_STAGE: "dev",
      SERVERFORM_Parameter_value_LEVEL: "high",
      SERVERFORM_Table_tableName_my_notes: "dev-notes-my-notes",
    });
  });

  test("says what to do when the stage has no parameters", async () => {
    project = await LiveProject.create();
    const words = ["bind", "--stage", "dev", "--", process.execPath, "-e", "1"];
    const { code, stderr } = await project.run(words).ended;
    expect(code).toBe(0);
    expect(stderr).toContain("bindingParameters: true");
  });
});

describe("without the permissions that they need", () => {
  test("bind, logs and secrets name the reason of AWS", async () => {
    project = await LiveProject.create();
    const server = createServer((_, response) => {
      response
        .writeHead(400)
        .end(JSON.stringify({ __type: "AccessDeniedException", message: "not authorized" }));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const refused: readonly (readonly [words: readonly string[], code: string])[] = [
      [["bind", "--stage", "dev", "--", "true"], "parameters-unreadable"],
      [["logs", "--stage", "dev"], "logs-refused"],
      [["secrets", "list", "--stage", "dev"], "secrets-refused"],
    ];
    for (const [words, code] of refused) {
      const { stderr } = await project.run(words, {
        AWS_ENDPOINT_URL: url,
        AWS_ENDPOINT_URL_SSM: url,
        AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: url,
      }).ended;
      expect(stderr).toMatch(/: not authorized/);
      expect(stderr).toContain(`[${code}]`);
    }
    server.close();
  });
});

describe("serverform logs", () => {
  test("prints the lines of a stage as serverform local prints them, and ends a tail with Ctrl-C", async () => {
    project = await LiveProject.create();
    const logs = await TestLogs.start();
    const environment = { AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: logs.url };
    try {
      const words = ["logs", "GET /hello", "--stage", "dev", "--json"];
      const missing = await project.run(words, environment).ended;
      expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("[stage-not-deployed]")]);
      const id = "3f2a8c1e-0000-4000-8000-000000000001";
      const name = "dev-notes-Main-Api-Lambda_GET_--hello";
      logs.write(`/aws/lambda/${name}`, Date.now(), `2026-11-22T12:00:00.000Z\t${id}\tINFO\tplaced\n`);
      const lines = project.follow([...words, "--follow"], environment);
      expect(await lines.next("log")).toMatchObject({ function: name, requestId: id, line: "placed" });
      expect((await lines.interrupt()).code).toBe(0);
      const text = await project.run(["logs", "--stage", "dev"], environment).ended;
      expect(text.stdout).toMatch(new RegExp(`Z \\[${name} 3f2a8c1e\\] placed\n$`));
    } finally {
      logs.stop();
    }
  });
});

/** The packages of the repository; copies of those that are deployed, because links out of a project are refused. */
function copyPackages(folder: string): void {
  const own = join(__dirname, "../../../node_modules");
  const deployed = ["kysely", "kysely-data-api"];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of readdirSync(own)) {
    const filter = (file: string) => !file.endsWith(".d.ts");
    if (deployed.includes(name)) cpSync(join(own, name), join(folder, name), { recursive: true, filter });
    else symlinkSync(join(own, name), join(folder, name));
  }
}

describe("serverform rds --stage", () => {
  const migrations = {
    "migrations/001-notes.mjs": `
      export const up = (db) => db.schema.createTable("notes").addColumn("id", "text", (id) => id.primaryKey()).execute();
      export const down = (db) => db.schema.dropTable("notes").execute();
    `,
  };
  const defineDatabase = (app: App): void => {
    new RDS(new Stack(app, "Main"), "Db", {
      engine: "postgresql16",
      defaultDatabaseName: "notes",
      migrations: "migrations",
      types: "database.d.ts",
    });
  };

  test("migrates the database of a stage by its function, and writes the types", async () => {
    project = await LiveProject.create();
    const folder = folderWithPackages();
    const out = join(folder, "out");
    for (const each of [folder, project.stage.folder]) {
      writeFiles(each, migrations);
      copyPackages(join(each, "node_modules"));
    }
    project.declare(defineDatabase);
    synthesize(folder, {}, out, defineDatabase, "notes");
    const aws = await serveOutput(folder, out);
    const run = async (...words: readonly string[]) => {
      const { code, stdout, stderr } = await project.run(["rds", ...words, "--stage", "dev"], {
        AWS_ENDPOINT_URL: aws.servicesUrl,
      }).ended;
      return code === 0
        ? stdout
            .replace(/^Stage: dev$/m, "")
            .trim()
            .replace(/ +/g, " ")
        : stderr;
    };
    // The deployment has migrated.
    await aws.deployed();
    expect(await run("rollback")).toBe("001-notes undone");
    expect(await run("migrate")).toBe("001-notes run");
    expect(readFileSync(join(project.stage.folder, "database.d.ts"), "utf8")).toContain("notes");
    expect(await run("rollback", "--to", "002-gone")).toContain("[rds-migration-unknown]");
  });
});
