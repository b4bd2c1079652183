/**
 * A program for `node --require`: it makes the command line believe that it has a terminal, and answers its questions with
 * FIXTURE_ANSWER. It presses Enter on request.
 */
export const terminalUser = `
  const input = Object.assign(new (require("node:stream").PassThrough)(), { isTTY: true });
  Object.defineProperty(process, "stdin", { value: input });
  const { stdout } = process;
  stdout.isTTY = true;
  const write = stdout.write;
  stdout.write = (text, ...rest) => {
    // The progress line is drawn anew all the time.
    if (String(text).startsWith("\\r\\u001b[2K")) return true;
    if (String(text).includes("(yes/no)")) setImmediate(() => input.write(process.env.FIXTURE_ANSWER + "\\n"));
    if (String(text).includes("Press Enter")) setImmediate(() => input.write("\\n"));
    return write.call(stdout, text, ...rest);
  };`;
