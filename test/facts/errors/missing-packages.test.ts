/** @group processes */

import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { compiledLibrary } from "../../support/compiled";

/** Prints the code with which each load ends in a process where the packages are not installed. */
const program = `
  const { Module } = require("node:module");
  const resolve = Module._resolveFilename;
  const missing = ["@electric-sql/pglite", "mysql2/promise", "pg", "graphql", "@graphql-tools/merge"];
  Module._resolveFilename = function (name, ...others) {
    if (missing.includes(name)) throw Object.assign(new Error("no " + name), { code: "MODULE_NOT_FOUND" });
    return resolve.call(this, name, ...others);
  };
  const from = (file) => require(${JSON.stringify(compiledLibrary())} + "/" + file);
  const { App, AppSyncApi, Stack } = from("index.js");
  const run = (session) => session.run({ texts: ["select 1"], names: [] }, []);
  const loads = {
    pglite: () => new (from("local/services/rds-data/databases/pglite.js").PgliteDatabase)().connect().then(run),
    mysql: () => new (from("local/services/rds-data/databases/mysql-server.js").MysqlServer)("mysql://localhost").connect(),
    postgres: () => new (from("local/services/rds-data/databases/postgres-server.js").PostgresServer)("postgres://localhost").connect(),
    appsync: () => new AppSyncApi(new Stack(new App({ name: "a" }), "Main"), "Api", { schema: "graphql/schema.graphql" }),
  };
  (async () => {
    for (const [name, load] of Object.entries(loads)) {
      try {
        await load();
        console.log(name, "none");
      } catch (error) {
        console.log(name, error.code ?? error.message);
      }
    }
  })();
`;

test("a package that is not installed is an error with the command that installs it", () => {
  const output = execFileSync(process.execPath, ["--eval", program], {
    encoding: "utf8",
    cwd: resolve(__dirname, "../../fixtures/app"),
  });
  expect(output.trim().split("\n")).toEqual([
    "pglite local-database-needs-package",
    "mysql local-server-needs-package",
    "postgres local-server-needs-package",
    "appsync appsync-packages-missing",
  ]);
});
