import { hostCommand } from '@shared/domain/host-state'
import { FleetSettings } from '@shared/domain/fleet-settings'
import { HostName, HostSettings, nameShape, sshDestination } from '@shared/domain/host-settings'
import {
  hostWays,
  type FleetEntry,
  type HostEdited,
  type HostListing,
  type HostRefusal,
  type HostWay,
} from '@shared/domain/host-listing'
import type { SettingsView } from '@shared/domain/settings-view'
import type { RequestOf } from '@shared/ipc/contract'
import type { SettingsStore } from '../settings/settings-store'

/** The configuration that hosts stand in. */
export interface HostsFile {
  readonly readSettings: SettingsStore['read']
  readonly writeSettings: SettingsStore['write']
}

const refused = (why: HostRefusal): HostEdited => ({ kind: 'refused', why })

const word = '[A-Za-z0-9][A-Za-z0-9_.-]*'
const container = { form: new RegExp(`^${word}$`), before: ['exec', '-i'], kind: 'container' } as const

/**
 * What a window may have started for a host: one of these programs with one word behind it, in which there is nothing that the program could take for
 * an option, an address of another kind or a command, nor a shell for more than a word.
 */
const ways: Readonly<
  Record<
    HostWay,
    { readonly form: RegExp; readonly before: readonly string[]; readonly kind: 'destination' | 'container' }
  >
> = {
  ssh: { form: sshDestination, before: [], kind: 'destination' },
  docker: container,
  podman: container,
}

/** Whether a window could have added this command. */
function isPlain([program, ...args]: readonly string[]): boolean {
  const via = hostWays.find((way) => way === program)
  if (via === undefined) return false
  const { before, form } = ways[via]
  return (
    args.length === before.length + 1 &&
    before.every((each, at) => args[at] === each) &&
    form.test(args.at(-1) ?? '')
  )
}

/** The hosts of the configuration, by name in order. */
export async function listHosts(file: HostsFile): Promise<readonly HostListing[]> {
  return (await read(file)).hosts
}

async function read(file: HostsFile): Promise<{
  readonly version: string
  readonly hosts: readonly HostListing[]
  readonly problem: string | undefined
}> {
  const { rows, version, problem } = await file.readSettings()
  const hosts = rows.flatMap(({ key, value, source }) => {
    const fleet = fleetOf(key, rows)
    if (fleet) return [fleet]
    const name = /^hosts\.([\w-]+)\.command$/.exec(key)?.[1]
    const command = HostSettings.shape.command.safeParse(value).data
    if (name === undefined || command === undefined) return []
    const of = (member: string): unknown => rows.find((row) => row.key === `hosts.${name}.${member}`)?.value
    const [engine, window, confinement] = [of('engine'), of('window'), of('confinement')]
    const lends = HostSettings.shape.lend_keys.safeParse(of('lend_keys')).data ?? []
    const hasMore = rows.some(
      (row) =>
        row.key.startsWith(`hosts.${name}.`) &&
        ![key, `hosts.${name}.lend_keys`, `hosts.${name}.on_close`].includes(row.key) &&
        row.source !== 'default',
    )
    const added = source === 'config' && isPlain(command) && !hasMore
    return [
      {
        name,
        command: hostCommand({
          command,
          engine: typeof engine === 'string' ? engine : 'countersign',
          ...(confinement === 'container' && { confinement }),
        }),
        ...{ removable: added, lends, ends: of('on_close') === 'end', window: window !== false },
      },
    ]
  })
  return { version, problem, hosts: hosts.toSorted((a, b) => a.name.localeCompare(b.name)) }
}

/** The fleet whose template a row of the settings is: its name is taken, and no window changes it. */
function fleetOf(key: string, rows: SettingsView['rows']): HostListing | undefined {
  const name = /^hosts\.([\w-]+)\.template$/.exec(key)?.[1]
  if (name === undefined) return undefined
  const rowOf = (member: string) => rows.find((row) => row.key === `hosts.${name}.${member}`)
  const text = (member: string): string => {
    const value = rowOf(member)?.value
    return typeof value === 'string' ? value : ''
  }
  const number = (member: string): number => Number(rowOf(member)?.value)
  const [context, namespace, template] = [text('context'), text('namespace'), text('template')]
  const at = [`--context=${context}`, `--namespace=${namespace}`]
  const lends = FleetSettings.shape.lend_keys.safeParse(rowOf('lend_keys')?.value).data ?? []
  const times = { ready_seconds: number('ready_seconds'), idle_minutes: number('idle_minutes') }
  return {
    ...{
      name,
      removable: false,
      lends,
      ends: rowOf('on_close')?.value === 'end',
      fleet: { context, namespace, template, ...times },
    },
    window: rowOf('window')?.value !== false,
    command: ['kubectl', ...at, 'exec', '-i', `POD of ${template}`, '--', text('engine'), 'attach'],
  }
}

/**
 * Writes a host into config.toml, under a name that nothing has and that looks like no other. Whatever a window asks for, no program but those of
 * `ways` is ever started for it, and no host that is there changes.
 */
export async function addHost(
  file: HostsFile,
  { name, via, target }: RequestOf<'host.add'>,
): Promise<HostEdited> {
  if (!HostName.safeParse(name).success) return refused({ kind: 'name' })
  const { before, form, kind } = ways[via]
  if (!form.test(target)) return refused({ kind })
  const { version, hosts, problem } = await read(file)
  // What stands in a file that cannot be used is not known: its hosts are those of before.
  if (problem !== undefined) return refused({ kind: 'file', message: problem })
  const near = takenBy(hosts, name)
  if (near) return near
  return write(file, { version, name, value: { command: [via, ...before, target] } })
}

