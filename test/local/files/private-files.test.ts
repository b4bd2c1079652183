import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { appendPrivate, closeFolder, writePrivate } from "../../../lib/local/files/private-files";
import { root } from "../../docs/documents";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));

describe("Files of the local server", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "serverform-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("are for their owner alone, including their folders", () => {
    const [file, log] = [join(folder, "a/b/file.json"), join(folder, "c/log")];
    writePrivate(file, "1");
    appendPrivate(log, "1\n");
    expect([file, log].map(modeOf)).toEqual(["600", "600"]);
    expect(["a", "a/b", "c"].map((each) => modeOf(join(folder, each)))).toEqual(["700", "700", "700"]);
  });

  test("are closed if a package has written them", () => {
    mkdirSync(join(folder, "rds/pg"), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, "rds/pg/base"), "", { mode: 0o644 });
    closeFolder(join(folder, "rds"));
    expect(["rds", "rds/pg", "rds/pg/base"].map((each) => modeOf(join(folder, each)))).toEqual([
      "700",
      "700",
      "600",
    ]);
  });

  /**
   * Types of databases are sources of the project, the copy of an empty database has no data, and temporary folders of programs are
   * their owner's.
   */
  const open = [
    "databases/types-writer.ts",
    "services/rds-data/databases/pglite-program.ts",
    "invoke/program-file.ts",
    "invoke/code/bundle-process.ts",
  ];
  test("are written with that mode wherever the server writes one", () => {
    const lib = join(root, "lib/local");
    const wrong = filesIn(lib)
      .filter((file) => file.endsWith(".ts") && !open.includes(relative(lib, file)))
      .flatMap((file) =>
        readFileSync(file, "utf8")
          .split("\n")
          .filter((line) =>
            /\b(?:writeFile|appendFile|writeFileSync|appendFileSync|createWriteStream)\(/.test(line),
          )
          .filter((line) => !/privateFile|0o600|\.gitignore/.test(line))
          .map((line) => `${relative(lib, file)}: ${line.trim()}`),
      );
    expect(wrong).toEqual([]);
  });
});
