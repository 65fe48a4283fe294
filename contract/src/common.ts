import Type, { type TProperties, type TSchema } from "typebox"

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "Record identifier" })

/** Answers write whole seconds in UTC; requests may carry fractions and offsets, see `Moment`. */
export const Timestamp = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$",
  description: "UTC, `yyyy-MM-ddTHH:mm:ssZ`",
})

/** Told apart from other patterns where a mistake is put into words. */
export const momentPattern =
  "^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?(Z|[+-]\\d{2}(:?\\d{2})?)?)?$"

export const Moment = Type.String({
  pattern: momentPattern,
  maxLength: 40,
  description: "ISO 8601, with or without fractional seconds and offset",
})

export const Link = Type.Object({ href: Type.String(), templated: Type.Optional(Type.Boolean()) })

/** `required` are always there, `optional` only where they apply. */
export function Links<const Required extends string, const Optional extends string = never>(
  required: readonly Required[],
  optional: readonly Optional[] = [],
) {
  const properties: Record<string, TSchema> = {}
  for (const name of required) properties[name] = Link
  for (const name of optional) properties[name] = Type.Optional(Link)
  return Type.Object(
    properties as { [Name in Required]: typeof Link } & { [Name in Optional]: Type.TOptional<typeof Link> },
  )
}

export const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: "Page, from 1" })

export const PageSize = Type.Integer({ description: "Rows a page, clamped to 1–100" })

/** What a list without filters takes. */
export const PageQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const PageInfo = Type.Object({
  size: Type.Integer(),
  totalElements: Type.Integer(),
  totalPages: Type.Integer(),
  number: Type.Integer(),
  estimated: Type.Optional(
    Type.Literal(true, {
      description:
        "There are too many to count: `totalElements` and `totalPages` are estimates. Follow `next` to the end",
    }),
  ),
})

/** The envelope of every list that is paged by number. */
export function PageOf<const Name extends string, Item extends TSchema>(name: Name, item: Item) {
  return Type.Object({
    _embedded: Type.Object({ [name]: Type.Array(item) } as { [Key in Name]: Type.TArray<Item> }),
    _links: Links(["self", "first", "last", "page"], ["next", "previous"]),
    page: PageInfo,
  })
}

/** The envelope of a list that is followed by its `next` links alone. */
export function CursorPageOf<const Name extends string, Item extends TSchema>(name: Name, item: Item) {
  return Type.Object({
    _embedded: Type.Object({ [name]: Type.Array(item) } as { [Key in Name]: Type.TArray<Item> }),
    _links: Links(["self", "first"], ["next"]),
  })
}

export function OneOf<const Values extends readonly string[]>(values: Values, options: TProperties | object = {}) {
  return Type.Enum(values as unknown as string[], { type: "string", ...options }) as unknown as Type.TUnsafe<
    Values[number]
  >
}

export const Person = Type.Object({
  id: Type.Integer(),
  type: OneOf(["user", "customer", "team", "system_user"]),
  first: Type.Optional(Type.String()),
  last: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  photoUrl: Type.Optional(Type.String()),
})
