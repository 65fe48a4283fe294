import { STATUS_CODES } from "node:http"
import { type Html, html, prose } from "../html/html.ts"
import {
  type JsonSchema,
  type OpenApi,
  type Operation,
  type Parameter,
  type Response,
  resolve,
} from "../openapi/types.ts"
import { curlOf, exampleOf } from "./examples.ts"
import { allowedValues, limitNotes, shapeTree, typeLabel } from "./shapes.ts"

export interface PlacedOperation {
  method: string
  path: string
  operation: Operation
}

export function operationSection(document: OpenApi, placed: PlacedOperation): Html {
  const { method, path, operation } = placed
  const { operationId } = operation
  const parameters = (operation.parameters ?? []).map((given) => resolve<Parameter>(document, given))
  const answers = Object.entries(operation.responses).map(([status, given]) => ({
    status,
    answer: resolve<Response>(document, given),
  }))
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<div class="words">
<h3 id="${operationId}-title"><a class="anchor" href="#${operationId}">${operation.summary}</a></h3>
<p class="call">${methodBadge(method)} <code>${breakable(path)}</code></p>
<p class="permission">${permissionLine(operation["x-permission"])}</p>
${parameters.length > 0 && parameterTable(document, parameters)}
${operation.requestBody && bodyBlock(document, Object.entries(operation.requestBody.content))}
${answers.filter(({ status }) => /^[123]/.test(status)).map(({ status, answer }) => answerBlock(document, status, answer))}
${errorList(answers.filter(({ status }) => !/^[123]/.test(status)))}
</div>
<div class="samples">
${sample("Request", curlOf(document, placed))}
${answers.map(({ status, answer }) => answerSample(document, status, answer))}
</div>
</section>`
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`
}

/** Lets a long path break after a slash, which a browser would not. */
function breakable(path: string): Html[] {
  return path.split(/(?<=.)(?=\/)/).map((part) => html`${part}<wbr>`)
}

function permissionLine(permission: string): Html {
  switch (permission) {
    case "public":
      return html`Open to everybody`
    case "signed-in":
      return html`Any signed-in user`
    default:
      return html`Needs the right <code>${permission}</code>`
  }
}

function parameterTable(document: OpenApi, parameters: Parameter[]): Html {
  const rows = parameters.map(
    ({ name, required, schema, description, in: place }) => html`<tr>
<th scope="row"><code class="name">${name}</code> <span class="type">${typeLabel(schema)}</span></th>
<td>${required && html`<span class="required">required</span> `}<span class="place">${place}</span>
${limitNotes(description === undefined ? schema : { ...schema, description })}
${description !== undefined && html`<span class="about">${prose(description)}</span>`}${allowedValues(document, schema)}</td></tr>`,
  )
  return html`<h4>Parameters</h4>
<table><thead><tr><th scope="col">Name</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`
}

function bodyBlock(document: OpenApi, contents: [string, { schema: JsonSchema }][]): Html {
  const [, { schema }] = contents[0] ?? ["", { schema: {} }]
  const types = contents.map(([type], index) => html`${index > 0 && " or "}<code>${type}</code>`)
  return html`<h4>Body <span class="media">${types}</span></h4>${shapeTree(document, schema)}`
}

function answerBlock(document: OpenApi, status: string, { description, headers, content }: Response): Html {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  const own = Object.keys(headers ?? {}).filter((name) => /^(Resource-ID|Location|ETag)$/.test(name))
  return html`<h4>Answer <span class="status s${status[0]}">${status} ${STATUS_CODES[status]}</span>${
    type !== undefined && html` <span class="media"><code>${type}</code></span>`
  }</h4>
${description !== STATUS_CODES[status] && html`<p>${prose(description)}</p>`}
${own.length > 0 && html`<p class="headers">Headers ${own.map((name) => html`<code>${name}</code> `)}</p>`}
${media && Object.keys(media.schema).length > 0 && shapeTree(document, media.schema)}`
}

function errorList(errors: { status: string; answer: Response }[]): Html {
  const entries = errors.map(
    ({ status, answer }) =>
      html`<li><span class="status s${status[0]}">${status === "default" ? "other" : status}</span> ${prose(answer.description)}</li>`,
  )
  return html`<details class="errors"><summary>Errors</summary><ul class="error-list">${entries}</ul></details>`
}

function answerSample(document: OpenApi, status: string, { content }: Response): Html | undefined {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  if (!/^[12]/.test(status) || !media || !type?.endsWith("json")) return undefined
  const example = JSON.stringify(exampleOf(document, media.schema), null, 2)
  return example === "{}" ? undefined : sample(`Answer ${status}`, example)
}

/** Long ones scroll, and what scrolls must be reachable by keyboard. */
export function sample(title: string, text: string): Html {
  return html`<figure class="sample"><figcaption>${title}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>`
}
