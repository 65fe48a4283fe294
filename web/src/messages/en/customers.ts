export const customers = {
  "details.label": "Details of the customer",
  "details.customer": "Customer",
  "details.copy": "Copy {text}",
  "details.organization": "Organization",
  "details.background": "Background",
  "details.properties": "Properties",
  "details.fields": "Fields",
  "details.others": "Other conversations",
  "details.noOthers": "This is their only conversation.",
  "details.moreOthers": { one: "{count} more", other: "{count} more" },
  "details.since": "Customer since {date}",
  "details.close": "Close details",
} as const
