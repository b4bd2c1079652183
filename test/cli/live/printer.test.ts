import { PassThrough } from "node:stream";
import { LivePrinter } from "../../../lib/cli/live/printer";
import { Terminal } from "../../../lib/cli/ui/terminal";
import type { LiveEvent } from "../../../lib/live/report";

const link = { event: "link", state: "live", text: "The functions run on this machine." } as LiveEvent;

function printed(json: boolean, ...events: readonly LiveEvent[]): string {
  const output = new PassThrough();
  const streams = { input: new PassThrough(), output, errors: new PassThrough() } as never;
  const printer = new LivePrinter(new Terminal({ color: false }, streams, {}), json);
  for (const event of events) printer.report(event);
  printer.flush();
  return String(output.read() ?? "");
}

describe("LivePrinter", () => {
  test("prints a line for people", () => {
    expect(printed(false, link)).toBe("The functions run on this machine.\n");
  });

  test("prints one JSON object per event", () => {
    expect(printed(true, link, link)).toBe(`${JSON.stringify(link)}\n`.repeat(2));
  });
});
