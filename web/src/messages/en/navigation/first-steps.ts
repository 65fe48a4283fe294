export const firstSteps = {
  "firstSteps.title": "First steps",
  "firstSteps.progress": "{done} of {all}",
  "firstSteps.done": "done",
  "firstSteps.hide": "Hide first steps",
  "firstSteps.hidden": "Hidden. You find the first steps in Settings.",
  "firstSteps.mail": "Connect your mail",
  "firstSteps.invite": "Invite a teammate",
  "firstSteps.reply": "Try a reply",
  "firstSteps.samples": "Remove the sample conversations",
} as const
