import type { Timers } from "../invoke";
import { contained } from "../invoke";
import type { Report } from "../report";

/** Temporary credentials are valid for an hour. */
const renewalMs = 45 * 60_000;

/** Gives processes new credentials before theirs expire. */
export class CredentialsRenewal {
  private cancel = (): void => {};

  constructor(
    private readonly clock: Timers,
    private readonly report: Report,
    private readonly renew: () => Promise<void>,
  ) {
    this.restart();
  }

  /** Counts the time from now on: the credentials are new. */
  restart(): void {
    this.cancel();
    this.cancel = this.clock.after(
      renewalMs,
      contained("credentials of the stage", () => {
        return this.renew().then(
          () => this.restart(),
          (error: unknown) =>
            this.report({
              event: "warning",
              text: `The credentials of the functions could not be renewed: ${String(error)}`,
            }),
        );
      }),
    );
  }

  stop(): void {
    this.cancel();
  }
}
