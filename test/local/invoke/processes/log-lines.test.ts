/** @group processes */

import { codeIn, engine, folderWith, handler, until } from "../support";

describe("The output of a function", () => {
  test("is reported line by line, with its stream and its request", async () => {
    const { call, events } = engine(
      handler(`console.log("one\\ntwo"); console.error("three"); process.stdout.write("no end")`),
    );
    const { requestId } = await call("fn");
    const base = { event: "log", function: "fn", requestId };
    await until(() => events.length >= 3);
    expect(events).toEqual(
      expect.arrayContaining([
        { ...base, stream: "stdout", line: "one" },
        { ...base, stream: "stdout", line: "two" },
        { ...base, stream: "stderr", line: "three" },
      ]),
    );
  });
  test.each([
    [
      "Node",
      {
        "index.js": `exports.handler = async () => {
      for (let i = 0; i < 50; i++) {
        console.log("out " + i);
        console.error("err " + i);
        process.stderr.write(Buffer.from("é " + i + "\\n"));
      }
      process.stdout.write("one ");
      process.stderr.write("two\\n");
      process.stdout.write("line\\n");
    };`,
      },
      {},
    ],
    [
      "Python",
      {
        "index.py": `import sys
def handler(event, context):
    for i in range(50):
        print("out %d" % i)
        print("err %d" % i, file=sys.stderr)
        sys.stderr.write("é %d\\n" % i)
    sys.stdout.write("one ")
    sys.stderr.write("two\\n")
    sys.stdout.write("line\\n")
`,
      },
      { runtime: "python3.12" },
    ],
  ])("keeps the order of stdout and stderr: %s", async (_, files, values) => {
    const { call, events } = engine(files, { fn: { ...values, handler: "index.handler" } });
    await call("fn");
    const lines = events.flatMap((event) => (event.event === "log" ? [[event.stream, event.line]] : []));
    const expected = Array.from({ length: 50 }, (_each, i) => [
      ["stdout", `out ${i}`],
      ["stderr", `err ${i}`],
      ["stderr", `é ${i}`],
    ]);
    expect(lines).toEqual([...expected.flat(), ["stderr", "two"], ["stdout", "one line"]]);
  });
  test("of child processes is reported, too", async () => {
    const { call, events } = engine(
      handler(`require("node:child_process").execSync("echo out; echo err >&2", { stdio: "inherit" })`),
    );
    await call("fn");
    await until(() => events.length >= 2);
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ stream: "stdout", line: "out" }),
        expect.objectContaining({ stream: "stderr", line: "err" }),
      ]),
    );
  });
  test("is reported before the result", async () => {
    const { call, logs } = engine(handler(`for (let i = 0; i < 100; i++) console.log(i); return 1`));
    await call("fn");
    expect(logs()).toEqual(Array.from({ length: 100 }, (_, index) => String(index)));
  });
  test("while its code is loaded belongs to no request", async () => {
    const { call, events } = engine({ "index.js": `console.log("start"); exports.handler = async () => 1;` });
    await call("fn");
    expect(events).toEqual([
      { event: "log", function: "fn", requestId: undefined, stream: "stdout", line: "start" },
    ]);
  });
  test("has its stack lines mapped to the source", async () => {
    const code = {
      ...codeIn(folderWith(handler(`console.error(new Error("noted"))`))),
      position: (line: string) => (line.includes("index.js") ? "    at mapped" : line),
    };
    const { call, logs } = engine({}, { fn: {} }, { code });
    await call("fn");
    expect(logs().slice(0, 2)).toEqual(["Error: noted", "    at mapped"]);
  });
  test("is cut off after 4 MB in one request, with one warning", async () => {
    const { call, events, logs } = engine(
      handler(`const text = "x".repeat(1023) + "\\n";
        for (let i = 0; i < event.kilobytes; i++) process.stdout.write(text);
        return "done"`),
      { fn: {}, other: {} },
    );
    const flood = call("fn", { kilobytes: 40_000 });
    expect(await call("other", { kilobytes: 0 })).toMatchObject({ answer: "done" });
    expect(await flood).toMatchObject({ status: "ok", answer: "done" });
    expect(logs().length).toBeLessThan(4_200);
    expect(events.filter(({ event }) => event === "warning")).toEqual([
      { event: "warning", text: "fn has written more than 4 MB for one request; the rest is not shown." },
    ]);
    await call("fn", { kilobytes: 1 });
    expect(logs().length).toBeLessThan(4_200);
  });
  test("in one endless line is split into lines of limited length", async () => {
    const { call, logs } = engine(handler(`process.stdout.write("x".repeat(300_000) + "\\n")`));
    await call("fn");
    expect(logs().length).toBeGreaterThan(1);
    expect(Math.max(...logs().map((line) => line.length))).toBe(64 * 1024);
  });
});
