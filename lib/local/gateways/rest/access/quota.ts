import type { Clock } from "../../../invoke";

/** How many requests an API key may make in a period. */
export interface QuotaLimits {
  readonly limit: number;
  readonly period: "DAY" | "WEEK" | "MONTH";
  /** Subtracted from the limit of the first period. */
  readonly offset: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Counts the requests of one API key. A new period begins at midnight UTC; weeks begin on Sunday.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/api/API_QuotaSettings.html; when periods begin is not documented.
 */
export class Quota {
  private used = 0;
  private periodId: number | undefined;
  private isFirst = true;

  constructor(
    private limits: QuotaLimits,
    private readonly clock: Clock,
  ) {}

  /** Takes over changed limits; usage is kept. */
  change(limits: QuotaLimits): void {
    if (limits.period !== this.limits.period) this.periodId = undefined;
    this.limits = limits;
  }

  /** Counts a request; false when the quota is used up. */
  take(): boolean {
    const { limit, period, offset } = this.limits;
    const id = periodOf(period, this.clock.now());
    if (id !== this.periodId) {
      this.isFirst = this.periodId === undefined;
      this.periodId = id;
      this.used = 0;
    }
    if (this.used >= limit - (this.isFirst ? offset : 0)) return false;
    this.used += 1;
    return true;
  }
}

/** A number that identifies the period of a time. */
function periodOf(period: QuotaLimits["period"], now: number): number {
  const day = Math.floor(now / dayMs);
  if (period === "DAY") return day;
  // January 1, 1970 was a Thursday.
  if (period === "WEEK") return Math.floor((day + 4) / 7);
  const date = new Date(now);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
