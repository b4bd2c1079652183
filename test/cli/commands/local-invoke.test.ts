/** @group processes */

import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";
import { localFixture } from "../support/local";

afterAll(cleanUp);

describe("serverform local invoke", () => {
  const invoke = (...args: readonly string[]) =>
    new Project().run(["local", "--from", localFixture, "invoke", ...args]);

  test("prints only the answer of the function", async () => {
    const { stdout, code } = await invoke("hello", '{"given":1}');
    expect(JSON.parse(stdout)).toMatchObject({ message: "hello", given: 1 });
    expect(code).toBe(0);
  });

  test("reads the event from a file", async () => {
    const file = new Project().write("event.json", '{"given":2}');
    expect(JSON.parse((await invoke("hello", file)).stdout)).toMatchObject({ given: 2 });
  });

  test("prints the error of a function that fails, with exit status 1", async () => {
    const { stdout, code } = await invoke("hello", '{"fails":true}', "--json");
    expectOutputOf("local-invoke", stdout);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "error",
      payload: { errorType: "Error", errorMessage: "as asked" },
    });
    expect(code).toBe(1);
  });

  test.each([
    [
      "an unknown function",
      ["helo", "{}"],
      /<function> is "helo"[\s\S]*The functions are "hello"\. Did you mean "hello"\?/,
    ],
    ["an event that is not JSON", ["hello", "{"], /\[event\] is "{", which is not JSON/],
  ])("%s is refused", async (_name, args, message) => {
    const { stderr, code } = await invoke(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });
});
