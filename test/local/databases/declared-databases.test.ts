import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Construct } from "constructs";
import { RDS, Stack } from "../../../lib";
import { declaredDatabases, migratorOf } from "../../../lib/local";
import { TypesWriter } from "../../../lib/local/databases/types-writer";
import { readModel } from "../../../lib/model";
import { synthesize } from "../../cli/live-client/loopback/stage";
import { temporaryFolder } from "../../support/stack";

/** Two parts that each have a database with the id Db, and one without migrations. */
function synthesizeTwins(): { readonly folder: string; readonly output: string } {
  const folder = temporaryFolder();
  const output = join(folder, "out");
  const migration = "export const up = () => {};\nexport const down = () => {};\n";
  mkdirSync(join(folder, "migrations"));
  for (const name of ["kysely", "kysely-data-api"]) {
    mkdirSync(join(folder, "node_modules", name), { recursive: true });
    writeFileSync(join(folder, "node_modules", name, "package.json"), "{}");
  }
  writeFileSync(join(folder, "cdktf.json"), "{}");
  writeFileSync(join(folder, "migrations", "001.mjs"), migration);
  synthesize(folder, { SERVERFORM_SKIP_BUNDLING: "1", SERVERFORM_LOCAL: "true" }, output, (app) => {
    const stack = new Stack(app, "Main");
    const props = { engine: "postgresql16", defaultDatabaseName: "notes" } as const;
    for (const part of ["A", "B"]) {
      const types = `${part}.d.ts`;
      new RDS(new Construct(stack, part), "Db", { ...props, migrations: "migrations", types });
    }
    new RDS(stack, "Plain", props);
  });
  return { folder, output };
}

describe("the databases of an app", () => {
  const { folder, output } = synthesizeTwins();
  const databases = declaredDatabases(output);
  const model = readModel(output, { report: () => {} });

  test("have the names of their constructs, and two of one id have two functions that migrate", () => {
    const found = databases.map((each) => [each.id, migratorOf(model, each)?.constructPath]);
    expect(found).toEqual([
      ["Db", "dev-notes-Main/A/Db/MigrationFunction/Function"],
      ["Main-B-Db", "dev-notes-Main/B/Db/MigrationFunction/Function"],
      ["Plain", undefined],
    ]);
  });

  test("get their own types after their own migration", async () => {
    const bundlesFile = join(folder, "bundles.json");
    writeFileSync(bundlesFile, JSON.stringify({ appPath: folder, artifacts: [] }));
    const asked: string[] = [];
    const invoke = async ({ functionArn }: { readonly functionArn: string }) => {
      asked.push(functionArn);
      return { status: "ok", payload: "[]" };
    };
    const writer = new TypesWriter({
      from: output,
      bundlesFile,
      functions: { invoke } as never,
      report: () => {},
    });
    const [, second] = databases;
    const name = String(second && migratorOf(model, second)?.values.function_name);
    await writer.afterInvocation(model, name);
    expect(asked).toEqual([name]);
    expect(readFileSync(join(folder, "B.d.ts"), "utf8")).toContain("interface Database");
    expect(() => readFileSync(join(folder, "A.d.ts"))).toThrow("ENOENT");
  });
});
