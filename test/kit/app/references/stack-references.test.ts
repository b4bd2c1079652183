import { Queue } from "../../../../lib/constructs/queue";
import { Table } from "../../../../lib/constructs/table";
import { Stack } from "../../../../lib/kit/app";
import { Function } from "../../../../lib/kit/function";
import { failure } from "../../../constructs/api/support/api";
import { inlineStatements, synthesized, testApp } from "../../../support/stack";

const handler = "functions/notes.get";

function stacks() {
  const app = testApp();
  return { app, one: new Stack(app, "One"), two: new Stack(app, "Two"), three: new Stack(app, "Three") };
}

/** A function with a variable that names the queue of another stack. */
const refer = (from: Stack, to: Stack) =>
  new Function(from, `Send${from.node.id.slice(-3)}`, {
    handler,
    environment: { URL: queueOf(to).queueUrl },
  });
const idOf = (stack: Stack) => `Jobs${stack.node.id.slice(-3)}`;
const queueOf = (stack: Stack) =>
  (stack.node.tryFindChild(idOf(stack)) as Queue | undefined) ?? new Queue(stack, idOf(stack));

describe("stacks that would wait for each other", () => {
  test("are refused once, with both constructs and the props that refer", () => {
    const { app, one, two } = stacks();
    const fields = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } } as const;
    const notes = new Table(two, "Notes", fields);
    new Function(one, "List", { handler, permissions: [notes] });
    refer(two, one);
    const error = failure(() => app.synth());
    expect(error).toMatchObject({
      code: "stack-cycle",
      path: "dev-notes-Two/SendTwo",
      prop: "environment.URL",
    });
    expect(error.message).toMatch(
      /^dev-notes-Two\/SendTwo: environment\.URL refers to "dev-notes-One\/JobsOne", .*: dev-notes-One\/List: permissions refers to "dev-notes-Two\/Notes"\.\n/,
    );
    expect(error.message).not.toMatch(/Resolution error|addDependency/);
    expect(error.message.match(/stack-cycle/g)).toHaveLength(1);
    expect(failure(() => synthesized(one)).message).toBe(error.message);
  });

  test("are refused over a third one, with each step", () => {
    const { app, one, two, three } = stacks();
    refer(one, two);
    refer(two, three);
    refer(three, one);
    expect(failure(() => app.synth()).message).toMatch(
      /dev-notes-Three\/Sendree: environment\.URL.*dev-notes-One\/SendOne: environment\.URL refers to "dev-notes-Two\/JobsTwo"; dev-notes-Two\/SendTwo: environment\.URL refers to "dev-notes-Three\/Jobsree"/,
    );
  });

  test("do not arise if functions are bound to each other: one policy names the other function by its literal ARN", () => {
    const { one, two } = stacks();
    const first = new Function(one, "First", { handler });
    const second = new Function(two, "Second", { handler, bind: [first] });
    first.bind([second]);
    const [ofSecond, ofFirst] = [two, one].map((stack) =>
      inlineStatements(stack).filter(({ Action }) => Action.includes("lambda:InvokeFunction")),
    );
    expect(ofSecond).toMatchObject([
      {
        Resource: [
          expect.stringMatching(/^arn:.*:us-east-1:.*:function:dev-notes-One-First$/),
          expect.any(String),
        ],
      },
    ]);
    expect(ofFirst).toMatchObject([
      { Resource: [expect.stringMatching(/^\$\{data\.terraform_remote_state\./), expect.any(String)] },
    ]);
    expect([one.dependsOn(two), two.dependsOn(one)]).toEqual([true, false]);
  });

  test("a function that only one side binds is referred to", () => {
    const { one, two } = stacks();
    const first = new Function(one, "First", { handler });
    new Function(two, "Second", { handler, bind: [first] });
    const [statement] = inlineStatements(two).filter(({ Action }) =>
      Action.includes("lambda:InvokeFunction"),
    );
    expect(statement?.Resource[0]).toMatch(/^\$\{data\.terraform_remote_state\./);
  });

  test("are refused where one was made to wait by a call", () => {
    const { app, one, two } = stacks();
    two.addDependency(one);
    refer(one, two);
    const { message } = failure(() => app.synth());
    expect(message).toMatch(/^dev-notes-One\/SendOne: environment\.URL refers to "dev-notes-Two\/JobsTwo"/);
    expect(message).toMatch(/"dev-notes-Two" was made to wait for "dev-notes-One"/);
  });

  test("are refused by the call that closes the circle", () => {
    const { one, two } = stacks();
    one.addDependency(two);
    expect(failure(() => two.addDependency(one))).toMatchObject({
      code: "stack-cycle",
      path: "dev-notes-Two",
      prop: "addDependency",
    });
    expect(two.dependencies).toEqual([]);
  });
});

test("stacks of which one refers to the other are connected", () => {
  const { app, one, two } = stacks();
  refer(two, one);
  refer(one, one);
  for (const each of app.node.children) if (each instanceof Stack) each.prepareStack();
  expect([one.dependencies, two.dependencies]).toEqual([[], [one]]);
});
