import { isValues } from "../../../../model";
import { contained, inBackground } from "../../../invoke";
import { ResolverError } from "../utilities/signals";
import type { DataSourceServices } from "./data-source-call";
import { askFunction } from "./function";

/** A request that waits for others of its resolver. */
interface Waiting {
  readonly payload: unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Batch {
  readonly functionArn: string;
  readonly services: DataSourceServices;
  readonly isDirect: boolean;
  readonly waiting: Waiting[];
}

interface BatchedRequest extends Pick<Batch, "functionArn" | "isDirect"> {
  readonly payload: unknown;
  readonly maxSize: number;
}

/** Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html */
const largestBatch = 2000;

/**
 * Collects the requests of one operation to a function, so that a list of objects invokes it once.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/tutorial-lambda-resolvers.html#advanced-use-case-batching
 */
export class Batches {
  private readonly open = new Map<string, Batch>();

  /**
   * Adds a request; settles with its part of the answer.
   *
   * @param isDirect - whether the function gets whole contexts, and answers with `{ data, errorMessage, errorType }`
   */
  add(
    name: string,
    { payload, maxSize, ...asked }: BatchedRequest,
    services: DataSourceServices,
  ): Promise<unknown> {
    const batch = this.open.get(name) ?? this.begin(name, { ...asked, services, waiting: [] });
    return new Promise((resolve, reject) => {
      batch.waiting.push({ payload, resolve, reject });
      if (batch.waiting.length >= (maxSize > 0 ? maxSize : largestBatch)) this.send(name, batch);
    });
  }

  private begin(name: string, batch: Batch): Batch {
    this.open.set(name, batch);
    // All fields of one level are resolved before this runs.
    setImmediate(contained("AppSync API", () => this.send(name, batch)));
    return batch;
  }

  private send(name: string, batch: Batch): void {
    if (this.open.get(name) === batch) this.open.delete(name);
    const { functionArn, services, isDirect } = batch;
    const waiting = batch.waiting.splice(0);
    if (waiting.length === 0) return;
    const payloads = waiting.map(({ payload }) => payload);
    inBackground(
      "AppSync API",
      askFunction(functionArn, payloads, services).then((answer) => share(waiting, answer, isDirect)),
      (error) => {
        for (const { reject } of waiting) reject(error);
      },
    );
  }
}

function share(waiting: readonly Waiting[], answer: unknown, isDirect: boolean): void {
  if (!Array.isArray(answer) || answer.length !== waiting.length) {
    const given = Array.isArray(answer) ? `${answer.length} items` : "no list";
    const text = `The function was invoked with a batch of ${waiting.length}, and answered with ${given}.`;
    for (const { reject } of waiting) reject(new ResolverError(text, "Lambda:IllegalArgument"));
    return;
  }
  for (const [index, { resolve, reject }] of waiting.entries()) {
    const each: unknown = answer[index];
    if (!isDirect) resolve(each);
    else if (!isValues(each))
      reject(new ResolverError("An item of the batch is not an object.", "Lambda:Unhandled"));
    else if (each.errorMessage !== undefined && each.errorMessage !== null) {
      const type = each.errorType === undefined ? "Lambda:Unhandled" : String(each.errorType);
      reject(new ResolverError(String(each.errorMessage), type, each.data ?? null, each.errorInfo ?? null));
    } else resolve(each.data ?? null);
  }
}
