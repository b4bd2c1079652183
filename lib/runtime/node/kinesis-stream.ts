import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Data streams of the app, by id; synthesis writes them. */
export interface KinesisStreamResources extends WrittenAtSynthesis {}

/**
 * The data streams that this function is bound to.
 *
 * @example
 * new PutRecordCommand({ StreamName: KinesisStream.clicks.streamName, PartitionKey: id, Data: data });
 */
export const KinesisStream = boundResources<KinesisStreamResources>({
  className: "KinesisStream",
  variables: ["streamName"],
});
