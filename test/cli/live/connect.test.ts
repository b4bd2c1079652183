import { connectClient } from "../../../lib/cli/live/connect";
import { LiveClient } from "../../../lib/cli/live-client/client";
import { AwsError } from "../../../lib/runtime/aws";
import { LeaseTable, RelayRefusal } from "../../../lib/runtime/live";

afterEach(() => jest.restoreAllMocks());

interface Answers {
  readonly table?: Error;
  readonly relay?: Error;
}

/** Connects with a table and a relay that answer, or fail in this way. Returns what was asked, in order. */
async function connected({ table, relay }: Answers): Promise<readonly string[]> {
  const asked: string[] = [];
  jest.spyOn(LiveClient.prototype, "stop").mockResolvedValue();
  jest.spyOn(LeaseTable.prototype, "read").mockImplementation(async () => {
    asked.push("table");
    if (table !== undefined) throw table;
    return [];
  });
  jest.spyOn(LiveClient.prototype, "start").mockImplementation(async () => {
    asked.push("relay");
    if (relay !== undefined) throw relay;
  });
  await connectClient({
    region: "us-east-1",
    credentials: async () => ({ accessKeyId: "a", secretAccessKey: "b" }),
    relay: { endpoint: "wss://relay.example.com/live", tableName: "leases", bucketName: "payloads" },
    app: {} as never,
    only: undefined,
    report: () => {},
  });
  return asked;
}

describe("connectClient", () => {
  test("asks the table first, because its answer has the time of AWS", async () => {
    expect(await connected({})).toEqual(["table", "relay"]);
  });

  const denied = "User: ana is not authorized to perform: dynamodb:GetItem on resource: leases";
  test.each([
    [{ table: new AwsError("AccessDeniedException", 400, denied, "dynamodb") }, /dynamodb:GetItem on leases/],
    [{ table: new AwsError("AccessDeniedException", 400, "no", "dynamodb") }, /dynamodb:\* on leases/],
    [
      { table: new AwsError("ResourceNotFoundException", 400, "no", "dynamodb") },
      /\[live-table-unreadable\]/,
    ],
    [{ relay: new RelayRefusal(403, "Forbidden") }, /execute-api:Invoke on wss.*\[live-right-missing\]/s],
    [{ relay: new RelayRefusal(500, "Internal") }, /\[live-relay-unreachable\]/],
    [{ relay: new Error("getaddrinfo ENOTFOUND") }, /ENOTFOUND.*\[live-relay-unreachable\]/s],
  ])("says what to do about %p", async (answers: Answers, expected) => {
    await expect(connected(answers)).rejects.toThrow(expected);
  });
});
