import { randomUUID } from "node:crypto";
import { randomText } from "../../../invoke";
import { clearFailures } from "../state/passwords";
import type { Device } from "../state/user";
import { issueTokens } from "../tokens/issue-tokens";
import { postAuthentication } from "../triggers/simple-triggers";
import type { AuthAnswer, UserSignIn } from "./sign-in";

/** Issues the tokens of a user who has proved everything. */
export async function finish(signIn: UserSignIn): Promise<AuthAnswer> {
  const { pool, user, client, clientMetadata, source } = signIn;
  const known = user.devices.find(({ key }) => key === signIn.deviceKey);
  const isNew = pool.settings.devices !== undefined && known === undefined && signIn.isHosted !== true;
  await postAuthentication(pool, user, { clientId: client.id, clientMetadata, newDeviceUsed: isNew });
  if (signIn.isHosted === true) {
    clearFailures(user);
    return { ChallengeParameters: {}, hostedUser: user };
  }
  const device = isNew ? newDevice(signIn) : known;
  if (device !== undefined) device.usedAt = pool.clock.now();
  const tokens = await issueTokens({ pool, user, client, source, clientMetadata, deviceKey: device?.key });
  clearFailures(user);
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      ...tokens,
      ...(isNew &&
        device !== undefined && {
          NewDeviceMetadata: { DeviceKey: device.key, DeviceGroupKey: device.groupKey },
        }),
    },
  };
}

/** The client may confirm the device with these keys. */
function newDevice({ pool, user }: UserSignIn): Device {
  const now = pool.clock.now();
  const device: Device = {
    key: `${pool.settings.region}_${randomUUID()}`,
    groupKey: `-${randomText(6, "base64url")}`,
    isRemembered: false,
    createdAt: now,
    modifiedAt: now,
    usedAt: now,
  };
  user.devices.push(device);
  return device;
}
