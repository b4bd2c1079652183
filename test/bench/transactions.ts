import { performance } from "node:perf_hooks";
import { DynamoDBClient, PutItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { dynamodb } from "../../lib/local/services/dynamodb";
import { EndpointRouter } from "../../lib/local/services/endpoint-router";
import { serviceContext, startService } from "../local/services/context";
import { testModel } from "../local/support/model";
import { columns, median, print, printTarget } from "./figures";

const TableName = "orders";
const items = 10;
const repeats = 30;
const targetRatio = 3;

/** Measures a transaction of ten items beside ten single writes, one after the other, in the tables of `serverform local`. */
export async function benchTransactions(rounds: number): Promise<void> {
  const router = await EndpointRouter.start(() => {});
  const table = {
    name: TableName,
    arn: `arn:aws:dynamodb:us-east-1:123456789012:table/${TableName}`,
    hash_key: "id",
    attribute: [{ name: "id", type: "S" }],
  };
  const context = serviceContext({ model: testModel({ aws_dynamodb_table: { Orders: table } }) });
  const { resources } = await startService(router, "dynamodb", dynamodb, context);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: router.url, region: "us-east-1", credentials });
  const puts = () =>
    Array.from({ length: items }, (_, index) => ({ TableName, Item: { id: { S: String(index) } } }));
  const single = async () => {
    for (const put of puts()) await client.send(new PutItemCommand(put));
  };
  const together = async () => {
    await client.send(new TransactWriteItemsCommand({ TransactItems: puts().map((Put) => ({ Put })) }));
  };
  try {
    await single();
    await together();
    const [singles, transactions] = [[], []] as [number[], number[]];
    // They take turns, so that a busy machine is as slow for one as for the other.
    for (let round = 0; round < rounds * repeats; round += 1) {
      singles.push(await millisecondsOf(single));
      transactions.push(await millisecondsOf(together));
    }
    print("\nserverform local, tables");
    print(columns(median(singles).toFixed(1), " ms  ", `${items} single writes`));
    print(columns(median(transactions).toFixed(1), " ms  ", `a transaction of ${items} items`));
    const ratio = median(transactions.map((each, index) => each / (singles[index] ?? each)));
    printTarget(`a transaction beside ${items} single writes`, ratio, targetRatio, " times");
  } finally {
    client.destroy();
    await router.close();
    await resources.stop();
  }
}

async function millisecondsOf(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
