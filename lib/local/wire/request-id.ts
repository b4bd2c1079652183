import { randomText } from "../../invoke";

/** A request id in the form that the gateways give: `JKJaXmPLvHcESHA=`. */
export function gatewayRequestId(): string {
  return `${randomText(11, "base64url")}=`;
}
