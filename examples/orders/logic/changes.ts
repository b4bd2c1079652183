import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { type Emit, type OrderEvent, source } from "./events";

/** Tells the bus what has happened to orders: the consumer of the table's stream. */
export function changesHandler(emit: Emit) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    const events = Records.flatMap(eventOf);
    if (events.length > 0) await emit(events);
  };
}

function eventOf({ eventName, dynamodb }: DynamoDBRecord): OrderEvent[] {
  const { OldImage, NewImage } = dynamodb ?? {};
  const detail = { id: NewImage?.id?.S ?? "", customer: NewImage?.customer?.S ?? "" };
  if (eventName === "INSERT") return [{ source, "detail-type": "OrderPlaced", detail }];
  const isShipped = NewImage?.status?.S === "shipped" && OldImage?.status?.S === "placed";
  return isShipped ? [{ source, "detail-type": "OrderShipped", detail }] : [];
}
