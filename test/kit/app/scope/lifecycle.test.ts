import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Aspects, Testing } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { type App, finish, Stack } from "../../../../lib/kit/app";
import { fail } from "../../../../lib/kit/core/errors";
import { Function } from "../../../../lib/kit/function";
import { filesIn } from "../../../support/files";
import { resources, temporaryFolder, testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

function application(): { app: App; one: Stack; two: Stack } {
  const app = testApp({ outdir: temporaryFolder() });
  const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
  const queue = new SqsQueue(one, "Queue");
  new Function(two, "Get", { handler, permissions: [queue], environment: { QUEUE: queue.url } });
  return { app, one, two };
}

describe("a synthesized app", () => {
  const changes: Record<string, (app: App, stack: Stack) => void> = {
    setDefaultRemovalPolicy: (app) => app.setDefaultRemovalPolicy("retain"),
    stack: (app) => app.stack(function More() {}),
    setDefaultFunctionProps: (_, stack) => stack.setDefaultFunctionProps({ timeout: 5 }),
    addOutputs: (_, stack) => stack.addOutputs({ A: "a" }),
    "a new construct": (_, stack) => new SqsQueue(stack, "Late"),
  };
  const syntheses: Record<string, (app: App, stack: Stack) => void> = {
    "app.synth()": (app) => app.synth(),
    "Testing.synth": (_, stack) => void Testing.synth(stack),
  };
  test.each(Object.keys(syntheses).flatMap((how) => Object.keys(changes).map((change) => [how, change])))(
    "by %s refuses %s",
    (how, change) => {
      const { app, one } = application();
      syntheses[how]?.(app, one);
      expect(() => changes[change]?.(app, one)).toThrow(
        new RegExp(`^\\S+: ${change} is too late: [^]*\\[already-synthesized\\]$`),
      );
    },
  );

  test("names the construct, and says what to do instead", () => {
    const { app, two } = application();
    const fn = two.getAllFunctions()[0] as Function;
    app.synth();
    expect(() => fn.bind([])).toThrow(
      [
        "dev-notes-Two/Get: bind is too late: the app is already synthesized.",
        "  Declare everything before `app.synth()` and before the first `Testing.synth` of any of its stacks. In unit tests, create a new App for each case.",
        "  [already-synthesized]",
      ].join("\n"),
    );
  });

  test("can be read stack by stack, again and again, and then be written", () => {
    const { app, one, two } = application();
    const read = () => [Testing.synth(one), Testing.synth(two), Testing.synthHcl(one)];
    const first = read();
    expect(read()).toEqual(first);
    app.synth();
    const other = application().app;
    other.synth();
    expect(filesIn(app.outdir)).toEqual(filesIn(other.outdir));
    expect(Testing.synth(one)).toBe(first[0]);
  });

  test("finishes each construct once", () => {
    const { app, one } = application();
    const step = jest.fn();
    Object.assign(new Construct(one, "Part"), { [finish]: step });
    Testing.synth(one);
    app.synth();
    app.synth();
    expect(step).toHaveBeenCalledTimes(1);
  });

  test("reports the problem each time", () => {
    const { app, one } = application();
    const wrong = () => fail("Main", "size-invalid", "a", { value: 1 });
    Object.assign(new Construct(one, "Part"), { [finish]: wrong });
    for (let time = 0; time < 2; time += 1) {
      expect(() => Testing.synth(one)).toThrow(/size-invalid/);
      expect(() => app.synth()).toThrow(/size-invalid/);
    }
  });

  test("includes additions of aspects while it is written", () => {
    const { app, one } = application();
    const visit = (node: IConstruct) => {
      if (node === one) new SqsQueue(one, "FromAspect");
    };
    Aspects.of(one).add({ visit });
    app.synth();
    expect(Object.keys(filesIn(app.outdir)).length).toBeGreaterThan(3);
    expect(one.node.tryFindChild("FromAspect")).toBeDefined();
  });

  test("does not affect other apps", () => {
    application().app.synth();
    const stack = testStack();
    new SqsQueue(stack, "Queue");
    expect(Object.keys(resources(stack, "aws_sqs_queue"))).toEqual(["Queue"]);
  });
});
