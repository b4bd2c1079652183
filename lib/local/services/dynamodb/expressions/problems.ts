import { TableError } from "../responses";

/** A request that DynamoDB refuses because of its content. */
export class ItemError extends TableError {
  constructor(message: string) {
    super("ValidationException", message);
  }
}

/**
 * The problems of an expression. DynamoDB reports one of them: first those of functions and names, then those of the operands of
 * the first condition.
 */
export class Problems {
  private worst: { readonly rank: number; readonly text: string } | undefined;

  /** @param rank - smaller ones are reported first; of equal ones, the first */
  add(rank: number, text: string): void {
    if (this.worst === undefined || rank < this.worst.rank) this.worst = { rank, text };
  }

  refuse(): void {
    if (this.worst !== undefined) throw new ItemError(this.worst.text);
  }
}
