import { PassThrough } from "node:stream";
import { Terminal } from "../../../lib/cli";
import type { TerminalOptions, TerminalStreams } from "../../../lib/cli/ui/terminal";

function open(
  isTTY: boolean,
  options: TerminalOptions = {},
  environment: NodeJS.ProcessEnv = {},
): [Terminal, () => string] {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 40 });
  const streams = { input: stream, output: stream, errors: stream } as unknown as TerminalStreams;
  return [new Terminal(options, streams, environment), () => String(stream.read() ?? "")];
}

describe("Terminal", () => {
  test.each([
    [true, {}, {}, true],
    [true, { color: false }, {}, false],
    [true, {}, { NO_COLOR: "1" }, false],
    [true, {}, { TERM: "dumb" }, false],
    [true, {}, { CLAUDECODE: "1" }, false],
    [true, {}, { AI_AGENT: "one" }, false],
    [true, {}, { AI_AGENT: "" }, true],
    [false, {}, { CI: "true" }, false],
    [false, { color: true }, {}, false],
    [false, {}, { FORCE_COLOR: "1" }, true],
    [false, {}, { FORCE_COLOR: "" }, true],
    [true, {}, { FORCE_COLOR: "0" }, false],
    [true, {}, { FORCE_COLOR: "false" }, false],
    [false, { color: false }, { FORCE_COLOR: "1" }, false],
    [false, {}, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])(
    "with a terminal: %s, options %j and environment %j colours: %s",
    (isTTY, options, environment, colored) => {
      expect(open(isTTY, options, environment)[0].colored).toBe(colored);
    },
  );

  test("does not ask if a coding agent runs the command at a terminal", async () => {
    const [terminal, written] = open(true, {}, { CURSOR_AGENT: "1" });
    expect(terminal.interactive).toBe(false);
    await expect(terminal.confirm("Sure?")).rejects.toThrow("Nobody is here to answer: Sure?");
    expect(written()).toBe("");
  });

  test("has no status line without a terminal", () => {
    const [terminal, written] = open(false);
    terminal.status("working");
    terminal.print("done");
    expect(written()).toBe("done\n");
  });

  test.each(["print", "warn", "error", "status"] as const)(
    "%s lets colours pass and nothing else",
    (method) => {
      const [terminal, written] = open(true);
      terminal[method]("\u001b]52;c;cm0=\u0007 \u009b2J \u001b[2J");
      if (method === "status") terminal.status("\u001b]52;c;cm0=\u0007");
      const text = written();
      expect(text).toContain("\\x1b]52;c;cm0=\\x07");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(text).not.toMatch(/\u001b(?!\[[0-9;]*m|\[2K)|\u0007|\u009b/);
      terminal.status(undefined);
    },
  );

  test("a terminal gets data without control characters, and a program gets it unchanged", () => {
    const shown = (isTTY: boolean): string => {
      const [terminal, written] = open(isTTY);
      terminal.data("\u001b[2J");
      return written();
    };
    expect(shown(true)).toBe("\\x1b[2J\n");
    expect(shown(false)).toBe("\u001b[2J\n");
  });

  test("holds output back while a question is open", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const streams = { input, output, errors: output } as unknown as TerminalStreams;
    const terminal = new Terminal({ color: false }, streams, {});
    const answer = terminal.confirm("Sure?");
    const question = String(output.read());
    terminal.status("working");
    terminal.print("one");
    terminal.error("two");
    expect(question).toContain("Sure? (yes/no)");
    expect(output.read()).toBeNull();
    input.write("y\n");
    expect(await answer).toBe(true);
    terminal.status(undefined);
    expect(String(output.read())).toContain("one\ntwo\n");
  });

  test("prints above the status line, cuts it to the width, and removes it", () => {
    const [terminal, written] = open(true, { color: false });
    terminal.status("x".repeat(50));
    terminal.print("done");
    terminal.status(undefined);
    const clear = "\r\u001b[2K";
    const line = `${clear}⠋ ${"x".repeat(35)}…`;
    expect(written()).toBe(`${clear}${line}${clear}done\n${line}${clear}`.slice(clear.length));
  });
});
