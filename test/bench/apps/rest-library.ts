import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { App, RestV1Api, Stack } from "serverform";
import { report, routesOf, settings } from "./settings";

report();
const { name, stage, region, outdir } = settings;
const app = new App({ name, stage, region, outdir });
const stack = new Stack(app, "Main");
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
app.synth();