/** The refusal of a name that a host has, or that looks like one's; undefined: it is free. */
function takenBy(hosts: readonly HostListing[], name: string): HostEdited | undefined {
  const near = hosts.find((each) => nameShape(each.name) === nameShape(name))
  return near && refused({ kind: near.name === name ? 'taken' : 'alike', host: near.name })
}

/**
 * Writes a host into config.toml as a person types it at a terminal: any command, which no window may ask for. Its words and the engine are looked at by
 * whoever writes the file.
 */
export async function addCommand(
  file: HostsFile,
  {
    name,
    ...entry
  }: { readonly name: string; readonly command: readonly string[]; readonly engine?: string | undefined },
): Promise<HostEdited> {
  if (!HostName.safeParse(name).success) return refused({ kind: 'name' })
  const { version, hosts, problem } = await read(file)
  if (problem !== undefined) return refused({ kind: 'file', message: problem })
  const { command, engine } = entry
  const value = { command: [...command], ...(engine !== undefined && { engine }) }
  return takenBy(hosts, name) ?? write(file, { version, name, value })
}

/** Takes a host out of config.toml that a window could have added; nothing is changed on it. */
export async function removeHost(file: HostsFile, name: string): Promise<HostEdited> {
  const { version, hosts, problem } = await read(file)
  if (problem !== undefined) return refused({ kind: 'file', message: problem })
  const found = hosts.find((each) => each.name === name)
  if (!found) return refused({ kind: 'unknown' })
  if (!found.removable) return refused({ kind: 'by-hand' })
  return write(file, { version, name, value: null })
}

/**
 * Has the entry of a host in config.toml name the providers whose keys it is lent, and no others; nothing else of it changes. Refuses what is not in the file
 * itself.
 */
export const lendKeys = (file: HostsFile, name: string, providers: readonly string[]): Promise<HostEdited> =>
  setOwn(file, name, 'lend_keys', providers.length === 0 ? null : [...providers])

/** Has it say, in the same way, whether what a window began there ends with it. */
export const setOnClose = (file: HostsFile, name: string, ends: boolean): Promise<HostEdited> =>
  setOwn(file, name, 'on_close', ends ? 'end' : null)

async function setOwn(
  file: HostsFile,
  name: string,
  member: 'lend_keys' | 'on_close',
  value: string[] | string | null,
): Promise<HostEdited> {
  const { rows, version, problem } = await file.readSettings()
  if (problem !== undefined) return refused({ kind: 'file', message: problem })
  const head = rows.find(({ key }) => [`hosts.${name}.command`, `hosts.${name}.template`].includes(key))
  if (!head) return refused({ kind: 'unknown' })
  if (head.source !== 'config') return refused({ kind: 'by-hand' })
  return write(file, { version, name: `${name}.${member}`, value })
}

/** Has the entry of a fleet say this and nothing else otherwise, in one piece; what a value is to be the file says. No other program is ever started by it. */
export async function setFleet(file: HostsFile, name: string, entry: FleetEntry): Promise<HostEdited> {
  const { rows, version, problem } = await file.readSettings()
  if (problem !== undefined) return refused({ kind: 'file', message: problem })
  const rowOf = (member: string) => rows.find(({ key }) => key === `hosts.${name}.${member}`)
  if (!rowOf('template')) return refused({ kind: 'unknown' })
  if (rowOf('template')?.source !== 'config') return refused({ kind: 'by-hand' })
  const changes = Object.entries(entry).flatMap(([member, value]) =>
    rowOf(member)?.value === value
      ? []
      : [{ key: `hosts.${name}.${member}`, value: value as string | number }],
  )
  if (changes.length === 0) return { kind: 'written' }
  return edited(await file.writeSettings(version, changes))
}

/** What became of an engine that config.toml was to name: `stood` there already, or `other`: another one does, and stays. */
export type EngineSet =
  | HostEdited
  | { readonly kind: 'stood' }
  | { readonly kind: 'other'; readonly engine: string }

/** Has the entry of a host in config.toml name its engine, where it names none. Another that is named there stays. */
export async function setEngine(file: HostsFile, name: string, engine: string): Promise<EngineSet> {
  const { rows, version, problem } = await file.readSettings()
  if (problem !== undefined) return refused({ kind: 'file', message: problem })
  const row = (member: string) => rows.find(({ key }) => key === `hosts.${name}.${member}`)
  const [command, named] = [row('command'), row('engine')]
  if (!command) return refused({ kind: 'unknown' })
  if (named?.source !== 'default' && typeof named?.value === 'string')
    return named.value === engine ? { kind: 'stood' } : { kind: 'other', engine: named.value }
  if (command.source !== 'config') return refused({ kind: 'by-hand' })
  return write(file, { version, name: `${name}.engine`, value: engine })
}

async function write(
  file: HostsFile,
  {
    version,
    name,
    value,
  }: {
    version: string
    name: string
    value: { command: string[]; engine?: string } | string[] | string | null
  },
): Promise<HostEdited> {
  return edited(await file.writeSettings(version, [{ key: `hosts.${name}`, value }]))
}

function edited(reply: Awaited<ReturnType<HostsFile['writeSettings']>>): HostEdited {
  switch (reply.kind) {
    case 'written':
      return { kind: 'written' }
    case 'conflict':
      return refused({ kind: 'changed' })
    case 'refused':
      return refused({ kind: 'file', message: reply.message })
  }
}
