import Type from "typebox"
import { PageOf, Person, Timestamp } from "../common.ts"

export const Follower = Type.Object({ user: Person, followedAt: Timestamp })
export type Follower = Type.Static<typeof Follower>

export const FollowerPage = PageOf("followers", Follower)
