import { NotHereError, ServiceError } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";

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
  return new NotHereError("ResourceNotFoundException", message, missingResource("dynamodb", "table", name));
}

/** The name of a table, which a request may give as an ARN. */
export function tableNameOf(table: string): string {
  return table.split("/").at(-1) ?? table;
}
