import type { PoolSettings } from "../settings/pool-settings";
import type { CodeDelivery } from "./send";

/** What a client that hides users answers for somebody who does not exist. */
export function simulatedDelivery({ recovery }: PoolSettings): CodeDelivery {
  return recovery[0] === "phone_number"
    ? { Destination: "+*******0100", DeliveryMedium: "SMS", AttributeName: "phone_number" }
    : { Destination: "a***@e***", DeliveryMedium: "EMAIL", AttributeName: "email" };
}
