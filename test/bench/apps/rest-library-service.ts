import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { RestV1Api, type Stack } from "serverform";
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
  const pool = new CognitoUserPool(stack, "Pool", { name: `${stage}-${name}-Pool` });
  for (let index = 0; index < settings.apis; index++) {
    new RestV1Api(stack, `Api${index}`, {
      authorizers: { members: { type: "user_pools", userPoolIds: [pool.id] } },
      defaults: { function: { environment: { TABLE_NAME: table.name }, permissions: [table] } },
      routes: Object.fromEntries(
        routesOf(index).map(({ method, path, file, isGuarded }) => [
          `${method} ${path}`,
          { function: `${file}.handler`, authorizer: isGuarded ? "members" : "none" },
        ]),
      ),
    });
  }
}
