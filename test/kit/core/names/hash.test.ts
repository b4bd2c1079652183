import { shortHash } from "../../../../lib/kit/core/names/name";

test("a short hash is the first digits of the SHA-256", () => {
  expect(shortHash("notes")).toMatchInlineSnapshot(`"ab5aa970"`);
  expect(shortHash("notes", 4)).toBe(shortHash("notes").slice(0, 4));
});
