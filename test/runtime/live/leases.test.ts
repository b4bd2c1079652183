import { type Lease, matchesFunction, replacedLeases } from "../../../lib/runtime/live";
import { leaseFor } from "../../../lib/runtime/live/protocol/leases";

const lease = (more: Partial<Lease> = {}): Lease => ({
  clientId: "a",
  connection: "c",
  until: 100,
  since: 1,
  owner: "ana",
  ...more,
});

describe("A function", () => {
  test.each([
    [99, "a"],
    [100, undefined],
  ])("at %p has the client %p of a lease until 100", (now, expected) => {
    expect(leaseFor([lease()], "Main/Get", now)?.clientId).toBe(expected);
  });

  test("has the client that names it before a later one of the whole stage", () => {
    const [named, all] = [lease({ only: ["*/Get"] }), lease({ clientId: "b", since: 2 })];
    expect(leaseFor([all, named], "Main/Get", 0)?.clientId).toBe("a");
    expect(leaseFor([all, named], "Main/Put", 0)?.clientId).toBe("b");
  });

  test("has the later of two clients of one kind, and none that is replaced", () => {
    const later = lease({ clientId: "b", since: 2 });
    expect(leaseFor([lease(), later], "Main/Get", 0)?.clientId).toBe("b");
    expect(leaseFor([lease(), { ...later, replacedBy: "eva" }], "Main/Get", 0)?.clientId).toBe("a");
  });

  test.each([
    ["dev-notes-Main/Api/Lambda_GET", true],
    ["Lambda_GET", true],
    ["Api/Lambda_GET", true],
    ["*/Api/*", true],
    ["Lambda_*", true],
    ["ambda_GET", false],
    ["Lambda_G.T", false],
    ["Lambda_GET/*", false],
  ])("dev-notes-Main/Api/Lambda_GET is named by %s: %p", (pattern, expected) => {
    expect(matchesFunction(pattern, "dev-notes-Main/Api/Lambda_GET")).toBe(expected);
  });
});

describe("A new client", () => {
  const others = [
    lease({ clientId: "stage" }),
    lease({ clientId: "orders", only: ["*/Orders/*"] }),
    lease({ clientId: "expired", until: 5 }),
    lease({ clientId: "replaced", replacedBy: "eva" }),
  ];

  test.each([
    [undefined, ["stage"]],
    [["*/Orders/*"], ["orders"]],
    [["*/Mails/*"], []],
  ])("for %p replaces the live clients for the same", (only, expected) => {
    const replaced = replacedLeases(others, { clientId: "new", ...(only && { only }) }, 10);
    expect(replaced.map(({ clientId }) => clientId)).toEqual(expected);
  });

  test("does not replace itself", () => {
    expect(replacedLeases([lease({ clientId: "new" })], { clientId: "new" }, 10)).toEqual([]);
  });
});
