/** A value as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const bareKey = /^[A-Za-z0-9_-]+$/

function isTable(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A key of config.toml and its value as flags of the command line (`-c`). Throws an error of one line for what TOML cannot say. */
export function configFlags(key: string, value: Json): string[] {
  if (isTable(value))
    return Object.entries(value).flatMap(([name, inner]) =>
      configFlags(`${key}.${bareKey.test(name) ? name : JSON.stringify(name)}`, inner),
    )
  if (value === null) throw new Error(`config.${key} is null; expected a value of config.toml`)
  // JSON's strings, numbers, booleans and arrays of them mean the same in TOML.
  return [`${key}=${JSON.stringify(value)}`]
}
