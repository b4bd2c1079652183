import { isDeepStrictEqual } from "node:util";
import { jsonOf } from "../../../facts/text/json";
import { text, type Values } from "../../../model";
import type { Clock } from "../../invoke";
import { TableError } from "./errors";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const rememberedMs = 10 * 60_000;

interface Remembered {
  readonly at: number;
  readonly asked: unknown;
  readonly result: Promise<object>;
}

/** Transactions that were written with a `ClientRequestToken`. Another request with the token writes nothing. */
export class IdempotentTransactions {
  private readonly remembered = new Map<string, Remembered>();

  constructor(private readonly clock: Clock) {}

  async runOnce(region: string, input: Values, run: () => Promise<object>): Promise<object> {
    const token = text(input, "ClientRequestToken");
    if (token === undefined) return run();
    const key = `${region} ${token}`;
    const now = this.clock.now();
    for (const [each, { at }] of this.remembered) if (now - at >= rememberedMs) this.remembered.delete(each);
    const known = this.remembered.get(key);
    // The request is changed while it is checked.
    const asked = jsonOf(JSON.stringify(input.TransactItems));
    if (known !== undefined && isDeepStrictEqual(known.asked, asked)) return known.result;
    if (known !== undefined) {
      throw new TableError(
        "IdempotentParameterMismatchException",
        "Idempotent parameter mismatch: another request with this ClientRequestToken had other parameters.",
      );
    }
    const kept = { at: now, asked, result: run() };
    this.remembered.set(key, kept);
    try {
      return await kept.result;
    } catch (error) {
      this.remembered.delete(key);
      throw error;
    }
  }
}
