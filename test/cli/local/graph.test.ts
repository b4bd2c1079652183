import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawGraph } from "../../../lib/cli/local/graph";
import { expectOutputOf } from "../../support/output-schema";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "serverform-"));
  mkdirSync(join(folder, "out"));
  const queue = { Work: { name: "work" } };
  writeFileSync(join(folder, "out/main.tf.json"), JSON.stringify({ resource: { aws_sqs_queue: queue } }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("serverform graph", () => {
  test.each([
    ["mermaid", "flowchart LR\n"],
    ["svg", "<svg xmlns="],
  ])("writes %s of existing Terraform JSON", async (format, beginning) => {
    const out = join(folder, "pictures", "app.txt");
    await drawGraph({ from: join(folder, "out"), format, out });
    const picture = readFileSync(out, "utf8");
    expect(picture.slice(0, beginning.length)).toBe(beginning);
    expect(picture).toContain("queue");
  });

  test("gives nodes and edges to a program, which is not a format of pictures", async () => {
    const [from, out] = [join(folder, "out"), join(folder, "map.json")];
    await drawGraph({ from, out, json: true });
    const map = readFileSync(out, "utf8");
    expectOutputOf("graph", map);
    expect(JSON.parse(map).nodes).toEqual([expect.objectContaining({ kind: "queue" })]);
    await expect(drawGraph({ from, json: true, format: "svg" })).rejects.toThrow(/--json.*--format/s);
  });

  test("knows its formats", async () => {
    await expect(drawGraph({ from: join(folder, "out"), format: "png" })).rejects.toThrow(
      /--format.*"png"[\s\S]*mermaid[\s\S]*svg/,
    );
  });
});
