import type { Words } from '../spoken'
import type { Grant } from '../../domain/grant'
import { machine } from './machine'

const writing = {
  file: (path: string) => `nach ${path} schreiben`,
  tree: (path: string) => `in ${path} und darunter schreiben`,
  entry: (path: string) => `${path} anlegen, verschieben oder löschen`,
} as const

function one(grant: Grant, named: (path: string) => string): string {
  switch (grant.kind) {
    case 'write':
      return writing[grant.extent](named(grant.path))
    case 'read':
      return `${named(grant.path)} lesen`
    case 'host':
      return `mit ${machine.place(`${grant.host.includes(':') ? `[${grant.host}]` : grant.host}:${String(grant.port)}`)} verbinden`
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
} as const satisfies Words['grant']
