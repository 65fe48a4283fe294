export interface ErrorCode {
  status: number
  title: string
  meaning: string
  /** What the caller can do about it. */
  remedy: string
}

/** Every code that an error may carry; a test compares it with the source. */
export const errorCodes: Record<string, ErrorCode> = {
  validation: {
    status: 400,
    title: "A value is not acceptable",
    meaning:
      "A query parameter, a part of the URL or a field of the body is missing, of the wrong type or outside its limits.",
    remedy:
      "Read `_embedded.errors`: each entry has the `path` of one value, what is wrong with it, and whether it stood in the `QUERY`, the `PATH` or the `JSON` body. Mend those values and send the request again.",
  },
  query: {
    status: 400,
    title: "The query cannot be understood",
    meaning:
      "A `query` is not of the form `(field:value)` with `AND`, `OR`, `NOT`, names an unknown field, or is too large: 2,048 characters, 64 clauses and 16 levels of brackets are the limits.",
    remedy:
      "The message tells the character, counted from 0, and what was expected there. Put values with brackets, quotes or colons into double quotes, and encode the whole query for the URL: a plus sign is `%2B`.",
  },
  cursor: {
    status: 400,
    title: "The cursor does not fit",
    meaning: "The `cursor` was not made by this desk, was changed on the way, or was made for other filters.",
    remedy:
      "Follow the `next` link as it is. To change a filter, begin again without `cursor`; the `first` link does so too.",
  },
  json: {
    status: 400,
    title: "The body is not JSON",
    meaning: "The body could not be read as JSON, or it is nested deeper than 32 levels.",
    remedy: "Send one JSON value in UTF-8. The message names the place where reading stopped.",
  },
  bad_request: {
    status: 400,
    title: "The request cannot be read",
    meaning:
      "Something about the request as a whole is wrong, such as a malformed URL or more than 200 query parameters.",
    remedy: "The message says what; change the request accordingly.",
  },
  host: {
    status: 400,
    title: "The Host header is not a host name",
    meaning: "Links in answers start with the host that was called, so a `Host` header that is none is refused.",
    remedy:
      "Call the desk by its real address. Whoever runs it can set `PUBLIC_URL`, after which the header no longer matters.",
  },
  text_too_complex: {
    status: 422,
    title: "The text is too complex",
    meaning: "The words of the text could not be read within ten seconds or 256 MB of memory.",
    remedy: "Shorten the text, simplify its markup, or send it as an attachment.",
  },
  idempotency_key: {
    status: 400,
    title: "The Idempotency-Key is not acceptable",
    meaning: "The key is empty, longer than 255 characters or has characters outside visible ASCII.",
    remedy: "Use a random identifier, such as a UUID, for each thing that you create.",
  },
  client: {
    status: 400,
    title: "The app is not known here",
    meaning: "The `client_id` of the authorization request belongs to no app of this desk.",
    remedy: "Check the `client_id`, and that the app was made on this desk: `npm run -s desk -- app create`.",
  },
  redirect_uri: {
    status: 400,
    title: "The redirect URI is not registered",
    meaning:
      "The `redirect_uri` of the authorization request is not one that the app has registered, letter by letter.",
    remedy: "Send exactly a registered one, or register this one with the app.",
  },
  unauthorized: {
    status: 401,
    title: "There are no valid credentials",
    meaning: "The request has no token, or its token is unknown, expired or revoked, or its user was deactivated.",
    remedy:
      "Send `Authorization: Bearer …` with a current token. Fetch a new one from `/v2/oauth2/token` when it expired.",
  },
  forbidden: {
    status: 403,
    title: "You may not do this",
    meaning: "You are known, but your role, or the scope of your token, does not cover this operation.",
    remedy: "Ask an administrator of the desk for the right, or use a token that was not narrowed.",
  },
  token_scope: {
    status: 403,
    title: "Your token may not do this",
    meaning:
      "Your role allows this operation, but your token is narrower. From narrow to wide the scopes are `read-only`, `drafts-only`, `full` and `administration`; users, apps, inboxes with their access and mail connections, and the account need `administration`.",
    remedy:
      "Sign in and do it there, or make a personal token with the scope that the message names. For an app, tick “May administer the desk” in its settings and get a new token.",
  },
  more_rights: {
    status: 403,
    title: "It acts for somebody with more rights than you",
    meaning:
      "Nobody gets or replaces anything by which they could act for somebody with more rights: only the owner changes the owner, the owner's reset link, and apps that act for the owner or that the owner has allowed.",
    remedy: "Ask the owner of the desk to do it.",
  },
  no_visible_conversation: {
    status: 403,
    title: "You see none of its conversations",
    meaning:
      "A customer or an organization is changed by those who see at least one of its conversations that they did not start themselves. Without conversations in other inboxes, everybody with an inbox may change it; a user without any inbox changes none.",
    remedy: "Ask somebody of the team that talks with this customer, or an administrator.",
  },
  acting_user: {
    status: 403,
    title: "You write in your own name only",
    meaning:
      "The `user` in a body names somebody else. Owners, admins and apps that call with their own secret may do that, light users never.",
    remedy: "Leave `user` out, or send your own id.",
  },
  standard_folder: {
    status: 403,
    title: "Every inbox has this folder",
    meaning: "The standard folders of an inbox show where its conversations are, and stay as they are.",
    remedy: "Change or delete custom folders and those of teams.",
  },
  virus: {
    status: 403,
    title: "The attachment is malicious",
    meaning: "The scanner of the desk found something malicious in the attachment, or could not look into it.",
    remedy: "Ask the sender for the file in another form. Nobody can download this one, whatever their role.",
  },
  tag_merging: {
    status: 409,
    title: "The tag is being merged",
    meaning: "One of the tags becomes another one already, on many conversations, or others become it.",
    remedy: "Read the tags again until none has `merging`, and then ask again.",
  },
  source_gone: {
    status: 410,
    title: "The message is no longer kept",
    meaning: "The mail as it came has been removed, as the desk's policy of how long raw mail is kept says.",
    remedy: "Nothing brings it back. What became of it, and the thread that it became, are still there.",
  },
  thread_fixed: {
    status: 403,
    title: "This thread stays as it is",
    meaning:
      "Line items record what happened and never change. Only notes, drafts and replies in review can be deleted, and only drafts lose attachments: what a customer has written or received is part of the record.",
    remedy: "Hide the thread by replacing `/hidden`, or change its text: the first one stays to be read.",
  },
  too_many_conversations: {
    status: 403,
    title: "The customer has too many conversations",
    meaning: "A customer with more than 100 conversations is not deleted while you wait. Nothing was deleted.",
    remedy: "Send `DELETE /v2/customers/{id}?async=true`: the desk answers 202 and deletes them soon.",
  },
  not_found: {
    status: 404,
    title: "There is nothing here for you",
    meaning:
      "The URL is unknown, or what it names does not exist, was deleted, or lies in an inbox that you were not given. These are not told apart, so that nobody learns what others have.",
    remedy: "Check the identifier, and with an administrator your access to the inbox.",
  },
  message_settled: {
    status: 409,
    title: "The mail has been taken in",
    meaning: "A mail that has become a thread is not read again, nor one that is waiting to be read.",
    remedy: "Nothing needs to be done: look at its `outcome` and at the thread that it names.",
  },
  message_decided: {
    status: 409,
    title: "The mail is not held",
    meaning: "Only a mail that is held can be accepted or rejected, and only once: somebody else may have been faster.",
    remedy: "Look at its `outcome`. A rejected mail is held again after `POST /v2/messages/{id}/rerun`.",
  },
  sender_undecidable: {
    status: 409,
    title: "The sender cannot be trusted or blocked so",
    meaning:
      "Only an address that stands in the teammate's profile can be trusted, and only a mail that names its sender can have them blocked. Nothing was changed.",
    remedy: "Add the address to the teammate's profile first, or decide without `sender`.",
  },
  no_message: {
    status: 404,
    title: "There is no original",
    meaning:
      "The thread was not received by mail and its text was never edited, so there is nothing but its present text.",
    remedy: "Read the thread itself: `GET /v2/conversations/{id}/threads/{id}`.",
  },
  method: {
    status: 405,
    title: "This URL does not have that method",
    meaning: "The URL exists, but not with the method of the request.",
    remedy: "Use one of the methods in the `Allow` header of the answer.",
  },
  idempotency_key_reused: {
    status: 409,
    title: "The Idempotency-Key was used for another request",
    meaning: "Within 24 hours, the same key came with another URL or another body.",
    remedy: "Take a new key for each new request, and the old one only to repeat exactly the same request.",
  },
  scan_pending: {
    status: 409,
    title: "The attachment is still being scanned",
    meaning: "An attachment is shown and can be downloaded when the scanner of the desk has found it harmless.",
    remedy:
      "Try again after the number of seconds in `Retry-After`. If it lasts, whoever runs the desk should look at the scanner.",
  },
  upload_limit: {
    status: 429,
    title: "Too much was uploaded",
    meaning:
      "Everybody may upload so many files and bytes an hour, so that one account cannot fill the disk of the desk.",
    remedy:
      "Try again after the number of seconds in `Retry-After`. Whoever runs the desk sets the limits with `UPLOAD_BYTES_PER_HOUR` and `UPLOAD_FILES_PER_HOUR`.",
  },
  mail_state: {
    status: 409,
    title: "The mail is not in a state for this",
    meaning:
      "A mail that everybody has got cannot be sent again, one that has gone out cannot be dropped, and one that is being sent at the moment can be neither.",
    remedy: "Read it again in the list of outgoing mail: its `state` says what became of it.",
  },
  thread_state: {
    status: 409,
    title: "The thread is in another state",
    meaning:
      "What was asked for is done to drafts and this is none any more, or to published threads and this is not published.",
    remedy: "Read the thread again: its `state` tells what has become of it. What went out cannot be taken back.",
  },
  email_taken: {
    status: 409,
    title: "The e-mail address is taken",
    meaning:
      "An address belongs to one user and to one inbox, and another one has this. Users who were deleted keep theirs.",
    remedy: "Choose another address. The message tells how to bring back a user who was deleted.",
  },
  inbox_not_empty: {
    status: 409,
    title: "The inbox still has conversations",
    meaning:
      "Only an inbox without conversations can be deleted. Deleted ones count until they are purged, and drafts count too.",
    remedy: "Move its conversations to another inbox, then delete it.",
  },
  field_exists: {
    status: 409,
    title: "The inbox has such a field already",
    meaning: "The custom fields of an inbox are told apart by their names, and another one has this.",
    remedy: "Use the field that exists, or choose another name.",
  },
  connection_exists: {
    status: 409,
    title: "The inbox has such a mail connection already",
    meaning: "An inbox fetches mail by one IMAP connection and sends it by one SMTP connection at most.",
    remedy: "Change the connection that is there with `PUT`, or delete it first.",
  },
  no_relay: {
    status: 409,
    title: "There is nothing to send mail through",
    meaning: "The inbox has no enabled SMTP connection, and the desk has no relay for all inboxes (`SMTP_URL`).",
    remedy: "Add an SMTP connection to the inbox, or enable the one that is there, and retry.",
  },
  field_in_use: {
    status: 409,
    title: "Conversations have values of this field",
    meaning: "The type of a custom field cannot change while conversations have values of the old type.",
    remedy: "Make a new field of the type that you want.",
  },
  option_in_use: {
    status: 409,
    title: "Conversations have this option",
    meaning: "An option of a dropdown cannot go while conversations have it: they would lose their value.",
    remedy: "Keep it, perhaps with another label, or give those conversations another option first.",
  },
  folder_exists: {
    status: 409,
    title: "The team has a folder there already",
    meaning: "A team has at most one folder in an inbox.",
    remedy: "Use the folder that exists.",
  },
  saved_reply_exists: {
    status: 409,
    title: "The inbox has such a saved reply already",
    meaning: "The saved replies of an inbox are told apart by their names, and another one has this.",
    remedy: "Change the saved reply that exists, or choose another name.",
  },
  tag_exists: {
    status: 409,
    title: "There is such a tag already",
    meaning: "Tags are told apart by their names, and another tag has this one.",
    remedy: "Use the tag that exists, or choose another name.",
  },
  customer_email_taken: {
    status: 409,
    title: "The e-mail address belongs to another customer",
    meaning: "An address belongs to at most one customer, in whatever case it is written. Nothing was changed.",
    remedy: "The message names the customer who has it. Use that one, merge the two, or take the address away there.",
  },
  address_exists: {
    status: 409,
    title: "The customer has an address already",
    meaning: "A customer has one address, and POST only adds it where there is none.",
    remedy: "Overwrite it with `PUT`, or delete it first.",
  },
  domain_taken: {
    status: 409,
    title: "The domain belongs to another organization",
    meaning: "A domain tells which organization a customer belongs to, so only one can have it. Nothing was changed.",
    remedy: "The message names the organization that has it. Use that one, or take the domain away there.",
  },
  property_exists: {
    status: 409,
    title: "There is such a property already",
    meaning: "Properties are told apart by their slugs, and another property has this one.",
    remedy: "Use the property that exists, or choose another slug.",
  },
  property_limit: {
    status: 409,
    title: "There are as many properties as there can be",
    meaning: "Customers and organizations can have 50 properties each, because every one is shown with all of them.",
    remedy: "Delete a property that is not needed any more.",
  },
  conversation_merged: {
    status: 409,
    title: "The conversation was merged meanwhile",
    meaning: "Somebody has merged it into another conversation. Nothing was changed.",
    remedy: "Get Conversation redirects from the old id to where it is now; go on there.",
  },
  not_published: {
    status: 409,
    title: "The conversation is deleted, or still a draft",
    meaning: "Only published conversations are merged, split or forwarded. Nothing was changed.",
    remedy: "Publish the draft, or have an administrator restore the deleted conversation.",
  },
  delivery_pending: {
    status: 409,
    title: "The delivery is still to be attempted",
    meaning:
      "Only what was delivered, given up or cancelled is sent again. This one is sent anyway. Nothing was changed.",
    remedy:
      "Wait: its `nextAttemptAt` tells when. One that is `held` goes on when its webhook is enabled, which also makes due what waits for its next attempt.",
  },
  delivery_test: {
    status: 409,
    title: "A test is not replayed",
    meaning: "What a test sent says nothing, and it is never sent again. Nothing was changed.",
    remedy: "Send another test to the webhook.",
  },
  gone_meanwhile: {
    status: 409,
    title: "Something has gone meanwhile",
    meaning:
      "What the request refers to was deleted while it ran, or what it wanted to delete was put to use. Nothing was changed.",
    remedy: "Get what you refer to again; what is gone answers 404.",
  },
  password_changed: {
    status: 409,
    title: "The password was changed meanwhile",
    meaning: "The password was changed elsewhere while this request wanted to change it.",
    remedy: "Sign in with the new password, and change it again if need be.",
  },
  set_up_already: {
    status: 409,
    title: "The desk has been set up already",
    meaning: "The first set-up of a desk is done once, and somebody has done it.",
    remedy:
      "Change what you want to change one by one: `PUT /v2/users/{id}`, `PUT /session/password`, `POST /v2/mailboxes`.",
  },
  bulk_state: {
    status: 409,
    title: "The bulk action cannot be undone",
    meaning: "A bulk action can be undone once, while it runs and for ten minutes after it is done.",
    remedy: "Change the conversations by another bulk action, or one by one.",
  },
  too_many_views: {
    status: 409,
    title: "There are too many saved views",
    meaning: "A user keeps up to 100 views, shared ones included.",
    remedy: "Delete those that nobody uses, or change one instead of making another.",
  },
  workflow_state: {
    status: 409,
    title: "The workflow cannot be run now",
    meaning:
      "People run manual workflows that are active. This one is automatic, inactive, or lacks something it needs.",
    remedy:
      "Read the workflow: its `status` and `problem` say what is to be mended. Have an administrator activate it.",
  },
  too_many_workflows: {
    status: 409,
    title: "The inbox has too many workflows",
    meaning: "An inbox has up to 200 workflows, because every one is asked about what happens there.",
    remedy: "Delete those that are not needed, or put the actions of several into one.",
  },
  reset_link: {
    status: 404,
    title: "The link no longer works",
    meaning:
      "A link to choose a new password works once and for an hour, and only the newest one of a user. This one has expired, was used or never was.",
    remedy: "Ask for a new one where you sign in, or ask an administrator for one.",
  },
  events_gone: {
    status: 410,
    title: "These events are no longer kept",
    meaning:
      "Events are kept for some time only (`EVENT_RETENTION_DAYS`), and the first one after the number you gave has been forgotten. To go on with later ones would leave some out without a word.",
    remedy:
      "Read afresh what you follow, such as the list of conversations, and then go on after the number that the message names.",
  },
  too_many_threads: {
    status: 412,
    title: "The new conversation has too many threads",
    meaning: "A conversation holds at most 100 threads; line items, which record changes, do not count.",
    remedy: "Part the threads among several conversations.",
  },
  merged_thread_limit: {
    status: 412,
    title: "Together the conversations have too many threads",
    meaning:
      "A conversation holds at most 100 threads; line items, which record changes, do not count. Nothing was merged.",
    remedy: "Merge fewer of them, or tell in a note of each where the others are.",
  },
  thread_limit: {
    status: 412,
    title: "The conversation is full",
    meaning: "It holds 99 threads or more, and takes no more of them. Nothing was added.",
    remedy: "Continue in a new conversation: `POST /v2/conversations/{id}/continue`.",
  },
  attachment_limit: {
    status: 412,
    title: "The thread has enough attachments",
    meaning: "A thread holds at most 100 attachments. Nothing was added.",
    remedy: "Add it to another thread.",
  },
  old_conversation: {
    status: 412,
    title: "The conversation is too old",
    meaning: "The desk's policy is that conversations of this age take no more threads. Nothing was added.",
    remedy:
      "Continue in a new conversation, by `POST /v2/conversations/{id}/continue`, or ask an administrator to change the policy.",
  },
  changed_meanwhile: {
    status: 412,
    title: "It was changed since you read it",
    meaning: "The `If-Match` header names an older state than the present one. Nothing was changed.",
    remedy: "Read it again, apply your change to what you find, and send that with the new `ETag`.",
  },
  too_large: {
    status: 413,
    title: "The body is too large",
    meaning: "The body, or one attachment in it, is larger than this operation takes.",
    remedy:
      "Send less at once, such as fewer or smaller attachments. Whoever runs the desk can raise `BODY_LIMIT`, `MESSAGE_LIMIT` for new conversations and threads, and `ATTACHMENT_LIMIT`.",
  },
  media_type: {
    status: 415,
    title: "The body has the wrong media type",
    meaning: "The body is not declared as JSON, or it is compressed.",
    remedy: "Send `Content-Type: application/json` and the body without `Content-Encoding`.",
  },
  range: {
    status: 416,
    title: "There are no such bytes",
    meaning: "The `Range` begins behind the end of the file.",
    remedy: "`Content-Range` of this answer tells the length. Leave `Range` out to get the whole file.",
  },
  throttled: {
    status: 429,
    title: "Too many requests",
    meaning:
      "The desk's allowance for this minute is used up, or there were too many failed attempts to sign in. A read costs 1, a write 2.",
    remedy:
      "Wait for the number of seconds in `Retry-After`, then go on. `X-RateLimit-Remaining-Minute` tells what is left.",
  },
  internal: {
    status: 500,
    title: "Something went wrong inside the desk",
    meaning: "This is a defect of the desk, not of your request.",
    remedy: "Tell whoever runs it the `logRef`: the log has the details under it.",
  },
  file_missing: {
    status: 500,
    title: "The contents of a file are missing",
    meaning: "The desk knows the file, but its contents are not in the store, or not whole.",
    remedy:
      "Tell whoever runs the desk the `logRef`: the log names the file, which must be restored from the backup. `FILES_DIR` may also point to another folder than when it was uploaded.",
  },
  refused: {
    status: 500,
    title: "The desk cannot do its work as it is set up",
    meaning: "A setting or the database is not as it must be. It is mostly seen at the start and on the command line.",
    remedy: "Follow the message, or run `npm run -s desk -- doctor` on the machine of the desk.",
  },
  picture: {
    status: 502,
    title: "A picture from elsewhere cannot be shown",
    meaning:
      "The server that a message names as the place of a picture did not answer in time, answered something else than PNG, JPEG, GIF, WebP or AVIF, or more than 5 MB.",
    remedy: "Try again later; the message can be read without it.",
  },
  unavailable: {
    status: 503,
    title: "A needed part is away",
    meaning: "The database, or another part that the operation needs, does not answer, is read-only or is too busy.",
    remedy:
      "Try again after the number of seconds in `Retry-After`. A POST with an `Idempotency-Key` can be repeated without fear of doing it twice.",
  },
}
