import { Stack } from "../../../../lib";
import { partsOf } from "../../../../lib/app/references/order/replaced-with-parent";
import { AppSyncApi } from "../../../../lib/constructs/app-sync-api";
import { EventsApi } from "../../../../lib/constructs/events-api";
import { synthesized, testStack } from "../../../support/stack";

const triggersIn = (stack: Stack): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(partsOf).flatMap((type) =>
      Object.entries(synthesized(stack).resource[type] ?? {}).map(([name, { lifecycle }]) => [
        `${type}.${name.replace(/_[0-9A-F]{8}$/, "")}`,
        (lifecycle as { replace_triggered_by?: readonly string[] } | undefined)?.replace_triggered_by?.map(
          (each) => each.replace(/_[0-9A-F]{8}(\.|$)/, "$1"),
        ),
      ]),
    ),
  );

describe("parts whose provider does not follow a replaced API", () => {
  test("are replaced with an AppSyncApi", () => {
    const stack = testStack();
    new AppSyncApi(stack, "It", {
      schema: "graphql/schema.graphql",
      dataSources: { none: { type: "none" } },
    });
    expect(triggersIn(stack)).toEqual({
      "aws_appsync_api_key.It_ApiKey": ["aws_appsync_graphql_api.It_Api.id"],
      "aws_appsync_datasource.It_DataSource_none_DataSource": [
        "aws_appsync_graphql_api.It_Api.id",
        "terraform_data.It_DataSource_none_Name",
      ],
    });
  });

  test("are replaced with an EventsApi", () => {
    const stack = testStack();
    new EventsApi(stack, "It", { namespaces: { chat: {} } });
    expect(triggersIn(stack)).toEqual({ "aws_appsync_api_key.It_ApiKey": ["aws_appsync_api.It_Api.api_id"] });
  });

  test("are left alone in another stack, of which Terraform takes no trigger", () => {
    const stack = testStack();
    const api = new AppSyncApi(stack, "It", { schema: "graphql/schema.graphql" });
    const other = new Stack(stack.app, "Other");
    api.addDataSources(other, { none: { type: "none" } });
    expect(Object.values(triggersIn(other)).flat()).toEqual([
      expect.stringMatching(/^terraform_data\.\w+_Name$/),
    ]);
  });
});
