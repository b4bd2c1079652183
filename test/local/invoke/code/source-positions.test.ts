import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { SourcePositions } from "../../../../lib/local/invoke/code/source-positions";
import { cpuMsOf } from "../../../support/cpu-time";
import { temporaryFolder } from "../../../support/stack";

/** Maps the first two columns of the first line to line 3 of `../src/a.ts`, from column 5 on. */
const map = JSON.stringify({ version: 3, sources: ["../src/a.ts"], names: [], mappings: "AAEI" });

function positions(maps: Readonly<Record<string, string>>, mapsFolder?: string) {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(maps)) {
    const file = join(path.startsWith("maps/") ? (mapsFolder ?? "") : folder, path.replace("maps/", ""));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const found = new SourcePositions({ folder, ...(mapsFolder !== undefined && { mapsFolder }) });
  return { folder, position: (line: string) => found.position(line.replaceAll("<folder>", folder)) };
}

test("a line of a stack has the position in the source, also from a URL", () => {
  const { position, folder } = positions({ "api/a.js.map": map });
  expect(position("    at run (<folder>/api/a.js:1:1)")).toBe("    at run (src/a.ts:3:5)");
  const url = pathToFileURL(join(folder, "api/a.js")).href;
  expect(position(`    at ${url}:1:1`)).toBe("    at src/a.ts:3:5");
});

test("each stack within JSON is also replaced, and no other text", () => {
  const { position, folder } = positions({ "api/a.js.map": map });
  expect(position('{"stack":["    at <folder>/api/a.js:1:1"]}')).toBe('{"stack":["    at src/a.ts:3:5"]}');
  expect(position('{"stack":"E\\n    at <folder>/api/a.js:1:1"}')).toBe(
    '{"stack":"E\\n    at src/a.ts:3:5"}',
  );
  expect(position("see <folder>/api/a.js:1:1")).toBe(`see ${folder}/api/a.js:1:1`);
});

test("maps that are not deployed count first, and a broken one does not count", () => {
  const mapsFolder = temporaryFolder();
  const other = map.replace("src/a.ts", "src/b.ts");
  expect(
    positions({ "api/a.js.map": map, "maps/api/a.js.map": other }, mapsFolder).position(
      "    at <folder>/api/a.js:1:1",
    ),
  ).toBe("    at src/b.ts:3:5");
  expect(
    positions({ "api/a.js.map": map, "maps/api/a.js.map": "{" }, mapsFolder).position(
      "    at <folder>/api/a.js:1:1",
    ),
  ).toBe("    at src/a.ts:3:5");
});

test.each(["<folder>/api/none.js:1:1", "<folder>-other/api/a.js:1:1", "/elsewhere/a.js:1:1", "node:fs:1:1"])(
  "a position that no map knows stays: %s",
  (place) => {
    const { position, folder } = positions({ "api/a.js.map": map });
    expect(position(`    at ${place}`)).toBe(`    at ${place.replace("<folder>", folder)}`);
  },
);

test("a map is read once", () => {
  const { position, folder } = positions({ "api/a.js.map": map });
  position("    at <folder>/api/a.js:1:1");
  writeFileSync(join(folder, "api/a.js.map"), "{");
  expect(position("    at <folder>/api/a.js:1:1")).toBe("    at src/a.ts:3:5");
});

test.each([
  ["slashes without end", `    at ${"/".repeat(100_000)}`],
  ["paths without end", `    at ${"/a:1".repeat(30_000)}`],
  ["a URL that is not a path", "    at x (file:///%252Fx:1:1) file:///%2Fx:1:1 file://host/x:1:1"],
])("%s stay unchanged, and take little time", (_name, line) => {
  const ms = cpuMsOf(() => expect(positions({}).position(line)).toBe(line));
  expect(ms).toBeLessThan(2000);
});

test.each([
  "file:///%2Fx:1:1",
  "file:///a%00b:1:1",
  "file:///%zz:1:1",
  "file:///%E0%A4%A:1:1",
  "file://host/a:1:1",
  `file:///${"%2F".repeat(10)}:1:1`,
])("an address that names no file stays: %s", (place) => {
  const { position } = positions({ "api/a.js.map": map });
  expect(position(`    at x (${place})`)).toBe(`    at x (${place})`);
  expect(position(`{"stack":"E\\n    at ${place}"}`)).toBe(`{"stack":"E\\n    at ${place}"}`);
});
