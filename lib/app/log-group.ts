import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { finish } from "./finish";
import { stackOf } from "./owner";

/** A log group that outlives its stack when the app's removal policy says so. */
export class LogGroup extends CloudwatchLogGroup {
  /** What the caller wanted, before the policy set `skip_destroy`; undefined while it did not. */
  private replaced: { readonly skipDestroy: CloudwatchLogGroup["skipDestroyInput"] } | undefined;

  /** The policy may change until the synthesis, and between two of them. */
  [finish](): void {
    const policy = stackOf(this).app.defaultRemovalPolicy;
    const isKept = policy === "retain" || policy === "snapshot";
    if (isKept && this.replaced === undefined) {
      this.replaced = { skipDestroy: this.skipDestroyInput };
      this.skipDestroy = true;
    } else if (!isKept && this.replaced !== undefined) {
      const { skipDestroy } = this.replaced;
      this.replaced = undefined;
      if (skipDestroy === undefined) this.resetSkipDestroy();
      else this.skipDestroy = skipDestroy;
    }
  }
}
