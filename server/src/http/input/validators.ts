import AjvCompiler, { type BuildCompilerFromPool } from "@fastify/ajv-compiler"

type Compiled = ReturnType<ReturnType<BuildCompilerFromPool>>

const build = AjvCompiler()

/** Each is compiled when a request first needs it: there are hundreds, and compiling them was a fifth of a start. */
export const compileWhenNeeded: BuildCompilerFromPool = (externalSchemas, options) => {
  const compile = build(externalSchemas, options)
  return (...given) => {
    let compiled: Compiled | undefined
    const validate = (value: unknown) => {
      compiled ??= compile(...given)
      const isValid = compiled(value)
      validate.errors = compiled.errors
      return isValid
    }
    validate.errors = undefined as Compiled["errors"]
    return validate as Compiled
  }
}
