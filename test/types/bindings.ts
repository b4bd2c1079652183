import { ApiHandler, useJsonBody } from "serverform/node/api";
import { Config } from "serverform/node/config";
import { Queue } from "serverform/node/queue";
import { Table } from "serverform/node/table";
import { fetchUserbase } from "serverform/node/userbase";

/** Code that the compiler accepts in bound functions, with the bindings of the examples, and code that it refuses. */
export function types(): void {
  const name: string = Table.Orders.tableName;
  const url: string = Queue.Fulfilment.queueUrl;
  const stage: string = Config.STAGE;
  // @ts-expect-error no example has such a table
  const nobody = Table.Nobody;
  // @ts-expect-error a table has no URL
  const wrong = Table.Orders.queueUrl;
  // @ts-expect-error bindings are not the function's to change
  Table.Orders = { tableName: "other" };
  // @ts-expect-error no example has such a parameter
  const host = Config.HOST;
  // @ts-expect-error no example has a directory of users
  void fetchUserbase("Users");
  const handler = ApiHandler(() => ({
    statusCode: 200,
    body: useJsonBody<{ readonly title: string }>()?.title,
  }));
  // @ts-expect-error a handler takes an event of a gateway
  void handler({ Records: [] });
  void [name, url, stage, nobody, wrong, host];
}
