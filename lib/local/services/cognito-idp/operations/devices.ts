import { requireText } from "../../../../model/resources/values";
import { refusals } from "../errors";
import { deviceAnswer, pageOf, requireDevice } from "./answers";
import type { Operations } from "./contract";

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
  GetDevice: async (pools, { DeviceKey, AccessToken }) => {
    const { user } = await pools.holderOf(AccessToken ?? "");
    return { Device: deviceAnswer(requireDevice(user, DeviceKey)) };
  },
  AdminGetDevice: (pools, { DeviceKey, UserPoolId, Username }) => {
    const user = pools.requirePool(UserPoolId).users.require(Username);
    return { Device: deviceAnswer(requireDevice(user, DeviceKey)) };
  },
  ListDevices: async (pools, { AccessToken, Limit, PaginationToken }) => {
    const { user } = await pools.holderOf(AccessToken);
    const { items, next } = pageOf(
      user.devices.filter(({ verifier }) => verifier !== undefined),
      PaginationToken,
      Limit,
    );
    return { Devices: items.map(deviceAnswer), ...(next !== undefined && { PaginationToken: next }) };
  },
  AdminListDevices: (pools, { UserPoolId, Username, Limit, PaginationToken }) => {
    const { devices } = pools.requirePool(UserPoolId).users.require(Username);
    const { items, next } = pageOf(
      devices.filter(({ verifier }) => verifier !== undefined),
      PaginationToken,
      Limit,
    );
    return { Devices: items.map(deviceAnswer), ...(next !== undefined && { PaginationToken: next }) };
  },
  UpdateDeviceStatus: async (pools, { AccessToken, DeviceKey, DeviceRememberedStatus }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const device = requireDevice(user, DeviceKey);
    device.isRemembered = DeviceRememberedStatus === "remembered";
    device.modifiedAt = pool.clock.now();
    return {};
  },
  AdminUpdateDeviceStatus: (pools, { UserPoolId, Username, DeviceKey, DeviceRememberedStatus }) => {
    const pool = pools.requirePool(UserPoolId);
    const device = requireDevice(pool.users.require(Username), DeviceKey);
    device.isRemembered = DeviceRememberedStatus === "remembered";
    device.modifiedAt = pool.clock.now();
    return {};
  },
  ForgetDevice: async (pools, { AccessToken, DeviceKey }) => {
    const { user } = await pools.holderOf(AccessToken ?? "");
    const device = requireDevice(user, DeviceKey);
    user.devices = user.devices.filter((each) => each !== device);
    return {};
  },
  AdminForgetDevice: (pools, { UserPoolId, Username, DeviceKey }) => {
    const user = pools.requirePool(UserPoolId).users.require(Username);
    const device = requireDevice(user, DeviceKey);
    user.devices = user.devices.filter((each) => each !== device);
    return {};
  },
} satisfies Operations;

const hex = (base64: string): string => Buffer.from(base64, "base64").toString("hex");
