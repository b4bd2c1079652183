import type { AddressAttribute, PoolSettings } from "../settings/pool-settings";
import { type CodeDelivery, masked } from "./send";

/**
 * The answer for a user who does not exist, of a client that hides users. It looks like the one for an existing user:
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

/** An address of a user who does not exist, masked as by the service. */
export function simulatedDestination(username: string, attribute: AddressAttribute): string {
  if (attribute === "phone_number")
    return masked(phoneNumber.test(username) ? username : "+15555550100", attribute);
  return masked(username.includes("@") ? username : `${username}@example.com`, attribute);
}
