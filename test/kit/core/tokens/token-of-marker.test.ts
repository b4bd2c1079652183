import { Lazy, Token, Tokenization } from "cdktf";
import { tokenOfMarker } from "../../../../lib/kit/core/tokens/resolve";

const marker = (): string => Token.asString(Lazy.anyValue({ produce: () => 1 }), { displayHint: "a-hint" });

test("the token of a marker is the one that CDKTF finds", () => {
  const text = marker();
  expect(Tokenization.reverseString(text).tokens).toEqual([expect.anything()]);
  expect(tokenOfMarker(text)).toBe(Tokenization.reverseString(text).tokens[0]);
});

test("CDKTF resolves a token that is not in the list", () => {
  const text = marker();
  const [expected] = Tokenization.reverseString(text).tokens;
  const search = jest.spyOn(Tokenization, "reverseString");
  jest.spyOn(Map.prototype, "get").mockReturnValueOnce(undefined);
  const found = tokenOfMarker(text);
  const asked = [...search.mock.calls];
  jest.restoreAllMocks();
  expect([found, asked]).toEqual([expected, [[text]]]);
});
