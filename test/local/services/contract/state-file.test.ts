import fs from "node:fs";
import path from "node:path";
import { NotWritten } from "../../../../lib/local/services/contract/data-folder";
import { StateFile } from "../../../../lib/local/services/contract/state-file";
import { temporaryFolder } from "../../../support/stack";

interface Content {
  readonly total: number;
}

let folder: string;
const file = () => path.join(folder, "sqs", "jobs.json");
const text = () => fs.readFileSync(file(), "utf8");
const open = () => new StateFile<Content, { readonly added: number | string }>(folder, "sqs", "jobs");
const write = (given: string) => {
  fs.mkdirSync(path.dirname(file()), { recursive: true });
  fs.writeFileSync(file(), given);
};
type State = ReturnType<typeof open>;
const saved = async (state: State, total: number, added?: number | string): Promise<void> => {
  state.save(() => ({ total }), added === undefined ? undefined : () => ({ added }));
  await state.settled();
};
const readAll = () => {
  const state = open();
  return [state.read(), state.changes];
};

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe("the file of a state", () => {
  test("begins with the state, and gets a line for each change, which only its owner may read", async () => {
    const state = open();
    for (const added of [1, 2, 3]) await saved(state, added, added);
    expect(text()).toBe('{"version":1,"total":1}\n{"added":2}\n{"added":3}\n');
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
    expect(readAll()).toEqual([{ version: 1, total: 1 }, [{ added: 2 }, { added: 3 }]]);
  });

  test("is written again when the changes outgrow it, and when a change has no line", async () => {
    const state = open();
    await saved(state, 1, "");
    await saved(state, 2, "x".repeat(40_000));
    await saved(state, 3, "x".repeat(40_000));
    expect(text()).toBe('{"version":1,"total":3}\n');
    await saved(state, 4, "");
    await saved(state, 5);
    expect(text()).toBe('{"version":1,"total":5}\n');
  });

  test.each([
    ["a file of an earlier run", '{"version":1,"total":1}\n', []],
    ["a change of which half is written", '{"version":1,"total":1}\n{"added":2}\n{"add', [{ added: 2 }]],
  ])("is read: %s", async (_, given, changes) => {
    write(given);
    expect(readAll()).toEqual([{ version: 1, total: 1 }, changes]);
    await saved(open(), 3, 1);
    expect(text()).toBe('{"version":1,"total":3}\n');
  });

  test.each(["{", '{"version":1,"total":1}\n{"add\n{"added":2}\n'])(
    "is renamed if it is broken: %j",
    (given) => {
      write(given);
      expect(readAll()).toEqual([undefined, []]);
      expect(fs.readFileSync(`${file()}.unreadable`, "utf8")).toBe(given);
    },
  );

  test("is written as a whole after a change that could not be written", async () => {
    const state = open();
    await saved(state, 1, 1);
    const half = jest.spyOn(fs, "writeFileSync").mockImplementation((name) => {
      half.mockRestore();
      fs.appendFileSync(name as string, '{"ad');
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    });
    await expect(saved(state, 2, 2)).rejects.toThrow(NotWritten);
    await saved(state, 3, 3);
    expect(text()).toBe('{"version":1,"total":3}\n');
  });
});
