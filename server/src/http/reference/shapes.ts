import { type Html, type HtmlPart, html, prose } from "../html/html.ts"
import { type JsonSchema, type OpenApi, resolve } from "../openapi/types.ts"

/** The fields of a shape as a tree; named shapes within it are links to their own place on the page. */
export function shapeTree(document: OpenApi, given: JsonSchema): Html {
  const shape = resolve<JsonSchema>(document, given)
  const fields = fieldsOf(shape)
  return fields
    ? fieldList(document, fields)
    : html`<p class="type">${typeLabel(shape)}${limitNotes(shape)}${allowedValues(document, shape)}</p>`
}

interface Field {
  name: string
  shape: JsonSchema
  required: boolean
}

function fieldsOf(shape: JsonSchema): Field[] | undefined {
  if (shape.items) return fieldsOf(shape.items)
  const choice = (shape.anyOf ?? shape.oneOf)?.find((candidate) => fieldsOf(candidate) !== undefined)
  if (choice) return fieldsOf(choice)
  if (!shape.properties || Object.keys(shape.properties).length === 0) return undefined
  return Object.entries(shape.properties).map(([name, inner]) => ({
    name,
    shape: inner,
    required: shape.required?.includes(name) ?? false,
  }))
}

function fieldList(document: OpenApi, fields: Field[]): Html {
  return html`<ul class="fields">${fields.map((field) => fieldEntry(document, field))}</ul>`
}

function fieldEntry(document: OpenApi, { name, shape, required }: Field): Html {
  const line = html`<code class="name">${name}</code> <span class="type">${typeLabel(shape)}</span>${
    !required && html` <span class="optional">optional</span>`
  }`
  const description = shape.description !== undefined && html` <span class="about">${prose(shape.description)}</span>`
  const about = [limitNotes(shape), description, allowedValues(document, shape)]
  const inner = fieldsOf(shape)
  return inner
    ? html`<li><details><summary>${line}${about}</summary>${fieldList(document, inner)}</details></li>`
    : html`<li>${line}${about}</li>`
}

export function typeLabel(shape: JsonSchema): HtmlPart {
  if (shape.$ref !== undefined) {
    const name = shape.$ref.split("/").at(-1) ?? ""
    return html`<a href="#shape-${name}">${name}</a>`
  }
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return choices.map((choice, index) => html`${index > 0 && " or "}${typeLabel(choice)}`)
  if (shape.items) return html`array of ${typeLabel(shape.items)}`
  if (Array.isArray(shape.type)) return shape.type.join(" or ")
  return shape.type ?? (shape.const === undefined ? "any" : "fixed")
}

/** What a value may be, on one line: the limits and the default. */
export function limitNotes(shape: JsonSchema): HtmlPart {
  const limits = [
    between(shape.minimum, shape.maximum),
    counted(shape.minLength, shape.maxLength, "characters"),
    counted(shape.minItems, shape.maxItems, "entries"),
    shape.pattern !== undefined && shape.description === undefined && html`matches <code>${shape.pattern}</code>`,
    shape.default !== undefined && html`default <code>${String(shape.default)}</code>`,
    shape.const !== undefined && html`always <code>${String(shape.const)}</code>`,
  ].filter((limit) => limit !== undefined && limit !== false)
  return limits.map((limit) => html` <span class="limit">${limit}</span>`)
}

export function allowedValues(document: OpenApi, given: JsonSchema): HtmlPart {
  const shape = resolve<JsonSchema>(document, given)
  const values = shape.enum ?? (shape.items && resolve<JsonSchema>(document, shape.items).enum)
  return values && html` <span class="values">${values.map((value) => html`<code>${String(value)}</code> `)}</span>`
}

function between(least: number | undefined, most: number | undefined): HtmlPart {
  const highest = most === Number.MAX_SAFE_INTEGER ? undefined : most
  if (least === undefined) return highest !== undefined && `at most ${grouped(highest)}`
  return highest === undefined ? `at least ${grouped(least)}` : `${grouped(least)} to ${grouped(highest)}`
}

function counted(least: number | undefined, most: number | undefined, unit: string): HtmlPart {
  const range = between(least, most)
  return range !== undefined && range !== false && `${range} ${unit}`
}

function grouped(value: number): string {
  return value.toLocaleString("en")
}
