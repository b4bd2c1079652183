import { appTexts } from "./app/errors";
import { bundleTexts } from "./bundle/errors";
import { cliTexts } from "./cli/errors";
import { apiTexts } from "./constructs/api/errors";
import { bucketTexts } from "./constructs/bucket/errors";
import { eventBusTexts } from "./constructs/event-bus/errors";
import { kinesisStreamTexts } from "./constructs/kinesis-stream/errors";
import { queueTexts } from "./constructs/queue/errors";
import { restTexts } from "./constructs/rest-v1-api/errors";
import { tableTexts } from "./constructs/table/errors";
import { topicTexts } from "./constructs/topic/errors";
import { userbaseTexts } from "./constructs/userbase/errors";
import { webSocketTexts } from "./constructs/web-socket-api/errors";
import { coreTexts } from "./core/errors";
import { dnsTexts } from "./dns/errors";
import { eventsTexts } from "./events/errors";
import { consumerTexts } from "./function/consumers/errors";
import { functionTexts } from "./function/errors";
import { gatewayTexts } from "./gateway/errors";
import { iamTexts } from "./iam/errors";
import { localTexts } from "./local/errors";

/** Every text that the library shows for wrong input, by code. */
export const catalogue = {
  ...appTexts,
  ...bundleTexts,
  ...cliTexts,
  ...coreTexts,
  ...dnsTexts,
  ...eventsTexts,
  ...consumerTexts,
  ...functionTexts,
  ...gatewayTexts,
  ...iamTexts,
  ...localTexts,
  ...apiTexts,
  ...bucketTexts,
  ...eventBusTexts,
  ...kinesisStreamTexts,
  ...queueTexts,
  ...restTexts,
  ...tableTexts,
  ...topicTexts,
  ...userbaseTexts,
  ...webSocketTexts,
};
