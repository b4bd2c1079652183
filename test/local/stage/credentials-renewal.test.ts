import type { LocalEvent } from "../../../lib/local";
import { CredentialsRenewal } from "../../../lib/local/stage/stage-parts";
import { TestClock } from "../support/clock";
import { settled } from "../support/functions";

function renewal(renew: () => Promise<void>) {
  const clock = new TestClock();
  const reported: LocalEvent[] = [];
  const renewal = new CredentialsRenewal(clock, (event) => reported.push(event), renew);
  const pass = async (minutes: number) => {
    clock.advanceSeconds(minutes * 60);
    await settled();
  };
  return { renewal, reported, pass };
}

describe("The renewal of credentials", () => {
  test("happens every 45 minutes", async () => {
    const renew = jest.fn(async () => {});
    const { pass } = renewal(renew);
    await pass(44);
    expect(renew).toHaveBeenCalledTimes(0);
    await pass(1);
    expect(renew).toHaveBeenCalledTimes(1);
    await pass(45);
    expect(renew).toHaveBeenCalledTimes(2);
  });

  test("counts from a reload, which has renewed them", async () => {
    const renew = jest.fn(async () => {});
    const { renewal: each, pass } = renewal(renew);
    await pass(30);
    each.restart();
    await pass(44);
    expect(renew).toHaveBeenCalledTimes(0);
    await pass(1);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test("ends with the server", async () => {
    const renew = jest.fn(async () => {});
    const { renewal: each, pass } = renewal(renew);
    each.stop();
    await pass(90);
    expect(renew).toHaveBeenCalledTimes(0);
  });

  test("reports why it failed", async () => {
    const { reported, pass } = renewal(async () => {
      throw new Error("expired");
    });
    await pass(45);
    expect(reported).toEqual([
      { event: "warning", text: "The credentials of the functions could not be renewed: Error: expired" },
    ]);
  });
});
