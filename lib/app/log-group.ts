import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { finish } from "./finish";
import { stackOf } from "./owner";
import { isKept } from "./removal-policy";

/** A log group that stays when its stack is removed, if the app's removal policy says so. */
export class LogGroup extends CloudwatchLogGroup {
  /** The policy may be set after the log group is created. */
  [finish](): void {
    if (isKept(stackOf(this).app.defaultRemovalPolicy)) this.skipDestroy = true;
  }
}
