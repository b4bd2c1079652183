/** @modules own: apps of other test files, which were never synthesized, would count. */

import { type IResolvable, Lazy, Testing } from "cdktf";
import { Stack } from "../../../../lib/kit/app";
import { recordCreation } from "../../../../lib/kit/app/scope/stack-traces";
import { setEnvironment } from "../../../support/environment";
import { testApp } from "../../../support/stack";

const native = Error.captureStackTrace;

/** Where CDKTF says that a token was made. */
function traceOfToken(): readonly string[] {
  return (Lazy.anyValue({ produce: () => 1 }) as IResolvable).creationStack;
}

function traceInApp(stackTraces?: boolean): readonly string[] {
  const app = testApp({ stackTraces });
  const trace = traceOfToken();
  app.synth();
  return trace;
}

describe("creation stack traces", () => {
  test("are off", () => {
    setEnvironment({ DEBUG: undefined });
    expect(traceInApp()).toEqual([]);
  });
  test("are on when requested, or with DEBUG", () => {
    expect(traceInApp(true).join()).toContain("stack-traces.test");
    setEnvironment({ DEBUG: "1" });
    expect(traceInApp().join()).toContain("stack-traces.test");
    expect(traceInApp(false)).toEqual([]);
  });
  test("are those of the app that was created last", () => {
    const [without, traced] = [testApp({ stackTraces: false }), testApp({ stackTraces: true })];
    expect(traceOfToken()).not.toEqual([]);
    traced.synth();
    expect(traceOfToken()).toEqual([]);
    without.synth();
    expect(traceOfToken()).not.toEqual([]);
  });
  test("do not touch those of errors", () => {
    const app = testApp({ stackTraces: false });
    const target: { stack?: string } = {};
    Error.captureStackTrace(target);
    expect([target.stack, new Error("x").stack].join()).toMatch(/stack-traces\.test.*stack-traces\.test/s);
    app.synth();
  });
});

describe("Error.captureStackTrace", () => {
  const syntheses: Record<string, (stack: Stack) => void> = {
    "app.synth()": (stack) => stack.app.synth(),
    "Testing.synth": (stack) => void Testing.synth(stack),
    "a failed synthesis": (stack) => {
      stack.node.addValidation({ validate: () => ["wrong"] });
      expect(() => stack.app.synth()).toThrow("wrong");
    },
  };
  test.each(Object.keys(syntheses))("is the native one again after %s", (how) => {
    const stack = new Stack(testApp({ stackTraces: false }), "Main");
    expect(Error.captureStackTrace).not.toBe(native);
    syntheses[how]?.(stack);
    expect(Error.captureStackTrace).toBe(native);
  });
  test("stays that of others who replace it later", () => {
    const end = recordCreation(false);
    const ours = Error.captureStackTrace;
    const theirs: typeof ours = (target, caller) => ours(target, caller);
    Error.captureStackTrace = theirs;
    expect(traceOfToken()).toEqual([]);
    end();
    expect(Error.captureStackTrace).toBe(theirs);
    expect(traceOfToken()).not.toEqual([]);
    Error.captureStackTrace = native;
  });
});
