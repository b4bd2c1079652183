import type { IConstruct } from "constructs";
import { noteIdleProp } from "../../app/notices/idle-prop";
import type { FunctionProps } from "../props";

/** Names props of a function that change nothing beside the others. The function is complete. */
export function noteIdleProps(fn: IConstruct, props: FunctionProps, hasVersion: boolean): void {
  const { logRetention, securityGroups, allowAllOutbound, currentVersionOptions, cdk } = props;
  const { retentionInDays } = cdk?.logGroup ?? {};
  if (logRetention !== undefined && retentionInDays !== undefined)
    noteIdleProp(fn, "logRetention", "cdk.logGroup.retentionInDays replaces it");
  if (allowAllOutbound === false && securityGroups !== undefined)
    noteIdleProp(fn, "allowAllOutbound: false", "the groups in securityGroups have rules of their own");
  if (currentVersionOptions !== undefined && !hasVersion)
    noteIdleProp(
      fn,
      "currentVersionOptions",
      "nothing uses the function's currentVersion, which makes a version",
    );
}
