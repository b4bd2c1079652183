import { propKeys, requireProp } from "../../../kit/core";
import { planReference } from "../../../kit/function";
import { type DataSourceKind, dataSourceKeys } from "./kind";
import type { AppSyncApiFunctionDataSource } from "./props";

export const functionDataSource: DataSourceKind<AppSyncApiFunctionDataSource> = {
  keys: propKeys<AppSyncApiFunctionDataSource>()({
    ...dataSourceKeys,
    function: true,
  }),
  cdkKeys: [],
  plan({ api, scope, functionId, functionProp: at, defaults }, { function: reference }) {
    requireProp(api, at, reference, 'Write what answers: function: "functions/notes.handler".');
    const planned = planReference({ owner: api, scope, defaults, waits: true }, functionId, at, reference);
    return () => {
      const fn = planned.create();
      const { functionArn } = fn;
      return {
        fn,
        config: { type: "AWS_LAMBDA", lambdaConfig: { functionArn } },
        statements: [
          {
            effect: "Allow",
            actions: ["lambda:InvokeFunction"],
            resources: [functionArn, `${functionArn}:*`],
          },
        ],
      };
    };
  },
};
