import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Queues of the app, by id; synthesis writes them. */
export interface QueueResources extends WrittenAtSynthesis {}

/**
 * The queues that this function is bound to.
 *
 * @example
 * new SendMessageCommand({ QueueUrl: Queue.orders.queueUrl, MessageBody: body });
 */
export const Queue = boundResources<QueueResources>({ className: "Queue", variables: ["queueUrl"] });
