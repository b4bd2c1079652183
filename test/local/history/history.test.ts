import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockFolder } from "../../../lib/bundle";
import { currentCauses, type Fact, factText, History, Local, withCauses } from "../../../lib/local";
import { causesOf } from "../../../lib/local/history/causes";
import { maxTextLength } from "../../../lib/local/history/fact-text";
import { KeptFacts } from "../../../lib/local/history/kept-facts";
import { findTrace, findTraces } from "../../../lib/local/history/query";
import { accessKeys } from "../../support/access-keys";

const warn = (history: History, text: string, causes?: readonly string[]) =>
  history.record("warning", { text }, causes);

/** Options of a server that gets no further than to its data. */
const unservedOptions = {
  accessKeys,
  bundlesFile: undefined,
  host: "127.0.0.1",
  port: 0,
  endpoints: new Map<string, string>(),
  inspectPort: undefined,
  runsSchedules: false,
  watch: false,
  report: () => {},
};

/** A request for a file of a site. */
const load = (history: History, path: string, status = 200) => {
  const request = { api: "Web", method: "GET", path, requestId: path, isOfSite: true } as const;
  history.end(history.begin("request", request), { status });
};

const textsOf = (facts: readonly Fact[]) =>
  facts.map((fact) => (fact.kind === "warning" ? fact.text : fact.kind));

describe("the history", () => {
  test("keeps the newest facts, and counts those that it has forgotten", () => {
    const history = new History({ maxFacts: 3 });
    for (const text of ["1", "2", "3", "4", "5"]) warn(history, text);
    expect(textsOf(history.all)).toEqual(["3", "4", "5"]);
    expect(history.forgottenCount).toBe(2);
  });

  test("keeps requests to sites apart, so that the files of a page displace nothing else", () => {
    const history = new History();
    warn(history, "first");
    for (let each = 0; each < 10_000; each += 1) load(history, `/${each}`);
    warn(history, "last");
    const { all } = history;
    expect(all).toHaveLength(1002);
    expect(textsOf(all).filter((each) => each !== "request")).toEqual(["first", "last"]);
    const oldest = all.find(({ kind }) => kind === "request");
    expect(oldest).toMatchObject({ path: "/9000", status: 200 });
    expect(history.find(String(oldest?.id))).toBe(oldest);
    expect(history.forgottenCount).toBe(9000);
    history.clear();
    expect(history.all).toEqual([]);
  });

  test("forgets the oldest facts when their texts are too long together", () => {
    const history = new History({ maxTextLength: 250 });
    const body = factText("a".repeat(100));
    for (const target of ["a", "b", "c"]) history.begin("delivery", { source: "s", target, body });
    expect(history.all.map((fact) => fact.kind === "delivery" && fact.target)).toEqual(["b", "c"]);
  });

  test("a body of 10 MB is cut, and says how long it was", () => {
    const cut = factText("é".repeat(10 * 1024 * 1024));
    expect(cut.text).toBe("é".repeat(maxTextLength));
    expect(cut.length).toBe(10 * 1024 * 1024);
    expect(factText(Buffer.from([1, 0, 2]))).toEqual({ text: "", length: 3 });
  });

  test("facts within another fact are caused by it, also after a pause", async () => {
    const history = new History();
    const fact = history.begin("delivery", { source: "topic", target: "queue", body: factText("hi") });
    await withCauses([fact.id], async () => {
      await new Promise((done) => setImmediate(done));
      warn(history, "inside");
    });
    warn(history, "outside");
    const [, inside, outside] = history.all;
    expect(inside?.causes).toEqual([fact.id]);
    expect(outside?.causes).toEqual([]);
    expect(currentCauses()).toEqual([]);
  });

  test("a batch has the causes of all of its records, each once", () => {
    expect(causesOf([{ causes: ["a"] }, {}, { causes: ["b", "a"] }])).toEqual(["a", "b"]);
  });

  test("a listener gets a fact when it begins and when it ends, until it leaves", () => {
    const history = new History();
    const got: (boolean | undefined)[] = [];
    const leave = history.listen(({ isOpen }) => got.push(isOpen));
    const fact = history.begin("delivery", { source: "topic", target: "queue", body: factText("hi") });
    history.end(fact, {});
    leave();
    warn(history, "later");
    expect(got).toEqual([true, undefined]);
  });

  test("a decision of the policies belongs to the call that needs it", () => {
    const history = new History();
    const fact = history.begin("delivery", { source: "topic", target: "queue", body: factText("hi") });
    const verdict = { action: "sqs:SendMessage", resource: "arn:aws:sqs:eu-west-1:1:queue", allowed: true };
    withCauses([fact.id], () => history.addVerdict(() => verdict));
    history.addVerdict(() => verdict);
    expect(history.find(fact.id)?.verdicts).toEqual([verdict]);
  });
});

