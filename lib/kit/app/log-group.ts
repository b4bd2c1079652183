import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { isKept } from "./removal-policy";
import { stackOf } from "./scope/owner";
import { finish } from "./synthesis/finish";

/** A log group that is kept when its stack is removed, if the app's removal policy is to retain it. */
export class LogGroup extends CloudwatchLogGroup {
  /** The policy may be set after the log group is created. */
  [finish](): void {
    if (isKept(stackOf(this).app.defaultRemovalPolicy)) this.skipDestroy = true;
  }
}
