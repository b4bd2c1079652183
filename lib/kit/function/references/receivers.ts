import { Construct } from "constructs";
import { isPlainObject } from "../../core/checks/check";
import { fail } from "../errors";

export interface GivenReceiver {
  readonly prop: string;
  readonly given: unknown;
}

/**
 * The constructs to which one source delivers.
 *
 * AWS keeps one subscription or mapping for a source and a receiver: it refuses a second one or returns the first. Sources:
 * https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html,
 * https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html
 */
export class Receivers {
  private props: ReadonlyMap<Construct, string> = new Map();

  /** Refuses a construct that occurs twice, also in earlier calls. Called after all other checks. */
  add(owner: Construct, receivers: readonly GivenReceiver[]): void {
    const props = new Map(this.props);
    for (const { prop, given } of receivers) {
      const receiver = constructIn(given);
      if (receiver === undefined) continue;
      const other = props.get(receiver);
      if (other !== undefined) fail(owner, "receiver-twice", prop, { value: receiver.node.path, other });
      props.set(receiver, prop);
    }
    this.props = props;
  }
}

function constructIn(given: unknown): Construct | undefined {
  if (Construct.isConstruct(given)) return given;
  if (!isPlainObject(given)) return undefined;
  return [given.function, given.queue].find(Construct.isConstruct);
}
