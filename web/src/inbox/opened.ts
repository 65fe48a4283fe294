/** What is needed once a conversation is open, in one file that is fetched after the first picture. */
export { ConversationPane } from "../conversations/ConversationPane.tsx"
export { Details } from "../customers/Details.tsx"
export { RecentStrip } from "../recent/RecentStrip.tsx"
