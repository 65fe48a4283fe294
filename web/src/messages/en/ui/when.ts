export const when = {
  "when.box": "When",
  "when.placeholder": "tomorrow 9am, in 2 hours, next friday, jan 15 …",
  "when.understood": "Understood as {time}",
  "when.none": "That is no time to come. Try “tomorrow 9am” or “in 2 hours”.",
  "when.laterToday": "Later today",
  "when.tomorrowMorning": "Tomorrow morning",
  "when.tomorrowAfternoon": "Tomorrow afternoon",
  "when.nextWeek": "Next week",
  "when.nextMonth": "Next month",
} as const
