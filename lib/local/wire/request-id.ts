import { randomText } from "../invoke";

/** A request id in API Gateway's format: `JKJaXmPLvHcESHA=`. */
export function gatewayRequestId(): string {
  return `${randomText(11, "base64url")}=`;
}
