import { WebSocketApi } from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { inlineStatements, resources, testStack } from "../../support/stack";

/** A function of one stack that answers this many routes of an API of another one, or of the same. */
function answers(count: number, isApart: boolean): Stack {
  const stack = testStack();
  const home = isApart ? new Stack(stack.app, "Functions") : stack;
  const fn = new Function(home, "Chat", { handler: "functions/notes.get" });
  const routes = Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${index}`, fn]));
  new WebSocketApi(stack, "Ws", { routes });
  return stack;
}

describe.each([
  ["the API's stack", false],
  ["another stack", true],
])("a function of %s that answers many routes", (_, isApart) => {
  test("has the same policies for 2 routes as for 250, with one statement for the connections", () => {
    const [few, many] = [answers(2, isApart), answers(250, isApart)];
    const policies = Object.keys(resources(few, "aws_iam_role_policy"));
    expect(Object.keys(resources(many, "aws_iam_role_policy"))).toEqual(policies);
    expect(resources(many, "aws_iam_policy")).toEqual({});
    const ofConnections = inlineStatements(many).filter(({ Action }) =>
      /ManageConnections/.test(String(Action)),
    );
    expect(ofConnections).toHaveLength(1);
  });
});
