import { Construct } from "constructs";
import { beforeBundling, finish, finishLast } from "../../../../lib/kit/app";
import { finishAll } from "../../../../lib/kit/app/synthesis/finish";
import { fail } from "../../../../lib/kit/core/errors";
import { testStack } from "../../../support/stack";

type Steps = Partial<Record<typeof finish | typeof finishLast | typeof beforeBundling, () => void>>;

function withSteps(...constructs: Steps[]) {
  const stack = testStack();
  for (const [index, steps] of constructs.entries())
    Object.assign(new Construct(stack, `Part${index}`), steps);
  return stack;
}

test("every construct finishes before the first finishLast", () => {
  const calls: string[] = [];
  const note = (text: string) => () => void calls.push(text);
  finishAll(withSteps({ [finishLast]: note("last"), [finish]: note("one") }, { [finish]: note("two") }));
  expect(calls).toEqual(["one", "two", "last"]);
});

test("all problems are returned; other errors are thrown", () => {
  const wrong = (prop: string) => () => fail("Main", "size-invalid", prop, { value: 1 });
  const problems = finishAll(
    withSteps({ [finish]: wrong("a") }, { [finish]: wrong("b") }, { [finishLast]: wrong("c") }),
  );
  expect(problems.map(({ prop }) => prop)).toEqual(["a", "b", "c"]);
  const bug = () => {
    throw new TypeError("bug");
  };
  expect(() => finishAll(withSteps({ [finish]: bug }))).toThrow("bug");
});

test("sources are written only by app.synth(), and only when nothing is wrong so far", () => {
  const write = jest.fn();
  const steps = { [beforeBundling]: () => write() };
  const stack = withSteps(steps);
  stack.toTerraform();
  expect(write).not.toHaveBeenCalled();
  stack.app.synth();
  expect(write).toHaveBeenCalledTimes(1);
  const broken = withSteps(steps, { [finish]: () => fail("Main", "size-invalid", "a", { value: 1 }) });
  expect(() => broken.app.synth()).toThrow(/size-invalid/);
  expect(write).toHaveBeenCalledTimes(1);
});
