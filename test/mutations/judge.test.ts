import { judge, type Trial } from "./judge";
import type { Failure } from "./verdict";

const failure: Failure = { test: "a queue retries", isTimeOut: false };
const timeOut: Failure = { test: "a queue retries", isTimeOut: true };
const noticed = { kind: "noticed", file: "queue", test: "a queue retries" };

/** Answers runs with the change and runs without it from these lists; a list's last answer stays. */
function trial(
  changed: readonly (readonly Failure[])[],
  unchanged: readonly (readonly Failure[])[] = [[]],
  isUnsteady = false,
) {
  const ran: string[] = [];
  const answers = { changed: [...changed], unchanged: [...unchanged] };
  let state: "changed" | "unchanged" = "unchanged";
  const next = () => {
    const list = answers[state];
    return (list.length > 1 ? list.shift() : list[0]) ?? [];
  };
  const made: Trial = {
    run: async (file) => {
      ran.push(`${file} ${state}`);
      return next();
    },
    change: () => {
      state = "changed";
    },
    restore: () => {
      state = "unchanged";
    },
    isUnsteady: () => isUnsteady,
  };
  return { ran, made, state: () => state };
}

describe("judge", () => {
  test("a failure that is missing without the change notices it, and no other test runs then", async () => {
    const { ran, made } = trial([[failure]]);
    expect(await judge(["queue", "topic"], made)).toEqual(noticed);
    expect(ran).toEqual(["queue changed", "queue unchanged"]);
  });

  test("a test that fails without the change too notices nothing", async () => {
    const { made } = trial([[failure]], [[failure]]);
    expect(await judge(["queue"], made)).toEqual({ kind: "survived" });
  });

  test("the files after one that notices nothing run", async () => {
    const { ran, made } = trial([[], [{ ...failure, test: "a topic fans out" }]]);
    expect(await judge(["queue", "topic"], made)).toEqual({
      kind: "noticed",
      file: "topic",
      test: "a topic fans out",
    });
    expect(ran).toEqual(["queue changed", "topic changed", "topic unchanged"]);
  });

  test("a timeout notices the change if it comes twice and the test ends without the change", async () => {
    const { ran, made } = trial([[timeOut]]);
    expect(await judge(["queue"], made)).toEqual(noticed);
    expect(ran).toEqual(["queue changed", "queue unchanged", "queue changed"]);
  });

  test.each([
    ["comes once", [[timeOut], []], [[]]],
    ["comes without the change too", [[timeOut]], [[timeOut]]],
  ])("a timeout that %s notices nothing", async (_, changed, unchanged) => {
    const { made } = trial(changed, unchanged);
    expect(await judge(["queue"], made)).toEqual({ kind: "timed out", file: "queue" });
  });

  test("a failure of an unsteady file counts if it comes twice", async () => {
    expect(await judge(["queue"], trial([[failure]], [[]], true).made)).toEqual(noticed);
    expect(await judge(["queue"], trial([[failure], []], [[]], true).made)).toEqual({ kind: "survived" });
  });

  test("the source is restored, also after a run that throws", async () => {
    const { made, state } = trial([[]]);
    const failing = { ...made, run: () => Promise.reject(new Error("no jest")) };
    await expect(judge(["queue"], failing)).rejects.toThrow("no jest");
    expect(state()).toBe("unchanged");
  });
});
