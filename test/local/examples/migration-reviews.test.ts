/** @group processes */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, root } from "../../examples/support";
import { compiledCommandLine, withCompiledLibrary } from "../../support/compiled";
import { ExampleCopy } from "./example-copy";
import { type Line, type StartedCommand, urlIn } from "./support";

// The whole command runs, with a Postgres; the tests wait for its output, never for a time.
jest.setTimeout(240_000);

const isReady = ({ event }: Line): boolean => event === "ready";

describe("the reviews of the migration example", () => {
  let copy: ExampleCopy;
  let server: StartedCommand;
  let url: string;

  const start = async (): Promise<void> => {
    server = copy.start(["--json", "--data", join(copy.folder, "data")]);
    url = urlIn(await server.line(isReady), "ReviewsApi");
  };
  const reviews = async (product: string) => (await fetch(`${url}/products/${product}/reviews`)).json();
  const add = async (product: string, review: object) => {
    const response = await fetch(`${url}/products/${product}/reviews`, {
      method: "POST",
      body: JSON.stringify(review),
    });
    return response.status;
  };
  /** The migrations that have run, according to the server's events. */
  const ran = (): readonly string[] =>
    server.lines.flatMap(
      ({ text }) =>
        /(Reviews|OldReviews): ((?:\w+ )?succeeded)/.exec(String(text))?.slice(1, 3).join(" ") ?? [],
    );

  const types = readFileSync(join(root, "examples/migration/functions/reviews-database.d.ts"), "utf8");
  /** Runs `serverform rds` in the folder of the example, as in another terminal. */
  const rds = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [...compiledCommandLine(), "rds", ...args], {
      cwd: copy.folder,
      env: { ...cleanEnvironment(), ...withCompiledLibrary() },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });

  beforeAll(async () => {
    copy = new ExampleCopy("examples/migration");
    await start();
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    copy.remove();
  });

  test("have been migrated and seeded when the server is ready", async () => {
    expect(ran()).toEqual(["Reviews succeeded", "OldReviews create succeeded"]);
    expect(readFileSync(copy.path("functions/reviews-database.d.ts"), "utf8")).toBe(types);
    expect(await reviews("tea")).toEqual({
      product: "tea",
      average: 4.5,
      reviews: [
        { stars: 5, text: "Clears the head" },
        { stars: 4, text: "Too good to share" },
      ],
    });
  });

  test("are written in a transaction, which leaves nothing when it is rolled back", async () => {
    expect(await add("honey", { stars: 4, text: "Golden" })).toBe(201);
    expect(await add("honey", { stars: 9, text: "Too many stars" })).toBe(400);
    expect(await reviews("honey")).toEqual({
      product: "honey",
      average: 4,
      reviews: [{ stars: 4, text: "Golden" }],
    });
  });

  test("have a new column when a migration is added, once", async () => {
    copy.write(
      "migrations/003-author.mjs",
      'export const up = (db) => db.schema.alterTable("reviews").addColumn("author", "text").execute();\n' +
        'export const down = (db) => db.schema.alterTable("reviews").dropColumn("author").execute();\n',
    );
    await server.until(() =>
      ran().filter((each) => each === "Reviews succeeded").length === 2 ? true : undefined,
    );
    expect(await reviews("jam")).toMatchObject({ reviews: [{ stars: 3 }] });
    expect(ran()).toEqual(["Reviews succeeded", "OldReviews create succeeded", "Reviews succeeded"]);
  });

  test("have types that are written after each migration", async () => {
    await server.line(({ text }) => /The types of \S+ are in /.test(String(text)));
    expect(readFileSync(copy.path("functions/reviews-database.d.ts"), "utf8")).toContain(
      "  author: string | null;",
    );
  });

  test("can be migrated by hand while the server runs", async () => {
    const list = () => JSON.parse(rds("list", "--json")) as { name: string; executedAt?: string }[];
    const executed = () => list().flatMap(({ name, executedAt }) => (executedAt === undefined ? [] : name));
    expect(executed()).toEqual(["001-reviews", "002-ratings", "003-author"]);
    expect(rds("rollback")).toContain("003-author  undone");
    expect(executed()).toEqual(["001-reviews", "002-ratings"]);
    expect(readFileSync(copy.path("functions/reviews-database.d.ts"), "utf8")).toBe(types);
    expect(rds("migrate", "--to", "003-author")).toContain("003-author  run");
  });

  test("exist after a restart, and no migration runs again", async () => {
    expect(await server.stop()).toBe(0);
    await start();
    expect(ran()).toEqual([]);
    expect(await reviews("honey")).toMatchObject({ average: 4 });
  });
});
