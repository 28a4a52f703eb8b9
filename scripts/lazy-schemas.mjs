/** Ours; what libraries build at their loading is theirs. */
const sources = /[\\/]src[\\/](?:shared|main|renderer)[\\/].+\.tsx?$/
const importsZod = /\bz\b[^;\n]*\bfrom\s*["']zod["']/
const helper = '\0lazy-schema'

/**
 * Stands for a schema from the loading of its module on, and has it built when somebody asks anything of it.
 * It is read by what zod reads of a schema: its members, what it inherits, and what is put on it; `builtSchema` is the schema itself.
 */
const code = `const itself = Symbol.for('countersign.schema')
export const builtSchema = (schema) => schema[itself] ?? schema
export class SchemaMap extends Map {
  get(schema) { return super.get(builtSchema(schema)) }
  set(schema, value) { return super.set(builtSchema(schema), value) }
  has(schema) { return super.has(builtSchema(schema)) }
}
export const lazySchema = (build) => {
  let built
  const schema = () => (built ??= build())
  return new Proxy({}, {
    get: (_, key) => (key === itself ? schema() : schema()[key]),
    set: (_, key, value) => Reflect.set(schema(), key, value),
    has: (_, key) => key in schema(),
    getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
  })
}`

/** What is called of zod and gives no schema. */
const others = new Set([
  'config',
  'flattenError',
  'prettifyError',
  'registry',
  'toJSONSchema',
  'treeifyError',
])
/** What is asked of a schema and gives none. */
const asked = /^(?:isNullable|isOptional|(?:safe)?(?:parse|encode|decode)(?:Async)?|toJSONSchema)$/
/** Of a schema of another module, these give one. */
const derived = new Set([
  ...['array', 'exclude', 'extend', 'extract', 'nullable', 'nullish', 'omit', 'optional', 'partial', 'pick'],
  ...['readonly', 'refine', 'required', 'superRefine', 'transform'],
])

const registries = /[\\/]zod[\\/]v4[\\/]core[\\/]registries\.js$/
const jsonSchemas = /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/
const processors = /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/
/**
 * What zod keeps by schema must not have one twice, by itself and by what stands for it.
 * @type {readonly (readonly [file: RegExp, from: string, to: string])[]}
 */
const keptBySchema = [
  [registries, 'add(schema, ..._meta) {', 'add(schema, ..._meta) { schema = builtSchema(schema);'],
  [registries, ' get(schema) {', ' get(schema) { schema = builtSchema(schema);'],
  [registries, 'has(schema) {', 'has(schema) { schema = builtSchema(schema);'],
  [jsonSchemas, 'seen: new Map()', 'seen: new SchemaMap()'],
  [processors, 'toJSONSchema(input, params) {', 'toJSONSchema(input, params) { input = builtSchema(input);'],
]

/** @typedef {{ type: string, start: number, end: number, [member: string]: unknown }} Node */

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/**
 * Whether this call gives a schema: what is first in its chain is zod, or a schema by its name and by what is called of it.
 * @param {Node} call
 */
function givesSchema(call) {
  const callee = /** @type {Node} */ (call['callee'])
  if (callee.type !== 'MemberExpression') return false
  /** @param {Node} member */
  const nameOf = (member) => String(/** @type {Node} */ (member['property'])['name'])
  let [at, first] = [callee, nameOf(callee)]
  for (;;) {
    const next = at.type === 'CallExpression' ? at['callee'] : at.type === 'MemberExpression' && at['object']
    if (!isNode(next)) break
    if (at.type === 'MemberExpression') first = nameOf(at)
    at = next
  }
  if (at.type !== 'Identifier') return false
  const [root, last] = [String(at['name']), nameOf(callee)]
  if (root === 'z') return !others.has(first) && !asked.test(last)
  return /^[A-Z]/.test(root) && derived.has(last)
}

/**
 * The outermost calls that give a schema and are made when the module is loaded, in their order.
 * @param {unknown} within
 * @returns {Generator<Node>}
 */
function* schemasOf(within) {
  if (Array.isArray(within)) for (const each of within) yield* schemasOf(each)
  else if (isNode(within) && !/Function|^Class/.test(within.type)) {
    if (within.type === 'CallExpression' && givesSchema(within)) yield within
    else for (const each of Object.values(within)) yield* schemasOf(each)
  }
}

/**
 * Each schema of ours that a module makes when it is loaded is made when it is first used: most of what a start loads describes messages and files
 * that never come in it, and a schema is a hundred times what stands for it (decision 258).
 * @returns {import('vite').Plugin}
 */
export const lazySchemas = () => ({
  name: 'lazy-schemas',
  apply: 'build',
  resolveId: (id) => (id === helper ? id : undefined),
  load: (id) => (id === helper ? code : undefined),
  transform(code, id) {
    const puts = keptBySchema.filter(([file]) => file.test(id))
    if (puts.length > 0) {
      for (const [, from, to] of puts) {
        if (!code.includes(from)) this.error(`zod has no ${from} any more, or elsewhere than is known here`)
        code = code.replace(from, to)
      }
      return { code: `import { builtSchema, SchemaMap } from '${helper}'\n${code}`, map: null }
    }
    if (!sources.test(id) || !importsZod.test(code)) return undefined
    let [made, from] = ['', 0]
    for (const { start, end } of schemasOf(this.parse(code).body)) {
      made += `${code.slice(from, start)}/* @__PURE__ */ lazySchema(() => ${code.slice(start, end)})`
      from = end
    }
    if (from === 0) return undefined
    return { code: `import { lazySchema } from '${helper}'\n${made}${code.slice(from)}`, map: null }
  },
})
