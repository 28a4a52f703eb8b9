/** A JSON Schema as zod writes it, as far as its types go. */
export interface JsonSchema {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
}

const plainName = /^[A-Za-z_$][\w$]*$/

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = plainName.test(name) ? name : JSON.stringify(name)
    return `${key}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`
  })
  if (members.length > 0) return `{ ${members.join('; ')} }`
  // An index signature and not Record, which may not refer to the type that it stands in.
  if (typeof additionalProperties === 'object') return `{ [key: string]: ${typeText(additionalProperties)} }`
  return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>'
}

function namedType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'number':
    case 'integer':
      return 'number'
    case 'array': {
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(', ')}]`
      return `Array<${schema.items === undefined ? 'unknown' : typeText(schema.items)}>`
    }
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

const joined = (types: readonly string[], by: ' | ' | ' & '): string => {
  const all = [...new Set(types)]
  return all.length === 1 ? (all[0] ?? 'unknown') : `(${all.join(by)})`
}

/** A schema as a TypeScript type. `$ref` is the name at its end; what has no type is `unknown`. */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum)
    return joined(
      schema.enum.map((each) => JSON.stringify(each)),
      ' | ',
    )
  const either = schema.anyOf ?? schema.oneOf
  if (either) return joined(either.map(typeText), ' | ')
  if (schema.allOf) return joined(schema.allOf.map(typeText), ' & ')
  if (schema.type === undefined) return 'unknown'
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  return joined(
    types.map((type) => namedType(type, schema)),
    ' | ',
  )
}
