/** @group processes */

import { join } from "node:path";
import { ExampleCopy } from "./example-copy";
import { type Line, type StartedCommand, urlIn } from "./support";

// The whole command runs, with a Postgres; the tests wait for what it says, never for a time.
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
  /** What has run, as the server tells it. */
  const ran = (): readonly string[] =>
    server.lines.flatMap(
      ({ text }) => /(Reviews|OldReviews): ((?:\w+ )?done)/.exec(String(text))?.slice(1, 3).join(" ") ?? [],
    );

  beforeAll(async () => {
    copy = new ExampleCopy("examples/migration");
    await start();
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    copy.remove();
  });

  test("have been migrated and seeded when the server is ready", async () => {
    expect(ran()).toEqual(["Reviews done", "OldReviews create done"]);
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
      ran().filter((each) => each === "Reviews done").length === 2 ? true : undefined,
    );
    expect(await reviews("jam")).toMatchObject({ reviews: [{ stars: 3 }] });
    expect(ran()).toEqual(["Reviews done", "OldReviews create done", "Reviews done"]);
  });

  test("are there after a restart, and nothing runs again", async () => {
    expect(await server.stop()).toBe(0);
    await start();
    expect(ran()).toEqual([]);
    expect(await reviews("honey")).toMatchObject({ average: 4 });
  });
});
