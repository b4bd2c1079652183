import type { ThrottleLimits } from "../../model";
import type { Clock } from "../invoke";

/** The limit of one route on one stage. */
export interface RouteLimits {
  readonly stage: string;
  readonly route: string;
  /** Undefined for a route without limits. */
  readonly limits: ThrottleLimits | undefined;
}

/** The throttles of the routes of an API. Usage is kept when the model changes. */
export class Throttles {
  private buckets = new Map<string, TokenBucket>();

  constructor(private readonly clock: Clock) {}

  replace(all: Iterable<RouteLimits>): void {
    const before = this.buckets;
    this.buckets = new Map();
    for (const { stage, route, limits } of all) {
      if (limits === undefined) continue;
      const key = keyOf(stage, route);
      const bucket = before.get(key) ?? new TokenBucket(limits, this.clock);
      bucket.change(limits);
      this.buckets.set(key, bucket);
    }
  }

  /** Whether a request passes. */
  take(stage: string, route: string): boolean {
    // Most APIs have no limits.
    if (this.buckets.size === 0) return true;
    return this.buckets.get(keyOf(stage, route))?.take() ?? true;
  }
}

/** Why a throttle refuses a request. */
export function throttleReason(limits: ThrottleLimits | undefined): string {
  const { rate, burst } = limits ?? { rate: 0, burst: 0 };
  return `The throttle refuses it: ${rate} requests per second, ${burst} at once.`;
}

function keyOf(stage: string, route: string): string {
  return `${stage}\n${route}`;
}

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
