import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { Api, App, Stack } from "serverform";
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
app.synth();
