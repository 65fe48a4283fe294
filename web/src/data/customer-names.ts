import { nameOf } from "./people.ts"

interface Named {
  firstName?: string
  lastName?: string
  _embedded: { emails: readonly { value: string }[]; phones: readonly { value: string }[] }
}

/** As people call them: by name, else by how they are reached. */
export function customerName({ firstName, lastName, _embedded: { emails, phones } }: Named): string {
  return nameOf({
    ...(firstName !== undefined && { first: firstName }),
    ...(lastName !== undefined && { last: lastName }),
    email: emails[0]?.value ?? phones[0]?.value ?? "",
  })
}
