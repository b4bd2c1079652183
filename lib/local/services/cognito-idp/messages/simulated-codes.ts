const validMs = 3_600_000;
const most = 1000;

/** Names of users who do not exist, or get no code, and for whom a code was asked. They are forgotten after an hour. */
export class SimulatedCodes {
  private readonly asked = new Map<string, number>();

  add(username: string, nowMs: number): void {
    this.asked.delete(username);
    this.asked.set(username, nowMs);
    const [oldest] = this.asked.keys();
    if (this.asked.size > most && oldest !== undefined) this.asked.delete(oldest);
  }

  isAsked(username: string, nowMs: number): boolean {
    const at = this.asked.get(username);
    return at !== undefined && nowMs < at + validMs;
  }
}
