import { readFileSync } from "node:fs";
import { join } from "node:path";
import { graphql, lexicographicSortSchema, printSchema } from "graphql";
import type { Review } from "../graphql/review";
import { type ReviewContext, schema } from "../graphql/schema";

function memoryContext(member: string | undefined): ReviewContext {
  const reviews = new Map<string, Review>();
  return {
    member,
    store: {
      list: async () => [...reviews.values()],
      get: async (id) => reviews.get(id),
      put: async (review) => void reviews.set(review.id, review),
    },
  };
}

const run = (contextValue: ReviewContext, source: string) => graphql({ schema, source, contextValue });

describe("reviews", () => {
  test("a review that was added is found by its book and by its id", async () => {
    const context = memoryContext("ada");
    const added = await run(context, 'mutation { addReview(book: "Emma", stars: 5) { id author text } }');
    const { id } = (added.data?.addReview ?? {}) as { id?: string };
    expect(added.data?.addReview).toEqual({ id, author: "ada", text: "" });
    const source = `{
      emma: reviews(book: "Emma") { id }
      persuasion: reviews(book: "Persuasion") { id }
      all: reviews { id }
      review(id: "${id}") { book stars }
    }`;
    expect(await run(context, source)).toEqual({
      data: { emma: [{ id }], persuasion: [], all: [{ id }], review: { book: "Emma", stars: 5 } },
    });
  });

  test("there is no review of another id", async () => {
    expect(await run(memoryContext(undefined), '{ review(id: "1") { id } }')).toEqual({
      data: { review: null },
    });
  });

  test.each([
    [undefined, 5, "Sign in to write a review."],
    ["ada", 0, "Give 1 to 5 stars."],
    ["ada", 6, "Give 1 to 5 stars."],
  ])("refuses a review of %p with %d stars", async (member, stars, message) => {
    const context = memoryContext(member);
    const source = `mutation { addReview(book: "Emma", stars: ${stars}) { id } }`;
    expect((await run(context, source)).errors?.map((error) => error.message)).toEqual([message]);
    expect(await context.store.list()).toEqual([]);
  });
});

test("the schema for clients is up to date (serverform build)", () => {
  const text = readFileSync(join(__dirname, "../graphql/schema.graphql"), "utf8");
  expect(text).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
});
