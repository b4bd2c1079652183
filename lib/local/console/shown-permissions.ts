import type { Model } from "../../model/resources/model";
import type { RecordedUse } from "../permissions/usage/recorded-use";
import { type FunctionPermissions, type GrantUse, permissionsReport } from "../permissions/usage/report";

/** The access of a function to one construct, and its use. */
export interface ShownGrant extends GrantUse {
  /** The granted actions, as AWS spells them. */
  readonly actions: readonly string[];
  /** Whether the library grants it to every such function: logs, traces, network interfaces. */
  readonly isOfLibrary: boolean;
}

export interface ShownPermissions extends Omit<FunctionPermissions, "grants"> {
  readonly grants: readonly ShownGrant[];
}

const ofLibrary =
  /^(logs:(CreateLogStream|PutLogEvents)|xray:Put(TraceSegments|TelemetryRecords)|ec2:(Create|Describe|Delete)NetworkInterfaces?|ec2:DescribeSubnets|ec2:(Una|A)ssignPrivateIpAddresses)$/;

/** The report about permissions, with the names of all granted actions: it names those alone that were seen to be used or unused. */
export function shownPermissions(
  model: Model,
  use: RecordedUse,
  isMeasured: (service: string) => boolean,
): readonly ShownPermissions[] {
  const granted = new Map(
    permissionsReport(model, {}, () => true).functions.map(({ function: path, grants }) => [path, grants]),
  );
  return permissionsReport(model, use, isMeasured).functions.map(({ grants, ...report }) => ({
    ...report,
    grants: grants.map((each, index) => {
      const { unused = [], implied = [] } = granted.get(report.function)?.[index] ?? {};
      const actions = [...unused, ...implied].sort();
      const isOfLibrary = actions.length > 0 && actions.every((action) => ofLibrary.test(action));
      return { ...each, actions, isOfLibrary };
    }),
  }));
}
