import type {
  ConsumerContext,
  Service,
  ServiceContext,
  ServiceKind,
  ServiceResources,
} from "../../../lib/local/services/contract/service";
import type { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { accessKeys } from "../../support/access-keys";
import { TestClock } from "../support/clock";
import { TestFunctions } from "../support/functions";
import { testKeys } from "../support/keys";
import { testModel } from "../support/model";

/** The context of a service in tests; deliveries are discarded. */
export function serviceContext(given: Partial<ServiceContext> = {}): ServiceContext {
  const { functions = new TestFunctions() } = given;
  return {
    accessKeys,
    model: testModel({}),
    functions,
    clock: new TestClock(),
    report: () => {},
    keys: testKeys(),
    dataFolder: undefined,
    runsSchedules: false,
    deliver: async () => {},
    invokeLater: (request) => functions.invoke(request),
    ...given,
  };
}

/** A consumer works with the same things as the service of its source. */
export function consumerContext(given: Partial<ConsumerContext> = {}): ConsumerContext {
  const { functions, clock, deliver } = serviceContext();
  return { functions, clock, deliver, region: "us-east-1", ...given };
}

/** Starts a service and lets a router lead requests to it. */
export async function startService<Resources extends ServiceResources>(
  router: EndpointRouter,
  name: string,
  kind: ServiceKind<Resources>,
  context: ServiceContext,
): Promise<Service<Resources>> {
  const service = await kind.start(context);
  router.serve(new Map([[name, service]]));
  return service;
}
