import { PassThrough } from "node:stream";
import { readLines } from "../../../../lib/local/invoke/processes/log-lines";
import { until } from "../../../support/until";

/** The maximum number of characters of one line. */
const most = 64 * 1024;

async function linesOf(text: string): Promise<readonly string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  let isOver = false;
  stream.on("end", () => {
    isOver = true;
  });
  readLines({
    stream,
    name: "stdout",
    budget: { bytes: 0 },
    line: (_stream, line) => lines.push(line),
    tooMuch: () => {},
  });
  stream.end(text);
  await until(() => isOver);
  return lines;
}

describe("A line of output", () => {
  test.each([
    ["as long as a line may be", most, most],
    ["longer", most + 1, most],
    ["much longer", 3 * most, most],
  ])("that is %s keeps its beginning", async (_what, length, kept) => {
    const line = `begin${"x".repeat(length - 5)}`;
    expect(await linesOf(`${line}\nnext\n`)).toEqual([line.slice(0, kept), "next"]);
  });
});
