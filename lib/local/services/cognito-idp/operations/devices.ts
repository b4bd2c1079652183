import { requireText } from "../../../../model";
import { refusals } from "../errors";
import type { Device, User } from "../state/user";
import type { UserPools } from "../user-pools";
import { pageOf, seconds } from "./answers";
import { type InputOf, type Operations, requireSubject, type Subject } from "./contract";

/** Devices that users sign in from. */
export const deviceOperations = {
  ConfirmDevice: async (pools, { AccessToken, DeviceKey, DeviceSecretVerifierConfig = {}, DeviceName }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const device = user.devices.find(({ key }) => key === DeviceKey);
    if (device === undefined) throw refusals.noResource("Device does not exist.");
    const [salt, verifier] = ["Salt", "PasswordVerifier"].map((name) =>
      hex(requireText(DeviceSecretVerifierConfig, name)),
    );
    if (!salt || !verifier) throw refusals.invalid("Invalid device secret verifier.");
    const asksUser = pool.settings.devices?.asksUser ?? true;
    device.verifier = { salt, verifier };
    if (DeviceName !== undefined) device.name = DeviceName;
    device.isRemembered = !asksUser;
    device.modifiedAt = pool.clock.now();
    return { UserConfirmationNecessary: asksUser };
  },
  GetDevice: getDevice,
  AdminGetDevice: getDevice,
  ListDevices: listDevices,
  AdminListDevices: listDevices,
  UpdateDeviceStatus: updateDeviceStatus,
  AdminUpdateDeviceStatus: updateDeviceStatus,
  ForgetDevice: forgetDevice,
  AdminForgetDevice: forgetDevice,
} satisfies Operations;

type DeviceInput = Subject & { readonly DeviceKey: string };

async function getDevice(pools: UserPools, input: DeviceInput): Promise<object> {
  const { user } = await requireSubject(pools, input);
  return { Device: deviceAnswer(requireDevice(user, input.DeviceKey)) };
}

async function listDevices(
  pools: UserPools,
  input: InputOf<"ListDevices"> | InputOf<"AdminListDevices">,
): Promise<object> {
  const { user } = await requireSubject(pools, input);
  const confirmed = user.devices.filter(({ verifier }) => verifier !== undefined);
  const { items, next } = pageOf(confirmed, input.PaginationToken, input.Limit);
  return { Devices: items.map(deviceAnswer), PaginationToken: next };
}

async function updateDeviceStatus(
  pools: UserPools,
  input: InputOf<"UpdateDeviceStatus"> | InputOf<"AdminUpdateDeviceStatus">,
): Promise<object> {
  const { pool, user } = await requireSubject(pools, input);
  const device = requireDevice(user, input.DeviceKey);
  device.isRemembered = input.DeviceRememberedStatus === "remembered";
  device.modifiedAt = pool.clock.now();
  return {};
}

async function forgetDevice(pools: UserPools, input: DeviceInput): Promise<object> {
  const { user } = await requireSubject(pools, input);
  const device = requireDevice(user, input.DeviceKey);
  user.devices = user.devices.filter((each) => each !== device);
  return {};
}

const hex = (base64: string): string => Buffer.from(base64, "base64").toString("hex");

function deviceAnswer(device: Device): object {
  return {
    DeviceKey: device.key,
    DeviceAttributes: [
      { Name: "device_status", Value: device.isRemembered ? "remembered" : "not_remembered" },
      { Name: "device_name", Value: device.name ?? "" },
    ],
    DeviceCreateDate: seconds(device.createdAt),
    DeviceLastModifiedDate: seconds(device.modifiedAt),
    DeviceLastAuthenticatedDate: seconds(device.usedAt),
  };
}

/** A device that the user has confirmed. */
function requireDevice(user: User, key: string): Device {
  const device = user.devices.find((each) => each.key === key && each.verifier !== undefined);
  if (device === undefined) throw refusals.noResource("Device does not exist.");
  return device;
}
