import { type IResolvable, Lazy } from "cdktf";
import { setEnvironment } from "../support/environment";
import { testApp } from "../support/stack";

/** Where CDKTF says that a token was made. */
function traceOfToken(stackTraces?: boolean): readonly string[] {
  testApp({ stackTraces });
  return (Lazy.anyValue({ produce: () => 1 }) as IResolvable).creationStack;
}

describe("creation stack traces", () => {
  test("are off", () => {
    setEnvironment({ DEBUG: undefined });
    expect(traceOfToken()).toEqual([]);
  });
  test("are on when asked for, or with DEBUG", () => {
    expect(traceOfToken(true).join()).toContain("stack-traces.test");
    setEnvironment({ DEBUG: "1" });
    expect(traceOfToken().join()).toContain("stack-traces.test");
    expect(traceOfToken(false)).toEqual([]);
  });
  test("do not touch those of errors", () => {
    testApp({ stackTraces: false });
    expect(new Error("x").stack).toContain("stack-traces.test");
  });
});
