import type { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import type { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import { propKeys } from "../../../kit/core";
import { resolvePermissions } from "../../../kit/iam";
import { constructOrImport } from "./construct-or-import";
import { type DataSourceKind, dataSourceKeys } from "./kind";
import type { AppSyncApiEventBusDataSource } from "./props";

export const eventBusDataSource: DataSourceKind<AppSyncApiEventBusDataSource> = {
  keys: propKeys<AppSyncApiEventBusDataSource>()({
    ...dataSourceKeys,
    eventBus: true,
    cdk: "map",
  }),
  cdkKeys: ["eventBus"],
  plan(place, { eventBus, cdk }) {
    const { api, prop } = place;
    const found = constructOrImport<CloudwatchEventBus | DataAwsCloudwatchEventBus>(place, {
      key: "eventBus",
      row: "EventBus",
      type: "aws_cloudwatch_event_bus",
      construct: eventBus,
      imported: cdk?.dataSource?.eventBus,
      objectOf: (construct) => (construct as NonNullable<typeof eventBus>).cdk.eventBus,
    });
    const statements = resolvePermissions(api, `${prop}.eventBus`, [[found.target, "grantPutEventsTo"]]);
    return () => ({
      config: { type: "AMAZON_EVENTBRIDGE", eventBridgeConfig: { eventBusArn: found.object.arn } },
      statements,
      // Source: https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/appsync/datasource.go
      fixed: found.object.arn,
    });
  },
};
