import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../../model/resources/model";
import { text } from "../../../model/resources/values";
import type { Clock } from "../../invoke";
import type { ServiceResponse } from "../contract/service";
import { refusal } from "./responses";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const rememberedMs = 10 * 60_000;

interface Remembered {
  readonly at: number;
  readonly asked: unknown;
  readonly response: ServiceResponse;
}

/** Transactions that were written with a `ClientRequestToken`. Another request with the token writes nothing. */
export class IdempotentTransactions {
  private readonly remembered = new Map<string, Remembered>();

  constructor(private readonly clock: Clock) {}

  async runOnce(input: Values, run: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
    const token = text(input, "ClientRequestToken");
    if (token === undefined) return run();
    const now = this.clock.now();
    for (const [each, { at }] of this.remembered) if (now - at >= rememberedMs) this.remembered.delete(each);
    const known = this.remembered.get(token);
    const asked = input.TransactItems;
    if (known !== undefined && isDeepStrictEqual(known.asked, asked)) return known.response;
    if (known !== undefined) {
      return refusal(
        "IdempotentParameterMismatchException",
        "Idempotent parameter mismatch: another request with this ClientRequestToken had other parameters.",
      );
    }
    const response = await run();
    if (response.status === 200) this.remembered.set(token, { at: now, asked, response });
    return response;
  }
}
