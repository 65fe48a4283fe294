import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { desk } from "../client.ts"
import { useMe } from "../session.ts"

function followersQuery(conversationId: number) {
  return queryOptions({
    queryKey: ["followers", conversationId],
    queryFn: async () =>
      (await desk.conversations.followers(conversationId).list({ size: 100 }))._embedded.followers.map(
        ({ user }) => user.id,
      ),
  })
}

/** Whether the user follows the conversation, and what changes that: shown at once, and rolled back where it fails. */
export function useFollowing(conversationId: number): [boolean, (follows: boolean) => Promise<void>] {
  const { id: userId } = useMe()
  const queryClient = useQueryClient()
  const query = followersQuery(conversationId)
  const { data: followers = [] } = useQuery(query)
  const change = async (follows: boolean) => {
    await queryClient.cancelQueries({ queryKey: query.queryKey })
    const before = queryClient.getQueryData(query.queryKey) ?? []
    const others = before.filter((id) => id !== userId)
    queryClient.setQueryData(query.queryKey, follows ? [...others, userId] : others)
    try {
      await (follows ? desk.conversations.follow(conversationId) : desk.conversations.unfollow(conversationId))
    } catch (error) {
      queryClient.setQueryData(query.queryKey, before)
      throw error
    }
  }
  return [followers.includes(userId), change]
}
