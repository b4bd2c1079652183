import os from "node:os";
import { withoutCollecting } from "../../../../lib/bundle/node/esbuild/esbuild";
import { setEnvironment } from "../../../support/environment";

describe("The process of esbuild", () => {
  const set = () => ({ GOGC: process.env.GOGC, GOMEMLIMIT: process.env.GOMEMLIMIT });
  const none = { GOGC: undefined, GOMEMLIMIT: undefined };
  const gibibytes = (count: number) => jest.spyOn(os, "totalmem").mockReturnValue(count * 1024 ** 3);
  afterEach(() => jest.restoreAllMocks());

  test("collects no garbage up to a limit; processes that are started later do", () => {
    gibibytes(4);
    setEnvironment(none);
    expect(withoutCollecting(set)).toEqual({ GOGC: "off", GOMEMLIMIT: "1GiB" });
    const failing = () => {
      throw new Error("a build fails");
    };
    expect(() => withoutCollecting(failing)).toThrow("a build fails");
    expect(set()).toEqual(none);
  });

  test("collects it on a small machine", () => {
    gibibytes(3.9);
    setEnvironment(none);
    expect(withoutCollecting(set)).toEqual(none);
  });

  test.each([{ GOGC: "50" }, { GOMEMLIMIT: "64MiB" }])("keeps settings of the caller: %j", (own) => {
    gibibytes(4);
    setEnvironment({ ...none, ...own });
    expect(withoutCollecting(set)).toEqual({ ...none, ...own });
    expect(set()).toEqual({ ...none, ...own });
  });
});
