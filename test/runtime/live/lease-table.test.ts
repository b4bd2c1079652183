import { dynamodb } from "../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { type Lease, LeaseTable } from "../../../lib/runtime/live";
import { serviceContext, startService } from "../../local/services/context";
import { testModel } from "../../local/support/model";
import { localCredentials } from "../../support/access-keys";

const now = Date.UTC(2026, 0, 1);
let router: EndpointRouter;
let tables: DynamodbTables;
let table: LeaseTable;

beforeEach(async () => {
  const arn = "arn:aws:dynamodb:us-east-1:123456789012:table/live";
  const attribute = [{ name: "pk", type: "S" }];
  const model = testModel({ aws_dynamodb_table: { Live: { name: "live", arn, hash_key: "pk", attribute } } });
  router = await EndpointRouter.start(() => {});
  ({ resources: tables } = await startService(router, "dynamodb", dynamodb, serviceContext({ model })));
  table = new LeaseTable("live", {
    region: "us-east-1",
    credentials: () => localCredentials,
    endpoints: { AWS_ENDPOINT_URL: router.url },
  });
});

afterEach(async () => {
  await router.close();
  await tables.stop();
});

const leaseOf = (clientId: string, more: Partial<Lease> = {}): Lease => ({
  clientId,
  connection: `connection-${clientId}`,
  until: now + 15_000,
  since: now,
  owner: `${clientId}@laptop`,
  ...more,
});

describe("Leases", () => {
  test("are empty at first, and are read as they were written", async () => {
    expect(await table.read()).toEqual([]);
    const [all, some] = [leaseOf("ana"), leaseOf("bob", { only: ["*/Get", "*/Put"] })];
    await table.register(all, [], []);
    await table.register(some, [], []);
    expect(await table.read()).toEqual([all, some]);
  });

  test("that are replaced are marked, and expired ones deleted", async () => {
    const [ana, bob, eve] = [leaseOf("ana"), leaseOf("bob"), leaseOf("eve")];
    for (const each of [ana, bob]) await table.register(each, [], []);
    await table.register(eve, [ana], [bob]);
    expect(await table.read()).toEqual([{ ...ana, replacedBy: "eve@laptop" }, eve]);
  });

  test("are renewed with their connection, unless they are replaced or gone", async () => {
    const [ana, bob] = [leaseOf("ana"), leaseOf("bob")];
    await table.register(ana, [], []);
    const moved = { ...ana, connection: "connection-2" };
    expect(await table.renew(moved, now + 20_000)).toBe(true);
    expect(await table.read()).toEqual([{ ...moved, until: now + 20_000 }]);
    expect(await table.renew(bob, now + 20_000)).toBe(false);
    await table.register(bob, [ana], []);
    expect(await table.renew(moved, now + 30_000)).toBe(false);
    expect((await table.read())[0]?.until).toBe(now + 20_000);
  });

  test("are given back once, and not again", async () => {
    await table.register(leaseOf("ana"), [], []);
    for (let times = 0; times < 2; times += 1) {
      await table.release("ana");
      expect(await table.read()).toEqual([]);
    }
  });

  test("cannot be renewed or given back if they never existed", async () => {
    expect(await table.renew(leaseOf("ana"), now)).toBe(false);
    await table.release("ana");
    expect(await table.read()).toEqual([]);
  });

  test.each([
    ["more than 5 seconds", 5001, now + 5000],
    ["5 seconds", 5000, now + 5000],
    ["less", 4999, now + 4999],
  ])("with %s left end 5 seconds after the connection at most", async (_, left, expected) => {
    const [ana, bob] = [leaseOf("ana", { until: now + left }), leaseOf("bob")];
    for (const each of [ana, bob]) await table.register(each, [], []);
    await table.disconnected(ana.connection, now);
    await table.disconnected("connection-of-nobody", now);
    expect(await table.read()).toEqual([{ ...ana, until: expected }, bob]);
  });
});

test("the secret of a wrapper is stored for its function, and there is none of others", async () => {
  const secret = Buffer.from("secret");
  await table.storeSecret("Main/Get", "wrapper", secret, now);
  expect(await table.readSecret("Main/Get", "wrapper")).toEqual(secret);
  expect(await table.readSecret("Main/Get", "other")).toBeUndefined();
  expect(await table.readSecret("Main/Put", "wrapper")).toBeUndefined();
});

test("a table that is not there is an error", async () => {
  const options = {
    region: "us-east-1",
    credentials: () => localCredentials,
    endpoints: { AWS_ENDPOINT_URL: router.url },
  };
  const other = new LeaseTable("other", options);
  await expect(other.read()).rejects.toThrow();
  await expect(other.renew(leaseOf("ana"), now)).rejects.toThrow();
});
