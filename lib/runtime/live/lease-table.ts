import { AwsError, type AwsOptions } from "../aws/call";
import { type Attribute, callTable, type Item } from "../aws/dynamodb";
import { graceMs, type Lease, leaseMs } from "./protocol/leases";

/** Key of the item with the leases of all clients. */
const leasesKey = "leases";
/** Keys of the items with the session secrets: `session#<construct path>#<wrapper id>`. */
const sessionPrefix = "session#";

export const sessionKey = (functionId: string, wrapperId: string): string =>
  `${sessionPrefix}${functionId}#${wrapperId}`;

/** A session secret is deleted after this time. No environment of a function exists that long. */
const sessionSeconds = 24 * 60 * 60;

/** The methods of the table that a client needs. */
export type ClientTable = Pick<LeaseTable, "read" | "register" | "renew" | "release" | "readSecret">;

/** The table of a debug stack: leases of clients, and the session secrets of wrappers. */
export class LeaseTable {
  constructor(
    private readonly name: string,
    private readonly options: AwsOptions,
  ) {}

  /** All leases, including expired ones. */
  async read(): Promise<readonly Lease[]> {
    const { Item: item } = await this.get(leasesKey);
    return leasesOf(item);
  }

  /** Adds a lease, and marks the leases that it replaces. */
  async register(lease: Lease, replaced: readonly Lease[], expired: readonly Lease[]): Promise<void> {
    const table = { TableName: this.name, Key: { pk: { S: leasesKey } } };
    const empty = { ":empty": { M: {} } };
    const create = "SET clients = if_not_exists(clients, :empty)";
    await this.call("UpdateItem", { ...table, UpdateExpression: create, ExpressionAttributeValues: empty });
    const names: Record<string, string> = { "#own": lease.clientId };
    const values: Record<string, Attribute> = { ":own": attributeOf(lease) };
    const set = ["clients.#own = :own"];
    replaced.forEach((each, index) => {
      names[`#r${index}`] = each.clientId;
      values[":owner"] = { S: lease.owner };
      set.push(`clients.#r${index}.replacedBy = :owner`);
    });
    const remove = expired.map((each, index) => {
      names[`#e${index}`] = each.clientId;
      return `clients.#e${index}`;
    });
    await this.call("UpdateItem", {
      ...table,
      UpdateExpression: `SET ${set.join(", ")}${remove.length === 0 ? "" : ` REMOVE ${remove.join(", ")}`}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    });
  }

  /** Renews a lease. Returns false if it was replaced or removed. */
  async renew({ clientId, connection }: Lease, until: number): Promise<boolean> {
    return this.change(
      clientId,
      "SET clients.#id.#until = :until, clients.#id.#connection = :connection",
      "attribute_exists(clients.#id) AND attribute_not_exists(clients.#id.replacedBy)",
      { ":until": { N: String(until) }, ":connection": { S: connection } },
    );
  }

  /** Ends a lease: the deployed code runs again immediately. */
  async release(clientId: string): Promise<void> {
    await this.change(clientId, "REMOVE clients.#id", "attribute_exists(clients.#id)", undefined);
  }

  /** Shortens the lease of a client that has lost its connection. The client renews it when it reconnects. */
  async disconnected(connection: string, now: number): Promise<void> {
    const lost = (await this.read()).find((lease) => lease.connection === connection);
    if (lost === undefined || lost.until - now <= graceMs) return;
    await this.change(
      lost.clientId,
      "SET clients.#id.#until = :until",
      "clients.#id.#connection = :connection",
      { ":until": { N: String(now + graceMs) }, ":connection": { S: connection } },
    );
  }

  /** Stores the secret of a wrapper, which only users with deployment permissions can read. */
  async storeSecret(functionId: string, wrapperId: string, secret: Buffer, now: number): Promise<void> {
    await this.call("PutItem", {
      TableName: this.name,
      Item: {
        pk: { S: sessionKey(functionId, wrapperId) },
        secret: { S: secret.toString("base64") },
        expires: { N: String(Math.ceil(now / 1000) + sessionSeconds) },
      },
    });
  }

  /** Undefined if the wrapper does not exist. */
  async readSecret(functionId: string, wrapperId: string): Promise<Buffer | undefined> {
    const { Item: item } = await this.get(sessionKey(functionId, wrapperId));
    const secret = textOf(item?.secret);
    return secret === undefined ? undefined : Buffer.from(secret, "base64");
  }

  private get(key: string) {
    return this.call("GetItem", { TableName: this.name, Key: { pk: { S: key } }, ConsistentRead: true });
  }

  private async change(
    clientId: string,
    update: string,
    condition: string,
    values: Item | undefined,
  ): Promise<boolean> {
    const used = ["until", "connection"].filter((name) => `${update} ${condition}`.includes(`#${name}`));
    try {
      await this.call("UpdateItem", {
        TableName: this.name,
        Key: { pk: { S: leasesKey } },
        UpdateExpression: update,
        ConditionExpression: condition,
        // Some names are reserved words of DynamoDB.
        ExpressionAttributeNames: {
          "#id": clientId,
          ...Object.fromEntries(used.map((name) => [`#${name}`, name])),
        },
        ...(values !== undefined && { ExpressionAttributeValues: values }),
      });
      return true;
    } catch (error) {
      if (error instanceof AwsError && isMissing(error)) return false;
      throw error;
    }
  }

  private call(operation: Parameters<typeof callTable>[0], input: object) {
    return callTable(operation, input, this.options);
  }
}

/** The condition failed, or the lease does not exist. */
const isMissing = ({ code, message }: AwsError): boolean =>
  code === "ConditionalCheckFailedException" ||
  (code === "ValidationException" && message.includes("document path"));

/** The time at which a lease that is renewed now expires. */
export const leaseUntil = (now: number): number => now + leaseMs;

function attributeOf(lease: Lease): Attribute {
  const { clientId, connection, until, since, only, owner } = lease;
  return {
    M: {
      clientId: { S: clientId },
      connection: { S: connection },
      until: { N: String(until) },
      since: { N: String(since) },
      owner: { S: owner },
      ...(only !== undefined && { only: { L: only.map((pattern) => ({ S: pattern })) } }),
    },
  };
}

function leasesOf(item: Item | undefined): readonly Lease[] {
  const clients = item?.clients;
  if (clients === undefined || !("M" in clients)) return [];
  return Object.values(clients.M).flatMap((each) => ("M" in each ? leaseOf(each.M) : []));
}

function leaseOf(item: Item): Lease[] {
  const { only } = item;
  const [clientId, connection] = [textOf(item.clientId), textOf(item.connection)];
  if (clientId === undefined || connection === undefined) return [];
  const replacedBy = textOf(item.replacedBy);
  return [
    {
      clientId,
      connection,
      until: numberOf(item.until),
      since: numberOf(item.since),
      owner: textOf(item.owner) ?? "",
      ...(only !== undefined && "L" in only && { only: only.L.map((each) => textOf(each) ?? "") }),
      ...(replacedBy !== undefined && { replacedBy }),
    },
  ];
}

const textOf = (attribute: Attribute | undefined): string | undefined =>
  attribute !== undefined && "S" in attribute ? attribute.S : undefined;

const numberOf = (attribute: Attribute | undefined): number =>
  attribute !== undefined && "N" in attribute ? Number(attribute.N) : 0;
