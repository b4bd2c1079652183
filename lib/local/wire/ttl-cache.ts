import type { Clock } from "../invoke";

/** A cache with a time to live, for example for the results of authorizers. When it is full, the oldest entry is removed. */
export class TtlCache<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly limit = 10_000,
  ) {}

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (this.clock.now() < entry.until) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  set(key: string, value: Value, ttlSeconds: number): void {
    if (ttlSeconds <= 0) return;
    this.entries.delete(key);
    this.entries.set(key, { value, until: this.clock.now() + ttlSeconds * 1000 });
    if (this.entries.size <= this.limit) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }
}
