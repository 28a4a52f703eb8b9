import type { Messages } from '../spoken'
import type { GitSetting, Grant } from '../../domain/grant'
import { quotedName } from '../../domain/named-path'
import { machine } from './machine'

const writing = {
  file: (path: string) => `nach ${path} schreiben`,
  tree: (path: string) => `in ${path} und darunter schreiben`,
  entry: (path: string) => `${path} anlegen, verschieben oder löschen`,
} as const

/** A key of git's configuration with what becomes of it: "remote.origin.url auf https://h/a". */
export const gitSetting = ({ name, value }: GitSetting): string =>
  `${quotedName(name)} auf ${value === undefined || value === '' ? 'nichts' : quotedName(value)}`

function one(grant: Grant, named: (path: string) => string): string {
  switch (grant.kind) {
    case 'write':
      return writing[grant.extent](named(grant.path))
    case 'read':
      return `${named(grant.path)} lesen`
    case 'host':
      return `mit ${machine.place(`${grant.host.includes(':') ? `[${grant.host}]` : grant.host}:${String(grant.port)}`)} verbinden`
    case 'git-settings':
      return `in ${named(grant.path)} ${grant.settings.map(gitSetting).join(' und ')} setzen, und sonst nichts dort`
    case 'unsandboxed':
      return 'ohne Sandbox laufen'
  }
}

/** Grants: "in build und darunter schreiben". `more`: how many follow after those that are listed. */
export const grant = {
  one,
  more: (count: number) => ` und ${String(count)} weitere`,
  entries: (count: number, folder: string) =>
    `genau diese ${String(count)} Einträge von ${folder} anlegen, verschieben oder löschen`,
} as const satisfies Messages['grant']
