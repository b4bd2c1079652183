import { type CodeDelivery, send } from "../messages/send";
import type { Sending } from "../sending";
import { createPendingCode } from "../state/pending-codes";
import type { CodePurpose } from "../state/user";

/** Makes a code for a purpose, and sends it. */
export function sendCode({
  purpose,
  ...sending
}: Omit<Sending, "code"> & { readonly purpose: CodePurpose }): Promise<CodeDelivery> {
  const { pool, user, attribute } = sending;
  const code = createPendingCode(user, purpose, attribute, pool.clock.now());
  return send({ ...sending, code });
}
