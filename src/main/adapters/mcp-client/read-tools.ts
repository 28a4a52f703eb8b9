import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { McpServer, McpTool } from '@shared/domain/mcp-server'

/** What a server may list: beyond it the rest is not offered, and that is told. */
const maxTools = 128
/** More is not read of a list, and no more pages are asked for. */
export const maxListed = maxTools * 4
const maxDefinition = 64 * 1024
const maxDescription = 4096

const maxDepth = 12

/** A tool as its server lists it, before anything of it is believed. */
const ListedTool = z.looseObject({
  name: z.string().min(1).max(128),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.json()),
  annotations: z
    .looseObject({
      title: z.string().optional(),
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
})

/** A tool without the name that models get: that depends on the tools of all servers. */
export type UnnamedTool = Omit<McpTool, 'offeredAs'>

/** JSON with the keys of every table in order, so that the same things have the same text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

function depthOf(value: unknown, limit = maxDepth): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  return 1 + Math.max(0, ...Object.values(value).map((each) => depthOf(each, limit - 1)))
}

/** Stands for what of a list is too large to be one of its tools: that may be millions of values, and is not kept. */
class TooLarge {
  readonly #note: string

  constructor(listed: unknown, how: string) {
    const named = typeof listed === 'object' && listed !== null && 'name' in listed ? listed.name : undefined
    this.#note = `${JSON.stringify(typeof named === 'string' ? named.slice(0, 60) : '')}, ${how}`
  }

  get note(): string {
    return this.#note
  }
}

/** Half of a pair, as JSON has it: servers of models refuse every request with one. */
const halfCharacter = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/** JSON of something that may be deeper than can be followed; undefined for that, and for what has none. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** What is kept of a part of a server's list until the whole is read: itself, unread, where that is no more than a tool may be. */
export function bounded(listed: unknown): unknown {
  const text = textOf(listed)
  if (text === undefined) return new TooLarge(listed, 'whose schema is too deep')
  if (text.length <= maxDefinition) return listed
  return new TooLarge(listed, `described in more than ${String(maxDefinition / 1024)} KB`)
}

function readTool(server: string, each: unknown): UnnamedTool | string {
  const listed = each instanceof TooLarge ? each : bounded(each)
  if (listed instanceof TooLarge) return listed.note
  const read = ListedTool.safeParse(listed)
  if (!read.success) return 'a tool without a name or a schema'
  const { name, title, description = '', inputSchema, annotations = {} } = read.data
  const shown = JSON.stringify(name.slice(0, 60))
  if (depthOf(inputSchema) >= maxDepth) return `${shown}, whose schema is too deep`
  if (halfCharacter.test(JSON.stringify(inputSchema))) return `${shown}, whose schema holds half a character`
  const { type, properties = {} } = inputSchema
  if (
    (type !== undefined && type !== 'object') ||
    !z.record(z.string(), z.json()).safeParse(properties).success
  )
    return `${shown}, which takes something else than named arguments`
  const saidTitle = title ?? annotations.title
  const says = {
    ...(saidTitle === undefined ? {} : { title: saidTitle.slice(0, 200).toWellFormed() }),
    ...(annotations.readOnlyHint === undefined ? {} : { readOnly: annotations.readOnlyHint }),
    ...(annotations.destructiveHint === undefined ? {} : { destructive: annotations.destructiveHint }),
    ...(annotations.idempotentHint === undefined ? {} : { idempotent: annotations.idempotentHint }),
    ...(annotations.openWorldHint === undefined ? {} : { openWorld: annotations.openWorldHint }),
  }
  return {
    server,
    name,
    description: description.slice(0, maxDescription).toWellFormed(),
    inputSchema: { ...inputSchema, type: 'object', properties },
    annotations: says,
    hash: createHash('sha256')
      .update(canonical({ name, title, description, inputSchema, annotations }))
      .digest('hex'),
  }
}

/**
 * The tools of a server's list that are offered, and in `notes` what is not and why. Nothing of the list is believed: what has no
 * name or schema, is huge, or comes twice is left out; of two with one name neither is offered, since a call could mean either.
 */
export function readTools(
  server: string,
  listed: readonly unknown[],
  settings: Pick<McpServer, 'enabled_tools' | 'disabled_tools'>,
): { readonly tools: readonly UnnamedTool[]; readonly notes: readonly string[] } {
  const read = listed.slice(0, maxListed).map((each) => readTool(server, each))
  const notes = read.flatMap((each) => (typeof each === 'string' ? [`Not offered: ${each}.`] : []))
  const found = read.filter((each) => typeof each !== 'string')
  const once = found.filter(({ name }) => found.filter((each) => each.name === name).length === 1)
  const twice = new Set(found.filter((each) => !once.includes(each)).map(({ name }) => name))
  for (const name of twice)
    notes.push(`Not offered: ${JSON.stringify(name.slice(0, 60))}, which it lists twice.`)
  const { enabled_tools: only, disabled_tools: never = [] } = settings
  const wanted = once.filter(({ name }) => only?.includes(name) !== false && !never.includes(name))
  if (wanted.length > maxTools || listed.length > maxListed)
    notes.push(`Only the first ${String(maxTools)} of its tools are offered.`)
  return { tools: wanted.slice(0, maxTools), notes: notes.slice(0, 20) }
}
