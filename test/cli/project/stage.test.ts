import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { type Project, Terminal } from "../../../lib/cli";
import { decideStage, stageFromName } from "../../../lib/cli/project/stage";
import { Interrupted } from "../../../lib/cli/ui/interrupt";
import type { TerminalStreams } from "../../../lib/cli/ui/terminal";
import { cleanUp, temporaryFolder } from "../support/cli";

afterAll(cleanUp);

const project = (): Project => ({
  root: temporaryFolder(),
  app: "node main.js",
  output: "cdktf.out",
  context: undefined,
  localModules: [],
});

/** A terminal that answers each question with one of these lines. */
function terminalWith(...answers: string[]): { terminal: Terminal; shown: () => string } {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = "";
  output.on("data", (data: Buffer) => {
    const text = data.toString();
    shown += text;
    if (!text.includes("? ") && !text.includes(": ")) return;
    const answer = answers.shift();
    setImmediate(() => (answer === undefined ? input.end() : input.write(`${answer}\n`)));
  });
  const streams = { input, output, errors: output } as unknown as TerminalStreams;
  return { terminal: new Terminal({}, streams, { NO_COLOR: "1" }), shown: () => shown };
}

describe("decideStage", () => {
  test("asks until the answer is a valid stage, and saves it", async () => {
    const { terminal, shown } = terminalWith("1st", "blue");
    const at = project();
    const suggest = async (): Promise<string> => "mary.poppins";
    expect(await decideStage(at, terminal, { command: "deploy", suggest })).toBe("blue");
    expect(shown()).toContain("(mary-poppins)");
    expect(shown()).toContain("A stage starts with a letter");
    expect(readFileSync(join(at.root, ".serverform/stage"), "utf8")).toBe("blue\n");
    expect(await decideStage(at, terminal, { command: "deploy", suggest })).toBe("blue");
  });

  test("uses the suggestion if the answer is empty", async () => {
    const { terminal } = terminalWith("");
    expect(await decideStage(project(), terminal, { command: "deploy", suggest: async () => "mary" })).toBe(
      "mary",
    );
  });

  test("stops and saves nothing if the question is cancelled", async () => {
    const { terminal } = terminalWith();
    const at = project();
    const answer = decideStage(at, terminal, { command: "deploy", suggest: async () => "mary" });
    await expect(answer).rejects.toThrow(Interrupted);
    expect(existsSync(join(at.root, ".serverform"))).toBe(false);
  });

  test("uses the stage of cdktf.json instead of asking", async () => {
    const { terminal } = terminalWith();
    const at = { ...project(), context: { serverform: { stage: "main" } } };
    expect(await decideStage(at, terminal, { command: "deploy", suggest: async () => "mary" })).toBe("main");
  });
});

describe("stageFromName", () => {
  test.each([
    ["mary.poppins@example.com", "mary-poppins-example-com"],
    ["1mary", "mary"],
    ["_x", "x"],
    ["42", "dev"],
  ])("makes %s into %s", (name, stage) => {
    expect(stageFromName(name)).toBe(stage);
  });
});
