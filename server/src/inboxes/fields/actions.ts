import type { ChangedCustomField, CustomFieldType, NewCustomField } from "@deskhand/contract/inboxes/custom-field"
import { codeOf, type Db } from "../../db/db.ts"
import { conflict, invalid, notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Change, CheckedChange } from "../../http/input/if-match.ts"
import { textIn } from "../../http/input/texts.ts"
import { enqueueJob } from "../../jobs/enqueue.ts"
import type { FieldPlace } from "./queries.ts"
import {
  deleteOptions,
  findChosenOption,
  hasValues,
  insertField,
  listOptionIds,
  lockField,
  markFieldDeleted,
  type OptionRow,
  updateField,
  writeOptions,
} from "./write-queries.ts"

export function createCustomField(
  db: Db,
  field: NewCustomField & { inboxId: number },
  { viewer, now }: Change,
): Promise<number> {
  const { inboxId, type } = field
  const name = textIn(field.name, "name")
  refuseMisplacedOptions(type, field.options, [])
  const options = optionsOf(field.options ?? [], [])
  return db.transaction(async (db) => {
    const id = await refusingTwins(name, () =>
      insertField(db, { inboxId, name, type, required: field.required ?? false, position: field.order, now }),
    )
    await refusingTwinLabels(() => writeOptions(db, id, options))
    await recordEvent(db, { kind: "custom-field.created", subjectId: id, inboxId, userId: viewer.userId })
    return id
  })
}

/** Nothing that a conversation has is lost by it: such a type stays, and such an option too. */
export function changeCustomField(
  db: Db,
  field: ChangedCustomField & FieldPlace,
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const { id, inboxId } = field
  return db.transaction(async (db) => {
    const current = await lockField(db, field)
    if (!current) throw notFound()
    await check(db)
    const name = field.name === undefined ? current.name : textIn(field.name, "name")
    const type = field.type ?? current.type
    if (type !== current.type && (await hasValues(db, id)))
      throw conflict("field_in_use", "Conversations have values of this field, so its type cannot change", [
        { path: "type", message: `must stay ${current.type}`, rejectedValue: type, source: "JSON" },
      ])
    const present = await listOptionIds(db, id)
    refuseMisplacedOptions(type, field.options, present)
    if (field.options !== undefined) await replaceOptions(db, id, { given: field.options, present })
    else if (type !== "dropdown") await deleteOptions(db, id, present)
    const { required = current.required, order: position = current.position } = field
    await refusingTwins(name, () => updateField(db, { id, name, type, required, position, now }))
    await recordEvent(db, { kind: "custom-field.updated", subjectId: id, inboxId, userId: viewer.userId })
  })
}

/** It is gone at once; the values, however many, are removed by a job (remove-values.ts). */
export function removeCustomField(db: Db, place: FieldPlace, { viewer, now, check }: CheckedChange): Promise<void> {
  const { id, inboxId } = place
  return db.transaction(async (db) => {
    if (!(await lockField(db, place))) throw notFound()
    await check(db)
    await markFieldDeleted(db, id, now)
    await enqueueJob(db, "fields.remove-values", { key: String(id), payload: { fieldId: id } })
    await recordEvent(db, { kind: "custom-field.deleted", subjectId: id, inboxId, userId: viewer.userId })
  })
}

type GivenOptions = NonNullable<ChangedCustomField["options"]>

function refuseMisplacedOptions(type: CustomFieldType, options: GivenOptions | undefined, present: number[]): void {
  const refused = (message: string) => invalid({ path: "options", message, rejectedValue: options, source: "JSON" })
  if (type !== "dropdown" && options !== undefined) throw refused("belong to a dropdown only")
  if (type === "dropdown" && options === undefined && present.length === 0)
    throw refused("must be there: a dropdown has something to choose from")
}

async function replaceOptions(db: Db, fieldId: number, options: { given: GivenOptions; present: number[] }) {
  const rows = optionsOf(options.given, options.present)
  const kept = new Set(rows.map(({ id }) => id))
  const gone = options.present.filter((id) => !kept.has(id))
  const chosen = await findChosenOption(db, fieldId, gone)
  if (chosen)
    throw conflict("option_in_use", `Conversations have the option "${chosen.label}", so it cannot go`, [
      { path: "options", message: `must keep "${chosen.label}" while conversations have it`, source: "JSON" },
    ])
  await deleteOptions(db, fieldId, gone)
  await refusingTwinLabels(() => writeOptions(db, fieldId, rows))
}

/** As they will be, in the order in which they were given unless they say another. */
function optionsOf(given: GivenOptions, present: number[]): OptionRow[] {
  const seen = new Set<number>()
  return given.map(({ id, label, order }, index) => {
    if (id !== undefined && (!present.includes(id) || seen.has(id))) {
      const message = seen.has(id) ? "stands here twice" : "is no option of this field"
      throw invalid({ path: `options[${index}].id`, message, rejectedValue: id, source: "JSON" })
    }
    if (id !== undefined) seen.add(id)
    return { id, label: textIn(label, `options[${index}].label`), position: order ?? index + 1 }
  })
}

async function refusingTwinLabels(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (codeOf(error) !== uniqueViolation) throw error
    throw invalid({ path: "options", message: "must have labels that differ", source: "JSON" })
  }
}

async function refusingTwins<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== uniqueViolation) throw error
    throw conflict("field_exists", `The inbox has a field "${name}" already`, [
      { path: "name", message: "is taken by another field of the inbox", rejectedValue: name, source: "JSON" },
    ])
  }
}

const uniqueViolation = "23505"
