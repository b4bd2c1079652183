import type { Pool } from "../pool";
import type { Group } from "../state/user";
import { pageOf, seconds, userAnswer } from "./answers";
import type { Operations } from "./contract";

/** Groups and their members. */
export const groupOperations = {
  CreateGroup: (
    pools,
    { GroupName: name, UserPoolId, Description: description, RoleArn: roleArn, Precedence: precedence },
  ) => {
    const pool = pools.requirePool(UserPoolId);
    const now = pool.clock.now();
    const created = { name, description, roleArn, precedence, createdAt: now, modifiedAt: now };
    const group = pool.groups.create(created);
    return { Group: groupAnswer(pool, group) };
  },
  GetGroup: (pools, { GroupName, UserPoolId }) => {
    const pool = pools.requirePool(UserPoolId);
    return { Group: groupAnswer(pool, pool.groups.require(GroupName)) };
  },
  UpdateGroup: (pools, { GroupName, UserPoolId, Description, RoleArn, Precedence }) => {
    const pool = pools.requirePool(UserPoolId);
    const group = pool.groups.require(GroupName);
    const changed = pool.groups.update({
      ...group,
      description: Description ?? group.description,
      roleArn: RoleArn ?? group.roleArn,
      precedence: Precedence ?? group.precedence,
      modifiedAt: pool.clock.now(),
    });
    return { Group: groupAnswer(pool, changed) };
  },
  DeleteGroup: (pools, { GroupName, UserPoolId }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    groups.delete(GroupName);
    for (const user of users.all) user.groups = user.groups.filter((each) => each !== GroupName);
    return {};
  },
  ListGroups: (pools, { UserPoolId, Limit, NextToken }) => {
    const pool = pools.requirePool(UserPoolId);
    const { items, next } = pageOf(pool.groups.all, NextToken, Limit);
    return { Groups: items.map((each) => groupAnswer(pool, each)), NextToken: next };
  },
  ListUsersInGroup: (pools, { UserPoolId, GroupName, Limit, NextToken }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const { name } = groups.require(GroupName);
    const members = users.all.filter((user) => user.groups.includes(name));
    const { items, next } = pageOf(members, NextToken, Limit);
    return { Users: items.map((each) => userAnswer(each)), NextToken: next };
  },
  AdminAddUserToGroup: (pools, { UserPoolId, Username, GroupName }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    user.groups = [...new Set([...user.groups, groups.require(GroupName).name])];
    return {};
  },
  AdminRemoveUserFromGroup: (pools, { UserPoolId, Username, GroupName }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    const { name } = groups.require(GroupName);
    user.groups = user.groups.filter((each) => each !== name);
    return {};
  },
  AdminListGroupsForUser: (pools, { Username, UserPoolId, Limit, NextToken }) => {
    const pool = pools.requirePool(UserPoolId);
    const { items, next } = pageOf(pool.groups.of(pool.users.require(Username)), NextToken, Limit);
    return { Groups: items.map((each) => groupAnswer(pool, each)), NextToken: next };
  },
} satisfies Operations;

function groupAnswer({ settings }: Pool, group: Group): object {
  return {
    GroupName: group.name,
    UserPoolId: settings.id,
    ...(group.description !== undefined && { Description: group.description }),
    ...(group.roleArn !== undefined && { RoleArn: group.roleArn }),
    ...(group.precedence !== undefined && { Precedence: group.precedence }),
    LastModifiedDate: seconds(group.modifiedAt),
    CreationDate: seconds(group.createdAt),
  };
}
