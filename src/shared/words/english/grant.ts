import type { Grant } from '../../domain/grant'
import { machine } from './machine'

const writing = {
  file: (path: string) => `write to ${path}`,
  tree: (path: string) => `write in ${path} and below`,
  entry: (path: string) => `make, move or remove ${path}`,
} as const

function one(grant: Grant, named: (path: string) => string): string {
  switch (grant.kind) {
    case 'write':
      return writing[grant.extent](named(grant.path))
    case 'read':
      return `read ${named(grant.path)}`
    case 'host':
      return `connect to ${machine.place(`${grant.host.includes(':') ? `[${grant.host}]` : grant.host}:${String(grant.port)}`)}`
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
