import type { ThrottleLimits } from "../../model";
import type { Clock } from "../invoke";

/**
 * The token bucket of a throttle.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  constructor(
    private limits: ThrottleLimits,
    private readonly clock: Clock,
  ) {
    this.tokens = limits.burst;
    this.filledAt = clock.now();
  }

  /** Takes over changed limits; usage is kept. */
  change(limits: ThrottleLimits): void {
    this.limits = limits;
    this.tokens = Math.min(this.tokens, limits.burst);
  }

  /** Takes a token; false when the bucket is empty. */
  take(): boolean {
    const now = this.clock.now();
    const { rate, burst } = this.limits;
    this.tokens = Math.min(burst, this.tokens + (Math.max(0, now - this.filledAt) / 1000) * rate);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
