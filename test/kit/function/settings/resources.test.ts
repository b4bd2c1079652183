import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { testStack } from "../../../support/stack";

const create = (props: object) => () =>
  new Function(testStack(), "Get", { handler: "functions/notes.get", ...props } as FunctionProps);

describe("the numbers of a function", () => {
  test.each([
    { timeout: 1 },
    { timeout: "15 minutes" },
    { memorySize: 128 },
    { memorySize: "10 GB" },
    { diskSize: 512 },
    { diskSize: "10240 MB" },
  ])("may be %j", (props) => {
    expect(create(props)).not.toThrow();
  });
  test.each<[object, RegExp]>([
    [{ timeout: 0 }, /Get: timeout is 0, outside 1 to 900 seconds\.\n.*within 1 to 900 seconds/],
    [{ timeout: 901 }, /Get: timeout is 901, outside 1 to 900 seconds/],
    [{ timeout: "16 minutes" }, /Get: timeout is "16 minutes", outside 1 to 900 seconds/],
    [{ timeout: 1.5 }, /Get: timeout is 1\.5/],
    [{ timeout: Number.NaN }, /Get: timeout is NaN/],
    [{ timeout: "soon" }, /Get: timeout is "soon", which is not a duration\.\n.*"30 seconds"/],
    [{ memorySize: 127 }, /Get: memorySize is 127, outside 128 to 10240 MB/],
    [{ memorySize: "11 GB" }, /Get: memorySize is "11 GB", outside 128 to 10240 MB/],
    [{ memorySize: "1 TB" }, /Get: memorySize is "1 TB", which is not a size\.\n.*"1 GB"/],
    [{ diskSize: 511 }, /Get: diskSize is 511, outside 512 to 10240 MB/],
    [{ diskSize: 10_241 }, /Get: diskSize is 10241/],
  ])("may not be %j", (props, message) => {
    expect(create(props)).toThrow(message);
  });
});
