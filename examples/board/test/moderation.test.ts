import type { AppSyncResolverEvent } from "aws-lambda";
import { check } from "../functions/moderation";

const event = (text: string) => ({ arguments: { text } }) as AppSyncResolverEvent<{ readonly text: string }>;

describe("a post", () => {
  test("is written without space around it", async () => {
    expect(await check(event("  hello "))).toEqual({ text: "hello" });
  });

  test.each([
    ["", "A post needs a text."],
    ["x".repeat(281), "A post has at most 280 characters."],
  ])("%p is refused", async (text, message) => {
    await expect(check(event(text))).rejects.toThrow(message);
  });
});
