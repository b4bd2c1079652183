import { notInApp, ServiceError } from "../contract/define-service";

/** The refusal of a request. */
export class TableError extends ServiceError {
  /** @param more - other members of the error */
  constructor(
    code: string,
    message: string,
    readonly more: object = {},
    status?: number,
  ) {
    super(code, message, status);
  }
}

/** The refusal of a request for a table that is not in the app. The log says what to do about it; the client gets AWS's words. */
export function noTable(name: string, message = "Requested resource not found"): ServiceError {
  return notInApp("dynamodb", "table", name, message);
}

/** The name of a table, which a request may give as an ARN. */
export function tableNameOf(table: string): string {
  return table.split("/").at(-1) ?? table;
}

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
