/** @group processes */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { serveLocal, type TestServer } from "../../lib/testing";
import { compiledLibrary } from "../support/compiled";
import { packagesOf } from "../support/packages";
import { temporaryFolder } from "../support/stack";

const root = resolve(__dirname, "../..");
const packages = packagesOf("contracts");
const folder = join(temporaryFolder(), "contracts");

let server: TestServer;

/** The project with the packages of contracts, and with those of the library. */
function writeProject(contracts: string): void {
  cpSync(join(root, "test/fixtures/contracts"), folder, { recursive: true });
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  for (const name of readdirSync(contracts).filter((each) => !each.startsWith(".")))
    symlinkSync(join(contracts, name), join(modules, name));
  symlinkSync(dirname(compiledLibrary()), join(modules, "serverform"));
  for (const name of ["cdktf", "constructs", "tsx"])
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  symlinkSync(join(root, "node_modules/.bin/tsx"), join(modules, ".bin/tsx"));
}

/** The packages of the contracts are not installed without a network. */
(packages === undefined ? describe.skip : describe)("The routes of a contract", () => {
  beforeAll(async () => {
    writeProject(packages ?? "");
    server = await serveLocal(folder);
  });

  afterAll(() => server?.stop());

  const post = (path: string, body: object, api: string, as?: string) =>
    server.fetch(path, {
      api,
      ...(as !== undefined && { as }),
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("of oRPC are answered by one function, which knows the caller", async () => {
    expect((await server.fetch("/notes", { api: "Notes" })).status).toBe(401);
    const ada = { api: "Notes", as: "ada@example.com" } as const;
    expect(await (await server.fetch("/notes/1", ada)).json()).toEqual({ id: "1", text: "Buy milk" });
    expect((await server.fetch("/notes/2", ada)).status).toBe(404);
    const created = await post("/notes", { text: "Buy tea" }, "Notes", "ada@example.com");
    expect(created.status).toBe(201);
    expect(await created.json()).toEqual({ id: expect.stringMatching(/^[\w-]{36}$/), text: "Buy tea" });
    expect((await post("/notes", { text: "" }, "Notes", "ada@example.com")).status).toBe(400);
    expect(await (await server.fetch("/files/a/b.txt", ada)).json()).toEqual({ path: "a/b.txt" });
  });

  test("of ts-rest are answered by a function each", async () => {
    expect(await (await server.fetch("/orders/7", { api: "Orders" })).json()).toEqual({
      id: "7",
      product: "tea",
    });
    const created = await post("/orders", { product: "jam" }, "Orders");
    expect([created.status, await created.json()]).toEqual([201, { id: "1", product: "jam" }]);
    expect((await post("/orders", {}, "Orders")).status).toBe(400);
  });

  test("are those of a REST API, too", async () => {
    expect(await (await server.fetch("/notes", { api: "Rest" })).json()).toHaveLength(1);
  });

  test("have handlers that the compiler checks against their contracts", () => {
    const paths = { "serverform/node/*": [join(root, "lib/runtime/node/*.ts")] };
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      paths,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["functions"] }));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    expect(() => execFileSync(process.execPath, [tsc, "-p", folder], { stdio: "pipe" })).not.toThrow();
  });
});
