import type { AddressAttribute, PoolSettings } from "../settings/pool-settings";
import { type CodeDelivery, masked } from "./send";

/**
 * The answer of a client that hides users for somebody who does not exist. It looks like the one for somebody who does:
 * for a name that is an address, it has the letters of that address.
 */
export function simulatedDelivery({ recovery }: PoolSettings, username: string): CodeDelivery {
  const isNumber = phoneNumber.test(username);
  const isSms = isNumber || (recovery[0] === "phone_number" && !username.includes("@"));
  const AttributeName = isSms ? "phone_number" : "email";
  const Destination = simulatedDestination(username, AttributeName);
  return { Destination, DeliveryMedium: isSms ? "SMS" : "EMAIL", AttributeName };
}

const phoneNumber = /^\+\d{6,15}$/;

/** An address of somebody who does not exist, as the service hides addresses. */
export function simulatedDestination(username: string, attribute: AddressAttribute): string {
  if (attribute === "phone_number")
    return masked(phoneNumber.test(username) ? username : "+15555550100", attribute);
  return masked(username.includes("@") ? username : `${username}@example.com`, attribute);
}
