/** @group processes */

import { RunningExample } from "./support";

let reviews: RunningExample;

beforeAll(async () => {
  reviews = await RunningExample.start("examples/graphql");
});

afterAll(async () => {
  expect(await reviews.stop()).toBe(0);
});

const query = async (text: string) => {
  const url = `${reviews.url("Api")}/graphql?query=${encodeURIComponent(text)}`;
  return (await fetch(url)).json();
};

const mutate = (text: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${reviews.url("Api")}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query: text }),
  });

const addReview = 'mutation { addReview(book: "Emma", stars: 4) { book author } }';

describe("the graphql example, served on this machine", () => {
  test("everybody reads", async () => {
    expect(await query("{ reviews { book } }")).toEqual({ data: { reviews: [] } });
  });

  test("without a token nobody writes", async () => {
    expect((await mutate(addReview)).status).toBe(401);
  });

  test("who has a token writes under the name that it tells", async () => {
    const token = reviews.command("token", "--user", "ada@example.com", "--use", "id");
    const response = await mutate(addReview, { authorization: `Bearer ${token}` });
    const { data } = (await response.json()) as { data: { addReview: { book: string; author: string } } };
    const { sub } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(data.addReview).toEqual({ book: "Emma", author: sub });
    expect(await query("{ reviews { book } }")).toEqual({ data: { reviews: [{ book: "Emma" }] } });
  });

  test("a token of another key does not do", async () => {
    const token = reviews.command("token", "--user", "ada@example.com");
    const [head, body] = token.split(".");
    const forged = `${head}.${body}.${"A".repeat(342)}`;
    expect((await mutate(addReview, { authorization: `Bearer ${forged}` })).status).toBe(401);
  });
});
