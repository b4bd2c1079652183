import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { Api, type Stack } from "serverform";
import { routesOf, settings } from "./settings";

const { name, stage } = settings;

/** The stack of the application, in a file of its own as in the examples: CDKTF is loaded by the library then. */
export function addService(stack: Stack): void {
  const table = new DynamodbTable(stack, "Table", {
    name: `${stage}-${name}-Table`,
    billingMode: "PAY_PER_REQUEST",
    hashKey: "pk",
    attribute: [{ name: "pk", type: "S" }],
  });
  for (let index = 0; index < settings.apis; index++) {
    new Api(stack, `Api${index}`, {
      authorizers: {
        jwt: { type: "jwt", jwt: { issuer: settings.issuer, audience: [settings.audience] } },
      },
      defaults: { function: { environment: { TABLE_NAME: table.name }, permissions: [table] } },
      routes: Object.fromEntries(
        routesOf(index).map(({ method, path, file, isGuarded }) => [
          `${method} ${path}`,
          { function: `${file}.handler`, authorizer: isGuarded ? "jwt" : "none" },
        ]),
      ),
    });
  }
}
