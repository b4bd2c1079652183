import { until } from "../../support/until";
import { pass, TestStage } from "./support";

describe("The deployed code answers", () => {
  test("without a client", async () => {
    const stage = new TestStage();
    expect(await stage.invoke(stage.wrapper(), "one", 1)).toBe("deployed");
  });

  test("at once after the client has ended", async () => {
    const stage = new TestStage();
    const client = stage.client();
    await client.start();
    await client.stop();
    expect(stage.table.leases).toEqual([]);
    expect(await stage.invoke(stage.wrapper(), "one", 1)).toBe("deployed");
    expect(stage.states).toEqual(["live", "ended"]);
  });

  test("15 seconds after a client has vanished, and not sooner", async () => {
    const stage = new TestStage();
    await stage.client().start();
    stage.table.isReachable = false;
    stage.clock.advance(14_999);
    expect(stage.lease()).toBeDefined();
    stage.clock.advance(1);
    expect(stage.lease()).toBeUndefined();
  });

  test("while the network of the client is gone for five minutes, and the client does afterwards", async () => {
    const stage = new TestStage();
    await stage.client().start();
    const wrapper = stage.wrapper();
    stage.relay.isReachable = false;
    stage.table.isReachable = false;
    stage.relay.breakAll();
    await pass(stage, 300);
    expect(await stage.invoke(wrapper, "one", 1)).toBe("deployed");
    stage.relay.isReachable = true;
    stage.table.isReachable = true;
    await pass(stage, 10);
    await until(() => stage.lease() !== undefined);
    expect(await stage.invoke(wrapper, "two", 2)).toBe(2);
  });

  test("an invocation whose client vanishes while it runs", async () => {
    const stage = new TestStage();
    let runs = 0;
    await stage
      .client(() => {
        runs += 1;
        return new Promise(() => {});
      })
      .start();
    const invoked = stage.invoke(stage.wrapper(), "one", 1);
    await until(() => runs === 1);
    stage.relay.isReachable = false;
    stage.table.isReachable = false;
    stage.relay.breakAll();
    await pass(stage, 20);
    expect(await invoked).toBe("deployed");
  });
});

describe("A second client", () => {
  test("of the whole stage replaces the first, which is notified and ends", async () => {
    const stage = new TestStage();
    const first = stage.client(() => "first");
    await first.start();
    await stage.client(() => "second", { owner: "eva@desk" }).start();
    await first.replaced;
    expect(await stage.invoke(stage.wrapper(), "one", 1)).toBe("second");
    const texts = stage.events.map((each) => ("text" in each ? each.text : ""));
    expect(texts).toContain("This client replaces that of ana@laptop, which gets a notice.");
    expect(texts.join()).toContain("The client of eva@desk has replaced this one.");
  });

  test("for some functions has those, and the first keeps the others", async () => {
    const stage = new TestStage();
    await stage.client(() => "first").start();
    await stage.client(() => "second", { only: ["*/Get"], owner: "eva@desk" }).start();
    await pass(stage, 10);
    expect(await stage.invoke(stage.wrapper(), "one", 1)).toBe("second");
    expect(stage.lease("dev-notes-Main/Put")?.owner).toBe("ana@laptop");
    expect(stage.states).toEqual(["live", "live"]);
  });

  test("takes over from one that has crashed, without naming it", async () => {
    const stage = new TestStage();
    await stage.client().start();
    stage.table.isReachable = false;
    stage.relay.breakAll();
    stage.relay.isReachable = false;
    await pass(stage, 20);
    const [crashed] = stage.table.leases;
    const other = new TestStage();
    other.table.leases = crashed === undefined ? [] : [{ ...crashed, until: other.clock.now() }];
    await other.client().start();
    expect(other.table.leases.length).toBe(1);
    expect(other.events.filter(({ event }) => event === "notice")).toEqual([]);
  });
});

describe("A lease that was deleted", () => {
  test("is taken again at the next renewal", async () => {
    const stage = new TestStage();
    await stage.client().start();
    stage.table.leases = [];
    await pass(stage, 6);
    await until(() => stage.lease() !== undefined);
  });
});
