import type { GitSetting, Grant } from '../../domain/grant'
import { quotedName } from '../../domain/named-path'
import { machine } from './machine'

const writing = {
  file: (path: string) => `write to ${path}`,
  tree: (path: string) => `write in ${path} and below`,
  entry: (path: string) => `make, move or remove ${path}`,
} as const

/** A key of git's configuration with what becomes of it: "remote.origin.url to https://h/a", "user.name to nothing". */
export const gitSetting = ({ name, value }: GitSetting): string =>
  `${quotedName(name)} to ${value === undefined || value === '' ? 'nothing' : quotedName(value)}`

function one(grant: Grant, named: (path: string) => string): string {
  switch (grant.kind) {
    case 'write':
      return writing[grant.extent](named(grant.path))
    case 'read':
      return `read ${named(grant.path)}`
    case 'host':
      return `connect to ${machine.place(`${grant.host.includes(':') ? `[${grant.host}]` : grant.host}:${String(grant.port)}`)}`
    case 'git-settings':
      return `set ${grant.settings.map(gitSetting).join(' and ')} in ${named(grant.path)}, and nothing else there`
    case 'unsandboxed':
      return 'run without the sandbox'
  }
}

/** Grants: "write in build and below". `more`: how many follow after those that are listed. */
export const grant = {
  one,
  more: (count: number) => ` and ${String(count)} more`,
  entries: (count: number, folder: string) =>
    `make, move or remove exactly these ${String(count)} entries of ${folder}`,
} as const
