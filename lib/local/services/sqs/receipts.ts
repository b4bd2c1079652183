import { ServiceError } from "../contract/define-service";

/** Refuses a text that cannot be a receipt handle of this machine. Source: .../APIReference/API_DeleteMessage.html */
export function checkReceipt(receipt: string): void {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(receipt)) return;
  throw new ServiceError(
    "ReceiptHandleIsInvalid",
    `The input receipt handle "${receipt.slice(0, 200)}" is not a valid receipt handle.`,
    404,
  );
}

/** The refusal of a receipt handle that was valid. */
export function staleReceipt(receipt: string, reason: string): ServiceError {
  return new ServiceError(
    "InvalidParameterValue",
    `Value ${receipt} for parameter ReceiptHandle is invalid. Reason: ${reason}`,
  );
}
