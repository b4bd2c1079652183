import { NearestTests } from "./nearest-tests";

const processes = "/** @group processes */\n";

const nearest = new NearestTests({
  "lib/kit/core/names/name.ts": "export function resourceName() {}",
  "lib/kit/core/short.ts": 'import { resourceName } from "./names/name";',
  "lib/runtime/live/socket.ts": "export class RelaySocket {}",
  "lib/runtime/node/table.ts": "export const Table = {};",
  "test/kit/core/names/name.test.ts": `${processes}import { resourceName } from "../../../lib/kit/core/names/name";`,
  "test/kit/core/limits.test.ts": "",
  "test/constructs/queue/queue.test.ts": 'import { resourceName } from "../../../lib/kit/core/names/name";',
  "test/constructs/topic/topic.test.ts": 'import { short } from "../../../lib/kit/core/short";',
  "test/runtime/live/frames.test.ts": 'import type { RelaySocket } from "../../../lib/runtime/live/socket";',
  "test/cli/live-client/loopback/examples.test.ts": processes,
  "test/examples/notes.test.ts": 'import { Table } from "serverform/node/table"; import "./gone";',
});

describe("NearestTests", () => {
  test("the test of the file and its importers come first, and all that start processes last", () => {
    const quick = ["test/constructs/queue/queue.test.ts", "test/constructs/topic/topic.test.ts"];
    expect(nearest.testsOf("lib/kit/core/names/name.ts", "all")).toEqual([
      ...quick,
      "test/kit/core/names/name.test.ts",
    ]);
    expect(nearest.testsOf("lib/kit/core/names/name.ts", "quick")).toEqual(quick);
  });

  test("a test that uses a name of the file is near, and one that runs it is far", () => {
    expect(nearest.testsOf("lib/runtime/live/socket.ts", "all").slice(0, 2)).toEqual([
      "test/runtime/live/frames.test.ts",
      "test/cli/live-client/loopback/examples.test.ts",
    ]);
  });

  test("of the tests that run a part of the library, those in the nearest folders come first, and 40 at most", () => {
    const far = Array.from({ length: 50 }, (_, index) => [`test/local/a/${index}.test.ts`, ""]);
    const sources = { "lib/local/services/sqs/queue.ts": "", ...Object.fromEntries(far) };
    const tests = new NearestTests({ ...sources, "test/local/services/sns/topic.test.ts": "" });
    const found = tests.testsOf("lib/local/services/sqs/queue.ts", "all");
    expect([found[0], found.length]).toEqual(["test/local/services/sns/topic.test.ts", 40]);
  });

  test("an import by the name of the package counts", () => {
    expect(nearest.testsOf("lib/runtime/node/table.ts", "quick")).toContain("test/examples/notes.test.ts");
  });
});
