import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LiveMarker } from "../../../lib/cli/live/deploy-live";

const root = mkdtempSync(join(tmpdir(), "serverform-live-"));

afterAll(() => rmSync(root, { recursive: true }));

describe("LiveMarker", () => {
  test("remembers a debug stack until it is cleared", () => {
    const open = () => new LiveMarker({ project: { root }, stage: "dev" } as never);
    expect(open().exists).toBe(false);
    open().set();
    expect(open().exists).toBe(true);
    open().clear();
    expect(open().exists).toBe(false);
  });
});
