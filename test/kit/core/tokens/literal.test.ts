import { DefaultTokenResolver, Fn, StringConcat, Token, Tokenization } from "cdktf";
import { isLiteral } from "../../../../lib/kit/core/tokens/resolve";
import { testStack } from "../../../support/stack";

test.each(["plain", "1e5", "Fn-3e4B", "6.02e+23", "-1e-7", "${aws_sqs_queue.Jobs.arn}"])(
  "%p is a literal, which CDKTF leaves unchanged",
  (text) => {
    expect(isLiteral(text)).toBe(true);
    const scope = testStack();
    const resolver = new DefaultTokenResolver(new StringConcat());
    expect(Tokenization.resolve(text, { scope, resolver, preparing: false })).toBe(text);
  },
);

test.each([
  ["a text", () => `size-${Token.asString(Fn.max([1, 2]))}`],
  ["a number in a text", () => `size-${Token.asNumber(Fn.max([1, 2]))}`],
  ["a number of a list in a text", () => String(Token.asNumberList(Fn.range(1, 2))[0])],
])("a token in %s is found", (_, text) => {
  expect(isLiteral(text())).toBe(false);
});