describe("traces of the history", () => {
  const example = () => {
    const history = new History();
    history.record("warning", { text: "first" }, [], "1");
    history.record("mail", { medium: "EMAIL", to: "ada@example.com", text: "Hi" }, [], "2");
    history.record("warning", { text: "both" }, ["1", "2"], "3");
    history.record("warning", { text: "last" }, ["3"], "4");
    return history;
  };

  test("each has its first cause and all effects, once", () => {
    const { traces } = findTraces(example());
    expect(traces.map(({ facts }) => facts.map(({ id }) => id))).toEqual([
      ["2", "3", "4"],
      ["1", "3", "4"],
    ]);
    expect(findTrace(example(), "4")?.facts.map(({ id }) => id)).toEqual(["1", "3", "4"]);
    expect(findTrace(example(), "5")).toBeUndefined();
  });

  test("are selected by kind, text and failure, in pages", () => {
    expect(findTraces(example(), { kinds: ["mail"] }).traces.map(({ root }) => root.id)).toEqual(["2"]);
    expect(findTraces(example(), { text: "ADA@" }).traces.map(({ root }) => root.id)).toEqual(["2"]);
    const page = findTraces(example(), { limit: 1, failed: true });
    expect(page.traces.map(({ root }) => root.id)).toEqual(["2"]);
    const next = findTraces(example(), { limit: 1, before: page.next ?? "" });
    expect(next.traces.map(({ root }) => root.id)).toEqual(["1"]);
    expect(next.next).toBeUndefined();
  });

  test("a chain of 10,000 causes is one trace", () => {
    const history = new History();
    for (let each = 0; each < 10_000; each += 1)
      history.record("warning", { text: "again" }, each === 0 ? [] : [String(each - 1)], String(each));
    expect(findTrace(history, "9999")?.facts).toHaveLength(10_000);
  });
});

describe("a history in a data folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "serverform-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const fail = (reason: string): never => {
    throw new Error(reason);
  };
  const start = (maxFacts?: number) => {
    const kept = new KeptFacts(folder, fail);
    const history = new History({ kept, ...(maxFacts !== undefined && { maxFacts }) });
    history.restore();
    return history;
  };
  const file = () => join(folder, "history/facts.jsonl");

  test("the next run has the facts of the last one, up to the limit", async () => {
    const first = start();
    for (const text of ["1", "2", "3"]) warn(first, text);
    await first.stop();
    const second = start(2);
    expect(textsOf(second.all)).toEqual(["2", "3"]);
    warn(second, "4");
    await second.stop();
    expect(textsOf(start().all)).toEqual(["1", "2", "3", "4"]);
  });

  test("the files of a site are not kept, unless they failed", async () => {
    const first = start();
    load(first, "/main.js");
    load(first, "/missing.js", 404);
    await first.stop();
    expect(start().all).toMatchObject([{ path: "/missing.js", status: 404 }]);
  });

  test("a file that has grown is shortened at the start", async () => {
    const first = start();
    for (let each = 0; each < 5; each += 1) warn(first, String(each));
    await first.stop();
    start(2);
    expect(readFileSync(file(), "utf8").trimEnd().split("\n")).toHaveLength(3);
  });

  test("the file of another version is set aside, and a broken line left out", async () => {
    const first = start();
    warn(first, "1");
    await first.stop();
    writeFileSync(file(), `${readFileSync(file(), "utf8")}{"id":1\n`);
    expect(textsOf(start().all)).toEqual(["1"]);
    writeFileSync(file(), '{"serverform":"history","version":2}\n{}\n');
    expect(start().all).toEqual([]);
    expect(readdirSync(join(folder, "history"))).toEqual(["facts.jsonl.unreadable"]);
  });

  test("a server that does not get the folder leaves it alone", async () => {
    const other = '{"serverform":"history","version":2}\n';
    mkdirSync(join(folder, "history"), { recursive: true });
    writeFileSync(file(), other);
    const unlock = lockFolder(folder, "serverform.lock");
    const options = { ...unservedOptions, from: folder, folder: join(folder, "server"), dataFolder: folder };
    await expect(Local.start(options)).rejects.toThrow("local-data-in-use");
    expect(readdirSync(join(folder, "history"))).toEqual(["facts.jsonl"]);
    unlock?.();
    // Now it reads the file, before it finds no app.
    await expect(Local.start(options)).rejects.toThrow("local-folder-empty");
    expect(readdirSync(join(folder, "history"))).toEqual(["facts.jsonl.unreadable"]);
  });
});
