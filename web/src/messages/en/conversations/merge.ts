export const merge = {
  "merge.title": "Merge #{number} with another conversation",
  "merge.box": "Find the other conversation",
  "merge.placeholder": "Number, subject, words or address",
  "merge.looking": "Looking …",
  "merge.type": "Type a number, words of the subject or of a message, or an address.",
  "merge.stays": "This one stays",
  "merge.goes": "Becomes part of it",
  "merge.swap": "Keep the other one instead",
  "merge.warning": "All messages of #{goes} move to #{stays}, and links to #{goes} lead there. This cannot be undone.",
  "merge.do": "Merge into #{number}",
  "merge.again": "Choose another",
  "merge.done": "#{goes} is now part of #{stays}",
} as const
